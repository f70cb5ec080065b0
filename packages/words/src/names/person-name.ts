/** Parses names of persons as registers write them. */
import { exactName, wordsOfName } from './company-name.js';

export interface PersonName {
  /** Upper case, without accents. It may have several words. */
  readonly surname: string;
  /** The first forename. */
  readonly forename: string;
}

const wordsIn = (text: string): string[] => wordsOfName(text.trim().toUpperCase());

/** Parses `SMITH, John Paul` (register lists) and `John Paul SMITH` (bulk files); null for a single word. */
export function personName(name: string): PersonName | null {
  const [before = '', after] = name.split(',', 2);
  const leadingWords = wordsIn(before);
  if (after === undefined) {
    const [forename] = leadingWords;
    const surname = leadingWords.at(-1);
    return forename === undefined || surname === undefined || leadingWords.length < 2
      ? null
      : { surname, forename };
  }
  const [forename] = wordsIn(after);
  return forename === undefined || leadingWords.length === 0
    ? null
    : { surname: leadingWords.join(' '), forename };
}

/** Titles and honours before or after a name. */
const TITLES = new Set(
  'MR MRS MS MISS MX DR SIR DAME LORD LADY BARON BARONESS REV REVD PROF PROFESSOR HON OBE MBE CBE'.split(' '),
);

/** True if an upper-case word is a title or honour. */
export const isTitle = (word: string): boolean => TITLES.has(word);

/** The words in upper case and in their order, without accents, punctuation and titles. */
export const wordsWithoutTitles = (name: string): string[] =>
  wordsOfName(exactName(name)).filter((word) => !isTitle(word));
