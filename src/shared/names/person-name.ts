/** Names of persons as registers write them. */
import { exactName, wordsOf } from './company-name.js';

export interface PersonName {
  /** Upper case, without accents; of several words where it has several. */
  readonly surname: string;
  /** The first of them. */
  readonly forename: string;
}

/** `SMITH, John Paul` of the register's lists, `John Paul SMITH` of its bulk files; null for a company or a single name. */
export function personName(name: string): PersonName | null {
  const [before, after] = name.split(',', 2);
  const words = (text: string | undefined): string[] => wordsOf(exactName(text ?? ''));
  const named = after === undefined ? words(before) : [...words(after), ...words(before)];
  const [forename] = after === undefined ? named : words(after);
  const surname = after === undefined ? named.at(-1) : words(before).join(' ');
  if (forename === undefined || surname === undefined || surname === '' || named.length < 2) return null;
  return { surname, forename };
}
