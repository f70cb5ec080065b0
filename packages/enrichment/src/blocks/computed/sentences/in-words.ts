/** Writes days, amounts and names of registers as English sentences do. Pure. */
import { MONTH_NAMES, type IsoDate } from '../../../../../words/src/calendar.js';
import { memoize } from '../../../../../words/src/memoize.js';
import type { Money } from '../../runner/money.js';
import forms from './company-forms.json';

/** `2012-09-11`: 11 September 2012. */
export const dayInWords = (day: IsoDate): string =>
  `${Number(day.slice(8))} ${MONTH_NAMES[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

const NUMBERS = new Intl.NumberFormat('en-GB');

/** `1234567`: 1,234,567. */
export const grouped = (whole: string | number): string =>
  // Most counts are below a thousand, and the formatter costs more than the rest of their sentence.
  typeof whole === 'number' && whole >= 0 && whole < 1_000 ? String(whole) : NUMBERS.format(BigInt(whole));

const SIGNS: Readonly<Record<string, string>> = { GBP: '£', EUR: '€', USD: 'US$' };

/** £1,234.50; minus £577; CHF 12. */
export function moneyInWords({ amount, currency }: Money): string {
  const [whole = '', pence] = amount.replace('-', '').split('.');
  const sum = pence === undefined ? grouped(whole) : `${grouped(whole)}.${pence}`;
  const sign = SIGNS[currency];
  return `${amount.startsWith('-') ? 'minus ' : ''}${sign === undefined ? `${currency} ${sum}` : sign + sum}`;
}

/** `1 title`, `3 titles`. */
export const counted = (count: number, singular: string, many = `${singular}s`): string =>
  `${grouped(count)} ${count === 1 ? singular : many}`;

const LOWER = new Set(['upon', 'on', 'in', 'the', 'le', 'by', 'under', 'of', 'and', 'with', 'next', 'cum']);

/** The maximum number of towns that are cached; there are some thousand post towns. */
const MAX_TOWNS = 5_000;

/** Writes a town that was filed in capitals: Stoke-on-Trent. A town with small letters stays as filed. */
export const townInWords = memoize(MAX_TOWNS, (filed: string): string => {
  if (filed !== filed.toUpperCase()) return filed;
  return filed
    .toLowerCase()
    .replaceAll(/[^\s-]+/g, (word, at: number) =>
      at > 0 && LOWER.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    );
});

/** `an active company`, `a dissolved company`. */
export const withArticle = (words: string): string =>
  `${/^(?:[aeio]|un(?!i))/i.test(words) ? 'an' : 'a'} ${words}`;

/** Writes a description of the trade list within a sentence. A leading abbreviation stays in capitals. */
export const withinSentence = (label: string): string =>
  /^[A-Z][^A-Z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** Ends a sentence with one full stop. Names such as ALPHABET INC. already have one. */
export const ended = (words: string): string => (/[.!?][”"]?$/.test(words) ? words : `${words}.`);

/** A word that ends the name of a street, building or site, after another word. */
const STREET_END =
  /\S[ -](?:(?:STREET|ROAD|RD|LANE|LN|AVENUE|AVE|CLOSE|DRIVE|CRESCENT|TERRACE|SQUARE|PLACE|PARADE|MEWS|WALK|WAY|COURT|BOULEVARD|EMBANKMENT|GARDENS|ROW|HOUSE|BUILDINGS?|CHAMBERS|TOWERS?|FLOOR|ESTATE|YARD|GROVE|QUAYS?|WHARF|VIEW|PARK|(?:BUSINESS|SCIENCE|RETAIL) CENTRE)\b|STR?\.?$)/i;
const ADDRESS_START =
  /^(?:UNIT|SUITE|FLAT|FLOOR|APARTMENT|OFFICE|ROOM|BLOCK|PLOT|THE STREET|STRYD|HEOL|FFORDD|P\.?O\.? BOX|C\/O)\b/i;
/** Towns whose names end like a street's. */
const TOWNS =
  /^(?:CHESTER[ -]LE[ -]STREET|STREET|FOREST ROW|COLLIER ROW|EARL'?S COURT|CONNAH'?S QUAY|RAYNES PARK)\b/i;
const NO_TOWN =
  /^(?:(?:THE )?UNITED KINGDOM|U\.?K\.?|GREAT BRITAIN|GB|ENGLAND(?: (?:AND|&) WALES)?|SCOTLAND|WALES|CYMRU|NORTHERN IRELAND|X+|TB[ACD]|N\/?A|NONE|UNKNOWN)$/i;
/** A postcode, or its first half, after the town: `LONDON SW1`. */
const POSTCODE = /[ ,]{1,4}[A-Z]{1,2}\d{1,2}[A-Z]?(?: ?\d[A-Z]{2})?$/i;

/** The town of an address; null: the text names no place. The field often holds a street or more. */
export function placeInWords(filed: string | null): string | null {
  const place = (filed ?? '').trim().replace(POSTCODE, '');
  if (!/^\p{L}{2}/u.test(place) || /\d/.test(place) || NO_TOWN.test(place)) return null;
  return !TOWNS.test(place) && (STREET_END.test(place) || ADDRESS_START.test(place)) ? null : place;
}

const FORM_NAMES: Readonly<Record<string, string>> = forms.forms;

/** Kinds of limited partnerships, by the register's key of the subtype. */
const SUBTYPE_NAMES: Readonly<Record<string, string>> = forms.kinds;

/** Words for an organisation on the register whose form is unknown or has no usual name. */
const ANY_FORM = 'registered organisation';

/** The legal form, or the subtype, as a sentence names it. Both are the register's keys. */
export const formInWords = (legal_form: string | null, subtype?: unknown): string =>
  (typeof subtype === 'string' ? SUBTYPE_NAMES[subtype] : undefined) ??
  (legal_form === null ? undefined : FORM_NAMES[legal_form]) ??
  ANY_FORM;
