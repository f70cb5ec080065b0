/** Splits a text into words with positions. A word is letters and digits, or one of the signs # and &. */

export interface Word {
  /** The word in lower case. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+|[#&]/gu;

export const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    text: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));

/** Phrases by their first word. Each is the list of further words and a value, longer phrases first. */
export type PhraseTable<T> = ReadonlyMap<string, readonly (readonly [readonly string[], T])[]>;

export function phraseTable<T>(entries: Readonly<Record<string, T>>): PhraseTable<T> {
  const table = new Map<string, (readonly [readonly string[], T])[]>();
  for (const [phrase, value] of Object.entries(entries)) {
    const [first = '', ...rest] = phrase.split(' ');
    table.set(first, [...(table.get(first) ?? []), [rest, value]]);
  }
  for (const phrases of table.values()) phrases.sort(([a], [b]) => b.length - a.length);
  return table;
}

/** The value of the phrase that begins at a word, and the phrase's number of words; null: no phrase. */
export function phraseAt<T>(
  table: PhraseTable<T>,
  words: readonly Word[],
  at: number,
): { readonly value: T; readonly length: number } | null {
  const phrases = table.get(words[at]?.text ?? '');
  if (phrases === undefined) return null;
  const phrase = phrases.find(([rest]) => rest.every((word, i) => words[at + 1 + i]?.text === word));
  return phrase === undefined ? null : { value: phrase[1], length: phrase[0].length + 1 };
}
