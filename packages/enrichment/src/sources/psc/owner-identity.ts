/** Reads the place of registration and the company number from an owner's filed free text. */
import {
  completeCompanyNumber,
  parseCompanyNumber,
  parsePublishedNumber,
  type CompanyNumber,
} from '../../../../words/src/company-number.js';
import { namedCountry, type NamedCountry } from './named-country.js';

/** The statements of a corporate controller about itself: free text in every field. */
export interface FiledIdentification {
  readonly registration_number: string | null;
  readonly country_registered: string | null;
  readonly place_registered: string | null;
  readonly legal_authority: string | null;
  readonly legal_form: string | null;
}

/** The owner's place of registration: the UK, abroad, or unknown. */
export type Whereabouts = NamedCountry;

const UK_LAW =
  /\bcompanies acts? (?:1948|1985|1989|2006)\b|\blimited liability partnerships? act 2000\b|\b(?:uk|english|scottish|scots|british) (?:companies|company|law)/i;

/**
 * The place of registration by the filed country, else by place and law. Some filers swap law and form, so
 * either may name the Act. Only the filed country can mean abroad (Blocks 5.4).
 */
export function whereaboutsOf(filed: FiledIdentification | null): Whereabouts {
  if (filed === null) return 'unsaid';
  const { country_registered, place_registered, legal_authority, legal_form } = filed;
  const country = namedCountry(country_registered ?? '');
  if (country !== 'unsaid') return country;
  const law = [legal_authority, legal_form];
  const named = [place_registered, ...law].map((text) => namedCountry(text ?? ''));
  // Other countries have Acts of the same names and years.
  const isOurs = !named.includes('abroad') && law.some((text) => UK_LAW.test(text ?? ''));
  return isOurs || named.includes('uk') ? 'uk' : 'unsaid';
}

/** Matches labels before digits (`No`, `No.`, `Number`). Before at most six digits `NO` may be a prefix. */
const LABEL = /\b(?:crn|no|nos|nr|num|number|numbers)(?:[\s.:#(-]+(?=\d)|(?=\d{7,8}\b))/gi;
const YEAR = '(?:1[89]|20)\\d\\d';
const DATES = [
  '\\d{1,2}[./-]\\d{1,2}[./-]\\d{4}|\\d{4}-\\d{2}-\\d{2}',
  '(?:0?[1-9]|[12]\\d|3[01])[./-](?:0?[1-9]|1[0-2])[./-]\\d\\d',
  `${YEAR} ?- ?${YEAR}|${YEAR}-(?:0[1-9]|1[0-2])|(?:0?[1-9]|1[0-2])[.-]${YEAR}`,
];
const DATE = new RegExp(`(?<![\\d./-])(?:${DATES.join('|')})(?![./-]?\\d)`, 'g');
/** Matches the years and chapters of Acts: `COMPANIES ACTS 1985 TO 2006`. */
const OF_ACTS =
  /\b(?:ACTS?|LAWS?|ORDINANCES?|REGULATIONS?)\b(?:(?:[^A-Z\d]|\b(?:NO|OF|TO|AND|CAP|THE)\b)*\b\d{1,4}\b)+/g;
/** Matches digits of other things, such as telephone numbers, charity numbers and units. */
const OF_OTHERS =
  /(?:(?<!\+)\+|\b(?:TEL|TELEPHONE|PHONE|FAX|MOBILE|VAT|UTR|DUNS|CHARITY|UNIT|SUITE|FLAT|FLOOR|ROOM|PLOT|BOX)\b)(?:[^A-Z\d]|\b(?:COMMISSION|REG|REGISTERED|REGISTRATION|NOS?|NUMBERS?)\b)*\d(?:[ ().-]*\d)*/g;
/** Matches the letter O in place of a zero: among digits, or between a prefix and digits (`SCO12345`). */
const NOUGHTS = /\b((?!OO)[A-Z]{2}[ ./-]{0,3}|R)?(?=O*\d)([O\d]{5,8})\b/g;

/** Matches `NA` unless six digits follow, before which it is a register's prefix. */
const NOT_AVAILABLE = /\bNA\b(?! ?\d{6})/g;

/** The text in capitals, with one kind of dash, `#` for labels, and without digits of other things. */
const likelyText = (filed: string): string =>
  filed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/\p{Pd}/gu, '-')
    .replace(
      NOUGHTS,
      (_all, prefix: string | undefined, digits: string) => (prefix ?? '') + digits.replaceAll('O', '0'),
    )
    .replace(NOT_AVAILABLE, 'N/A')
    .replace(OF_ACTS, ' ')
    .replace(OF_OTHERS, ' ')
    .replace(LABEL, '#')
    .replace(DATE, ' ')
    .trim();

/** Matches digits that belong together: with points and dashes between them (`SPACED`: also blanks). */
const JOINED = /\d(?:[.-]?\d)*/g;
const SPACED = /\d(?:[ .-]?\d)*/g;
const LABELLED = /(?<=# ?)\d(?:[ .-]?\d)*/g;
const FEWEST_DIGITS = 6;
const MAX_DIGITS = 8;

const sizeOf = ([digits]: RegExpMatchArray): number => digits.replace(/\D/g, '').length;

/** The only digits of the text that may be a number; null: none, or several. */
function onlyDigits(text: string): RegExpMatchArray | null {
  const isLikely = (match: RegExpMatchArray): boolean => {
    const size = sizeOf(match);
    const rest = text.slice((match.index ?? 0) + match[0].length);
    // Fewer than eight digits next to others may be part of a telephone number or reference (`17/000002`).
    const isPart = /\d[ /]$/.test(text.slice(0, match.index)) || /^[ /]\d/.test(rest);
    return size === MAX_DIGITS || (size >= FEWEST_DIGITS && size < MAX_DIGITS && !isPart);
  };
  const likely = [...text.matchAll(JOINED)].filter(isLikely);
  const labelled = likely.length > 0 ? likely : [...text.matchAll(LABELLED)];
  const [match = null, ...others] = labelled.length > 0 ? labelled : text.matchAll(SPACED);
  const isUnique = match !== null && others.every(([digits]) => digits === match[0]);
  return isUnique && sizeOf(match) <= MAX_DIGITS ? match : null;
}

/** Matches letters that look like a register's prefix but are a country or a label. */
const NO_PREFIX = /^(?:GB|UK|EU|EW|CN|CO|CR|RN)/;
/** Matches text directly beside digits that is no part of the number: such letters, or a word. */
const NO_PART = /^(?:GB|UK|EU|EW|CN|CO|CRN?|RN|LTD|LLP|PLC|REG|[A-Z]{4,})?$/;
/** The minimum digits of a number with a label or a register's prefix, in a text of words. */
const FEWEST_MARKED_DIGITS = 3;

/** The only number of a wider form (`SL00911A`). It counts only if an edition has it (Contract 2.9). */
function widerNumber(text: string): CompanyNumber | null {
  const words = new Set([...(text.match(/[A-Z0-9]+/g) ?? []), text.replaceAll(/[ .#-]/g, '')]);
  const [number = null, ...others] = [...words].flatMap((word) => parsePublishedNumber(word) ?? []);
  return number === null || others.length > 0 || NO_PREFIX.test(number) ? null : number;
}

/**
 * The company number in an owner's filed text: bare (`879531`), or among words (`Company No. 00879531`, `GB
 * 00879531`, `00879531 (England)`, `008-79531`). Null: none, several, or fewer than six digits among words
 * without a label or a prefix. A foreign number may look the same, so the names must be compared too.
 */
export function filedNumber(filed: string | null): CompanyNumber | null {
  if (filed === null || !/\d/.test(filed)) return null;
  const text = likelyText(filed);
  const bare = completeCompanyNumber(text.replace(/^#+/, ''));
  if (bare !== null) return bare;
  const wider = widerNumber(text);
  if (wider !== null && parseCompanyNumber(wider) === null) return wider;
  const match = onlyDigits(text);
  if (match === null) return null;
  const before = text.slice(0, match.index);
  const digits = match[0].replace(/\D/g, '');
  const attached = /^[A-Z]*/.exec(text.slice(before.length + match[0].length))?.[0] ?? '';
  const closing = NO_PART.test(attached) ? '' : attached;
  const prefix = /(?:^|[^A-Z])([A-Z]{2}|R)[ ./:()#-]{0,3}$/.exec(before)?.[1] ?? '';
  const isFew = digits.length < FEWEST_DIGITS && /[A-Z]/.test(text);
  if (isFew && digits.length < FEWEST_MARKED_DIGITS) return null;
  if (prefix !== '' && completeCompanyNumber(`${prefix}000001`) !== null)
    return completeCompanyNumber(prefix + digits + closing);
  const isAlone = closing === '' && NO_PART.test(/(?<![A-Z])[A-Z]*$/.exec(before)?.[0] ?? '');
  return isAlone && (!isFew || /# ?$/.test(before)) ? completeCompanyNumber(digits) : null;
}

/** The registers whose numbers have a prefix, by the places that name them. */
const REGISTERS = [
  ['SC', /\bscot(?:land|tish)\b|\bedinburgh\b/i],
  ['NI', /\bn(?:orthern|\.)? ?ireland\b|\bbelfast\b/i],
] as const;
const OTHER_REGISTER = /\bengland|\bwales\b|\bcardiff\b/i;

/** The number with the missing prefix of the register that the owner names; null: no prefix is missing. */
export function prefixedNumber(
  number: CompanyNumber | null,
  filed: FiledIdentification | null,
): CompanyNumber | null {
  const [, digits] = /^00(\d{6})$/.exec(number ?? '') ?? [];
  if (digits === undefined || filed === null) return null;
  const places = `${filed.country_registered ?? ''} ${filed.place_registered ?? ''}`;
  const named = REGISTERS.filter(([, place]) => place.test(places));
  const [register, ...others] = OTHER_REGISTER.test(places) ? [] : named;
  return register === undefined || others.length > 0 ? null : parseCompanyNumber(register[0] + digits);
}
