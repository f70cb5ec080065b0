/**
 * Reads filed SIC codes. The register's lists determine the classification of a code: 2007 (`sic-2007.json`,
 * Open Government Licence v3.0), or 2003 (`sic-2003.json`) in rows that were never converted. The register's
 * API gives codes without texts. UK SIC 2026 is final but not in use at the register, and its codes look like
 * those of 2007.
 */
import type { IsoDate } from '../../../../../words/src/calendar.js';
import list2003 from './sic-2003.json';
import list from './sic-2007.json';
import nouns from './sic-nouns.json';

/** The words that the texts of 2003 shorten: they have at most forty characters. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bR ?& ?d\b/gi, 'Research and development'],
  [/ ?& ?/g, ' and '],
  [/^Mfr\b/i, 'Manufacture'],
  [/\bh'hold\b/gi, 'household'],
  [/\bequip\b\.?/gi, 'equipment'],
  [/\bagric\b\.?/gi, 'agricultural'],
  [/\binc\b\.?/gi, 'including'],
  [/\b(?:n\.e\.c\.|nec\b)/gi, 'not elsewhere classified'],
  [/\bmach\b/gi, 'machinery'],
  [/\bindust\b/gi, 'industrial'],
  [/\bintermed\b/gi, 'intermediation'],
  [/\bprods\b/gi, 'products'],
  [/\brads\b/gi, 'radiators'],
  [/\bnat sciences\b/gi, 'natural sciences'],
  [/\bsoc sciences\b/gi, 'social sciences'],
  [/\bconsult$/i, 'consultancy'],
  [/\bcivil engineer$/i, 'civil engineering'],
  [/\betc\b(?!\.)/gi, 'etc.'],
  [/ and (preserve|spin|dye|rebuild|dry clean|finish|process)(?= )/i, ' and $1ing'],
  [/preserveing/, 'preserving'],
  [/ spining/, ' spinning'],
  [/ (?:and|or) sell /i, ' and selling of '],
];
/** The nouns by printed verb. */
const NOUNS: Readonly<Record<string, string>> = nouns;
const FIRST =
  /^(Manufacture|Wholesale|Retail|Repair|Installation|Construction|Extraction|Regulation|Demolition|Production|Operation|Maintenance|Grow|Farm|Mine|Quarry|Rent|Manage|Operate|Publish|Build|Produce|Prepare|Process|Forge|Retread|Wash|Dress)(?= )(?! (?:and (?:dry )?\w+ )?(?:of|for|in|via|sale|etc|not)\b)( and (?:dry )?\w+)?/i;

/** Rewrites the text in full words: `Retail of electric goods` for `Retail electric goods`. */
export function inEnglish(printed: string): string {
  const text = WORDS.reduce((text, [short, long]) => text.replace(short, long), printed.trim());
  return text
    .replace(/\s+/g, ' ')
    .replace(
      FIRST,
      (_all, first: string, second = '') => `${NOUNS[first.toLowerCase()] ?? first}${String(second)} of`,
    );
}

export const SIC_SCHEMES = ['uk_sic_2007', 'uk_sic_2003'] as const;
export type SicScheme = (typeof SIC_SCHEMES)[number];

export interface SicCode {
  readonly code: string;
  readonly description: string | null;
  /** The classification; null: no list in use on the day of the edition has the code. */
  readonly scheme: SicScheme | null;
}

interface SicList {
  readonly scheme: SicScheme;
  /** The day from which the register's files have its codes. */
  readonly from: IsoDate;
  /** The revision of the European classification whose classes its first four digits are; null: none. */
  readonly nace_revision: string | null;
  readonly descriptions: ReadonlyMap<string, string>;
}

/** The lists, the newest first. Add a new list here, with its day. */
const LISTS: readonly SicList[] = [
  {
    scheme: 'uk_sic_2007',
    from: '2011-10-01',
    nace_revision: '2',
    descriptions: new Map(Object.entries(list.codes)),
  },
  {
    scheme: 'uk_sic_2003',
    from: '2003-01-01',
    nace_revision: null,
    descriptions: new Map(Object.entries(list2003.codes).map(([code, text]) => [code, inEnglish(text)])),
  },
];
const [NEWEST] = SIC_SCHEMES;

/** The newest classification that the register's files of this day may have. */
export const schemeOn = (day: IsoDate): SicScheme =>
  LISTS.find(({ from }) => from <= day)?.scheme ?? 'uk_sic_2003';

const listOf = (scheme: SicScheme | null): SicList | undefined =>
  LISTS.find((list) => list.scheme === scheme);

/** The description of a code of 2007; null: the list doesn't have it. */
export const descriptionOfSic = (code: string): string | null =>
  listOf('uk_sic_2007')?.descriptions.get(code) ?? null;

/** Codes without a trade: head offices, holding, dormant, non-trading, residents' management, "other". */
const GENERIC = new Set(['82990', '70100', '74990', '96090', '99999', '64209', '98000']);

export const isGenericSic = ({ code, scheme }: SicCode): boolean =>
  scheme === 'uk_sic_2007' && GENERIC.has(code);

const PRINTED = /^(\d{4,5})(?:\s*-\s*(\S.*)?)?$/;

/**
 * Reads a code from `62020 - Information technology consultancy activities`; null: there is none. The newest
 * list with the code decides its scheme. The list's text replaces the printed one, because descriptions
 * differ from year to year (Blocks 4.11, 6.5).
 * @param newest the newest classification that the row's edition may have
 */
export function parseSic(printed: string, newest: SicScheme = NEWEST): SicCode | null {
  const [, code, text = ''] = PRINTED.exec(printed.trim()) ?? [];
  if (code === undefined) return null;
  const listWithCode = LISTS.slice(SIC_SCHEMES.indexOf(newest)).find(({ descriptions }) =>
    descriptions.has(code),
  );
  const printedText = text.trim() === '' ? null : text.trim();
  return {
    code,
    description: listWithCode?.descriptions.get(code) ?? printedText,
    scheme: listWithCode?.scheme ?? null,
  };
}

/** The NACE class (`33.14` from `33140`) and its revision; null for a code of 2003. */
export function naceOf({
  code,
  scheme,
}: SicCode): { readonly code: string; readonly revision: string } | null {
  const revision = listOf(scheme)?.nace_revision ?? null;
  return revision === null ? null : { code: `${code.slice(0, 2)}.${code.slice(2, 4)}`, revision };
}
