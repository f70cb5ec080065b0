/** Reads a postal address from the words before its postcode. */

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
const NO_PART =
  /@|\b(?:limited|ltd|llp|plc|tel|telephone|phone|fax|email|e-mail|contact|call|company|registered|vat|copyright|opening|hours|monday|www|http|director|manager)\b|©|\d{6,}|[!?]/i;
const COUNTY =
  /(?:shire|\b(?:kent|essex|surrey|sussex|norfolk|suffolk|devon|cornwall|dorset|somerset|cumbria|durham|merseyside|cleveland|avon|rutland|middlesex|northumberland|tyne (?:and|&) wear|greater manchester|west midlands|isle of wight|gwent|gwynedd|dyfed|powys|clwyd|glamorgan|fife|antrim|armagh|down|tyrone|fermanagh|londonderry))$/i;
const COUNTRY = /^(?:england|scotland|wales|cymru|northern ireland|uk|united kingdom|great britain|gb)$/i;

/** Names of address parts in forms and tables. */
const FIELD =
  /^(?:(?:full |postal |street |our )?address(?: line ?\d)?|street|city|town|town ?\/ ?city|county|region|country|post ?code|location)\s?:?$/i;
/** Small words inside names of places, and words often written small in a street. */
const SMALL =
  /^(?:and|at|by|cum|de|in|la|le|next|of|on|st|the|under|upon|with|y|yr|road|rd|street|lane|avenue|close|way|park|house|court|drive|estate|square|place|centre|floor|unit|suite|units|buildings?|industrial|business|nr|near|c\/o)$/;

/** Tells whether every word has a capital or is a small word. A part with a number may be any street. */
const isPlaceName = (part: string): boolean =>
  /\d/.test(part) ||
  part.split(/[\s/-]+/).every((word) => word === '' || !/^\p{Ll}/u.test(word) || SMALL.test(word));

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
    const labelled = part !== line;
    if (part.length > LONGEST_PART || NO_PART.test(part) || !/^[\p{Lu}\d"'(]/u.test(part)) break;
    if (!isPlaceName(part)) break;
    if (!COUNTRY.test(part)) parts.unshift(part);
    if (labelled || parts.length === MAX_PARTS) break;
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
