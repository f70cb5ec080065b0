/**
 * Trades as filed: codes of the Standard Industrial Classification 2007 (five digits, described by the register's own
 * list, `sic-2007.json`, Open Government Licence v3.0), and of 2003 (four digits; `sic-2003.json`) in rows that were never brought
 * over. The register's API gives codes alone.
 */
import list2003 from './sic-2003.json';
import list from './sic-2007.json';
import { inEnglish } from './sic-english.js';

export interface SicCode {
  readonly code: string;
  readonly description: string | null;
  readonly scheme: 'uk_sic_2007' | 'uk_sic_2003';
}

const DESCRIPTIONS: ReadonlyMap<string, string> = new Map(Object.entries(list.codes));

const DESCRIPTIONS_2003: ReadonlyMap<string, string> = new Map(Object.entries(list2003.codes));

/** Of a code of 2007; null: the list doesn't have it. */
export const descriptionOfSic = (code: string): string | null => DESCRIPTIONS.get(code) ?? null;

/** Codes that say nothing about the trade: head offices, holding, dormant, non-trading, residents' management, "other". */
const GENERIC = new Set(['82990', '70100', '74990', '96090', '99999', '64209', '98000']);

export const isGenericSic = ({ code }: SicCode): boolean => GENERIC.has(code);

const PRINTED = /^(\d{4,5})(?:\s*-\s*(\S.*)?)?$/;

/**
 * `62020 - Information technology consultancy activities`, or null where no code can be read. What the list says of a
 * code wins over what the row prints: descriptions differ from year to year (Blocks 4.11).
 */
export function parseSic(printed: string): SicCode | null {
  const [, code, text = ''] = PRINTED.exec(printed.trim()) ?? [];
  if (code === undefined) return null;
  const own = text.trim() === '' ? null : text.trim();
  return code.length === 4
    ? { code, description: english(DESCRIPTIONS_2003.get(code) ?? own), scheme: 'uk_sic_2003' }
    : { code, description: DESCRIPTIONS.get(code) ?? own, scheme: 'uk_sic_2007' };
}

const english = (text: string | null): string | null => (text === null ? null : inEnglish(text));

/** `33.14` from `33140`; codes of 2003 have none. */
export const naceOf = ({ code, scheme }: SicCode): string | null =>
  scheme === 'uk_sic_2007' ? `${code.slice(0, 2)}.${code.slice(2, 4)}` : null;
