/** Splits a text into words with their places: letters and digits, and two signs that stand for words. */

export interface Word {
  /** Lower case. */
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

/** Phrases by their first word, each as the words that follow it; longer ones first. */
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

/** The phrase that begins at a word, and how many words it has. */
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
