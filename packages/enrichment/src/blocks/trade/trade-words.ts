/** Splits a short text into the words by which trades are found: lower case, singular, by sentence. */

/** A word, or one mark of punctuation. */
export interface Token {
  /** Lower case, as written but for apostrophes. */
  readonly raw: string;
  /** The word without the ending of the plural. */
  readonly stem: string;
}

/** The number of characters of a text that are read. A description of a trade names it at the beginning. */
const MAX_READ = 1_000;
const MAX_SENTENCES = 8;

const WORD_OR_MARK = /[\p{L}\p{N}]+|[.,;:!?&()/•|–—]/gu;
const ENDS_SENTENCE = /^[.!?•|]$/;
/** A dot behind such a word ends no sentence. */
const ABBREVIATION = /^(?:\p{L}|ltd|co|inc|st|no|etc|approx|\d+)$/u;

/** `services` is `service`, `properties` `property`, `businesses` `business`. */
function stemOf(word: string): string {
  if (word.length <= 3 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('sses') ? word.slice(0, -2) : word.slice(0, -1);
}

const tokenOf = (raw: string): Token => ({ raw, stem: stemOf(raw) });

const tokensIn = (text: string): Token[] =>
  (text.slice(0, MAX_READ).toLowerCase().replaceAll(/['’‘]/g, '').match(WORD_OR_MARK) ?? []).map(tokenOf);

/** The stems of the words in a text, without punctuation. */
export const stemsOf = (text: string): string[] =>
  tokensIn(text).flatMap(({ stem }) => (/^[\p{L}\p{N}]/u.test(stem) ? stem : []));

/** The sentences of the first 1,000 characters, in linear time. */
export function sentencesOf(text: string): readonly (readonly Token[])[] {
  const sentences: Token[][] = [[]];
  for (const token of tokensIn(text)) {
    const sentence = sentences.at(-1) ?? [];
    if (!ENDS_SENTENCE.test(token.raw)) sentence.push(token);
    else if (token.raw !== '.' || !ABBREVIATION.test(sentence.at(-1)?.raw ?? '')) sentences.push([]);
  }
  return sentences.filter(({ length }) => length > 0).slice(0, MAX_SENTENCES);
}
