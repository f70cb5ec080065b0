/**
 * A question for a language model. Our instructions and other people's data are kept apart. The data is JSON,
 * so nothing in it can end it early. Whatever the data says about the answer, the answer is checked against
 * the data.
 */
export interface ModelQuestion {
  readonly instructions: string;
  /** One JSON document. */
  readonly data: string;
}

/** Models put thoughts and code fences around JSON. */
const THOUGHT = /^[\s\S]*<\/think>/;
const FENCE = /^```(?:json)?\n?|\n?```$/g;

/** The JSON of a model's answer; undefined where there is none. */
export function jsonOfAnswer(content: string): unknown {
  try {
    return JSON.parse(content.replace(THOUGHT, '').trim().replaceAll(FENCE, '')) as unknown;
  } catch {
    return undefined;
  }
}

/** Removes control and direction characters and folds blanks, to compare quotes with their text. */
export const foldedQuote = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
