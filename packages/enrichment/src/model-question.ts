/**
 * A question for a language model. Our instructions and other people's data are kept apart. The data is JSON,
 * so no text in it can end the data early. The answer is always checked against the data, even if the data
 * contains instructions.
 */
export interface ModelQuestion {
  readonly instructions: string;
  /** One JSON document. */
  readonly data: string;
}

/** Models put thoughts and code fences around JSON. */
const THINKING_BLOCK = /^[\s\S]*<\/think>/;
const FENCE = /^```(?:json)?\n?|\n?```$/g;

/** The JSON of a model's answer; undefined without any. */
export function jsonOfAnswer(content: string): unknown {
  try {
    return JSON.parse(content.replace(THINKING_BLOCK, '').trim().replaceAll(FENCE, '')) as unknown;
  } catch {
    return undefined;
  }
}

/** Removes control and direction characters and folds blanks, to compare quotes with their text. */
export const foldedQuote = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
