/** Collects the places of business that a site and public records print, each with its evidence. */
import type { PageKind, PrintedPlace, SiteReading } from '../../../sites/site-reading.js';
import type { PayGapRecord } from '../../../sources/pay-gap/pay-gap-record.js';
import { postcodeKey } from '../../../../../words/src/postcode.js';

export interface PlaceAddress {
  readonly address_line_1: string | null;
  readonly address_line_2: string | null;
  readonly locality: string | null;
  readonly region: string | null;
  readonly postal_code: string | null;
}

const MAX_PARTS = 5;
const LONGEST_PART = 60;
/** Labels that stand before an address and are no part of it. */
const LABEL =
  /^.*\b(?:(?:head office|registered office|trading address|our address|address|visit us(?: at)?|find us(?: at)?|offices?(?: at)?|based (?:at|in)|located (?:at|in)|headquarters|hq|at)(?: ?[:-]| is| is at)?|(?:branch|depot|showroom|warehouse|workshop|factory|store|clinic) ?[:-]) (?=[\p{Lu}\d])/iu;
const NOT_ADDRESS =
  /@|\b(?:limited|ltd|llp|plc|tel|telephone|phone|fax|email|e-mail|contact|call|company|registered|vat|copyright|opening|hours|monday|www|http|director|manager)\b|©|\d{6,}|[!?]/i;
const COUNTY =
  /(?:shire|\b(?:kent|essex|surrey|sussex|norfolk|suffolk|devon|cornwall|dorset|somerset|cumbria|durham|merseyside|cleveland|avon|rutland|middlesex|northumberland|tyne (?:and|&) wear|greater manchester|west midlands|isle of wight|gwent|gwynedd|dyfed|powys|clwyd|glamorgan|fife|antrim|armagh|down|tyrone|fermanagh|londonderry))$/i;
const COUNTRY = /^(?:england|scotland|wales|cymru|northern ireland|uk|united kingdom|great britain|gb)$/i;

/** Names of address parts in forms and tables. */
const FIELD =
  /^(?:(?:full |postal |street |our )?address(?: line ?\d)?|street|city|town|town ?\/ ?city|county|region|country|post ?code|location)\s?:?$/i;
/** Small words inside names of places, and words often written small in a street. */
const SMALL_WORDS =
  /^(?:and|at|by|cum|de|in|la|le|next|of|on|st|the|under|upon|with|y|yr|road|rd|street|lane|avenue|close|way|park|house|court|drive|estate|square|place|centre|floor|unit|suite|units|buildings?|industrial|business|nr|near|c\/o)$/;

/** Tells whether every word has a capital or is a small word. A part with a number may be any street. */
const isPlaceName = (part: string): boolean =>
  /\d/.test(part) ||
  part.split(/[\s/-]+/).every((word) => word === '' || !/^\p{Ll}/u.test(word) || SMALL_WORDS.test(word));

const SEPARATOR = /[|,\u2022·]/;
/** Matches the end of a sentence. An initial or short form ends none. */
const SENTENCE = /\p{L}{4}\. (?=[\p{Lu}\d])/u;

/** Parts of the address from the postcode backwards, as far as they look like one. */
function partsBefore(text: string): string[] {
  const parts: string[] = [];
  for (const written of text.split(SEPARATOR).reverse()) {
    const line = written.trim().replace(/[.:;-]$/, '');
    const part = (line.split(SENTENCE).at(-1) ?? '').replace(LABEL, '').trim();
    if (part === '' || FIELD.test(part)) continue;
    const hasLabel = part !== line;
    if (part.length > LONGEST_PART || NOT_ADDRESS.test(part) || !/^[\p{Lu}\d"'(]/u.test(part)) break;
    if (!isPlaceName(part)) break;
    if (!COUNTRY.test(part)) parts.unshift(part);
    if (hasLabel || parts.length === MAX_PARTS) break;
  }
  return parts;
}

/** @param before the words before the postcode, lines parted by bars or commas */
export function addressBefore(before: string, postal_code: string): PlaceAddress {
  const parts = partsBefore(before);
  const county = parts.length > 2 && COUNTY.test(parts.at(-1) ?? '') ? (parts.pop() ?? null) : null;
  // A single part is a street with its house, or else a town.
  const locality = parts.length > 1 || !/\d/.test(parts[0] ?? '') ? (parts.pop() ?? null) : null;
  const [first = null, ...rest] = parts;
  return {
    address_line_1: first,
    address_line_2: rest.length === 0 ? null : rest.join(', '),
    locality,
    region: county,
    postal_code,
  };
}

export interface PlaceEvidence {
  readonly source: 'own_website' | 'pay_gap_register' | 'business_listing';
  readonly url: string | null;
  readonly snippet: string | null;
  readonly seen_on: string;
}

/** An address as it is printed once. */
export interface PlaceMention extends PlaceEvidence {
  /** The lookup key of the postcode. */
  readonly key: string;
  readonly address: PlaceAddress;
  /** True if the text calls the place the registered office, which need not be where the business is. */
  readonly isRegistered: boolean;
  /** True if the place stands in a header or footer, or on a page that says how to find the company. */
  readonly isProminent: boolean;
  readonly kind: 'head_office' | 'branch' | 'unknown';
}

const ADDRESS_PAGES: ReadonlySet<PageKind> = new Set(['home', 'contact', 'about']);
const REGISTERED = /registered (?:office|address)|registered at|reg(?:\.|d)? office|swyddfa gofrestredig/i;
/** Matches the mark of an address at which somebody else takes the mail in. */
const CARE_OF = /\bc\/o\b|\bcare of\b/i;
const HEAD = /\b(?:head ?office|headquarters|hq|main office|prif swyddfa)\b/i;
const BRANCH = /\b(?:branch|depot|showroom|store|warehouse|site|workshop|clinic|factory|works)\b/i;
/** The number of characters before a postcode in which a label may belong to it. */
const LABEL_REACH = 110;

/** The postcode with a blank: `LS1 2AB` of `LS12AB`. */
const spaced = (key: string): string => `${key.slice(0, -3)} ${key.slice(-3)}`;

/** The label without the address lines: `Mill Works` in an address doesn't make the place a branch. */
const withoutLines = (label: string, { address_line_1, address_line_2, locality }: PlaceAddress): string =>
  [address_line_1, ...(address_line_2?.split(', ') ?? []), locality].reduce<string>(
    (rest, line) => (line === null ? rest : rest.replace(line, ' ')),
    label,
  );

function kindOf(text: string): PlaceMention['kind'] {
  if (HEAD.test(text)) return 'head_office';
  return BRANCH.test(text) ? 'branch' : 'unknown';
}

function wordsBefore({ value, snippet }: PrintedPlace): string {
  const [outward = '', inward = ''] = value.split(' ');
  const upper = snippet.toUpperCase();
  const spacedAt = upper.lastIndexOf(`${outward} ${inward}`);
  const at = spacedAt >= 0 ? spacedAt : upper.lastIndexOf(outward + inward);
  return at < 0 ? '' : snippet.slice(0, at);
}

/** The words since the last address, because those before the first address don't belong to the second. */
function wordsSinceAddress(before: string): string {
  const earlier = [...before.matchAll(/\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/gi)].at(-1);
  return earlier === undefined ? before : before.slice(earlier.index + earlier[0].length);
}

function pageMentions(
  { url, kind, postcodes, organisations }: SiteReading['pages'][number],
  seen_on: string,
): PlaceMention[] {
  const printed = postcodes.flatMap((postcode): PlaceMention[] => {
    const key = postcodeKey(postcode.value);
    if (key === null) return [];
    const before = wordsSinceAddress(wordsBefore(postcode));
    const label = before.slice(-LABEL_REACH);
    const address = addressBefore(before, spaced(key));
    return [
      {
        source: 'own_website',
        url,
        snippet: postcode.snippet,
        seen_on,
        key,
        address,
        isRegistered: REGISTERED.test(label) || CARE_OF.test(label),
        isProminent: ADDRESS_PAGES.has(kind) || postcode.region !== 'main',
        kind: kindOf(withoutLines(label, address)),
      },
    ];
  });
  const structured = organisations.flatMap(({ address }): PlaceMention[] => {
    const key = postcodeKey(address?.postal_code ?? '');
    if (address === null || key === null) return [];
    const { street, locality, region } = address;
    const snippet = [street, locality, region, address.postal_code]
      .filter((part) => part !== null)
      .join(', ');
    return [
      {
        source: 'own_website',
        url,
        snippet: snippet.slice(0, 300),
        seen_on,
        key,
        address: {
          address_line_1: street,
          address_line_2: null,
          locality,
          region,
          postal_code: spaced(key),
        },
        isRegistered: false,
        isProminent: true,
        kind: 'unknown',
      },
    ];
  });
  return [...printed, ...structured];
}

export const siteMentions = ({ pages, crawled_on }: SiteReading): PlaceMention[] =>
  pages.flatMap((page) => pageMentions(page, crawled_on));

/** The address in the newest report that has one. */
export function payGapMentions(reports: readonly PayGapRecord[]): PlaceMention[] {
  const [newest] = [...reports]
    .filter(({ postcode }) => postcode !== null)
    .sort((a, b) => (a.due_on < b.due_on ? 1 : -1));
  const key = postcodeKey(newest?.postcode ?? '');
  if (newest === undefined || key === null) return [];
  const before = (newest.address ?? '').replaceAll(/[\r\n]+/g, ', ');
  const at = before.toUpperCase().lastIndexOf(spaced(key));
  return [
    {
      source: 'pay_gap_register',
      url: null,
      snippet: newest.address?.slice(0, 300) ?? null,
      seen_on: newest.submitted_on ?? newest.due_on,
      key,
      address: addressBefore(at < 0 ? before : before.slice(0, at), spaced(key)),
      isRegistered: false,
      isProminent: false,
      kind: 'unknown',
    },
  ];
}
