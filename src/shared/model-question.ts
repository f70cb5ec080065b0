/**
 * What a language model is asked: instructions of ours, and data that others wrote, kept apart. The data is
 * JSON, so that nothing in it can end it; whatever it says of how to answer, the answer is checked against
 * it.
 */
export interface ModelQuestion {
  readonly instructions: string;
  /** One JSON document. */
  readonly data: string;
}

/** Models wrap JSON in thoughts and code fences. */
const THOUGHT = /^[\s\S]*<\/think>/;
const FENCE = /^```(?:json)?\n?|\n?```$/g;

/** The JSON of a model's answer; undefined where it is none. */
export function jsonOfAnswer(content: string): unknown {
  try {
    return JSON.parse(content.replace(THOUGHT, '').trim().replaceAll(FENCE, '')) as unknown;
  } catch {
    return undefined;
  }
}

/** Control and direction characters out, blanks folded: how quotes are compared with the text they are from. */
export const foldedText = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
