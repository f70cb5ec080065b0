/** Finds the town of an address for a sentence. The field often holds a street or more of the address. */

/** A word that ends the name of a street, building or site, after another word. */
const STREET =
  /\S[ -](?:(?:STREET|ROAD|RD|LANE|LN|AVENUE|AVE|CLOSE|DRIVE|CRESCENT|TERRACE|SQUARE|PLACE|PARADE|MEWS|WALK|WAY|COURT|BOULEVARD|EMBANKMENT|GARDENS|ROW|HOUSE|BUILDINGS?|CHAMBERS|TOWERS?|FLOOR|ESTATE|YARD|GROVE|QUAYS?|WHARF|VIEW|PARK|(?:BUSINESS|SCIENCE|RETAIL) CENTRE)\b|STR?\.?$)/i;
const INSIDE =
  /^(?:UNIT|SUITE|FLAT|FLOOR|APARTMENT|OFFICE|ROOM|BLOCK|PLOT|THE STREET|STRYD|HEOL|FFORDD|P\.?O\.? BOX|C\/O)\b/i;
/** Towns whose names end like a street's. */
const TOWNS =
  /^(?:CHESTER[ -]LE[ -]STREET|STREET|FOREST ROW|COLLIER ROW|EARL'?S COURT|CONNAH'?S QUAY|RAYNES PARK)\b/i;
/** Countries and placeholders, which are no towns. */
const NO_TOWN =
  /^(?:(?:THE )?UNITED KINGDOM|U\.?K\.?|GREAT BRITAIN|GB|ENGLAND(?: (?:AND|&) WALES)?|SCOTLAND|WALES|CYMRU|NORTHERN IRELAND|X+|TB[ACD]|N\/?A|NONE|UNKNOWN)$/i;
/** A postcode, or its first half, after the town: `LONDON SW1`. */
const POSTCODE = /[ ,]{1,4}[A-Z]{1,2}\d{1,2}[A-Z]?(?: ?\d[A-Z]{2})?$/i;

/** The town in words; null: the filed text is a street or names no place. */
export function placeInWords(filed: string | null): string | null {
  const place = (filed ?? '').trim().replace(POSTCODE, '');
  if (!/^\p{L}{2}/u.test(place) || /\d/.test(place) || NO_TOWN.test(place)) return null;
  return !TOWNS.test(place) && (STREET.test(place) || INSIDE.test(place)) ? null : place;
}
