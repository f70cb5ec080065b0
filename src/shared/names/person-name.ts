/** Names of persons as registers write them. */
import { exactName, wordsOf } from './company-name.js';

export interface PersonName {
  /** Upper case, without accents; of several words where it has several. */
  readonly surname: string;
  /** The first of them. */
  readonly forename: string;
}

const wordsIn = (text: string): string[] => wordsOf(text.trim().toUpperCase());

/** `SMITH, John Paul` of the register's lists, `John Paul SMITH` of its bulk files; null for a company or a single name. */
export function personName(name: string): PersonName | null {
  const [before = '', after] = name.split(',', 2);
  const leading = wordsIn(before);
  if (after === undefined) {
    const [forename] = leading;
    const surname = leading.at(-1);
    return forename === undefined || surname === undefined || leading.length < 2
      ? null
      : { surname, forename };
  }
  const [forename] = wordsIn(after);
  return forename === undefined || leading.length === 0 ? null : { surname: leading.join(' '), forename };
}

/** Words that stand before a name or behind it. */
const TITLES = new Set(
  'MR MRS MS MISS MX DR SIR DAME LORD LADY BARON BARONESS REV REVD PROF PROFESSOR HON OBE MBE CBE'.split(' '),
);

/** Whether an upper-case word is no part of the name beside which it stands. */
export const isTitle = (word: string): boolean => TITLES.has(word);

/** Upper case, without accents, punctuation and titles, in the order in which they stand. */
export const wordsWithoutTitles = (name: string): string[] =>
  wordsOf(exactName(name)).filter((word) => !isTitle(word));
