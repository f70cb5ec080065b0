/** The town of an address as a sentence may name it: the field often holds a street or more of the address. */

/** A word that ends the name of a street, building or site, behind another word. */
const STREET =
  /\S[ -](?:(?:STREET|ROAD|RD|LANE|LN|AVENUE|AVE|CLOSE|DRIVE|CRESCENT|TERRACE|SQUARE|PLACE|PARADE|MEWS|WALK|WAY|COURT|BOULEVARD|EMBANKMENT|GARDENS|ROW|HOUSE|BUILDINGS?|CHAMBERS|TOWERS?|FLOOR|ESTATE|YARD|(?:BUSINESS|SCIENCE|RETAIL) (?:PARK|CENTRE))\b|STR?\.?$)/i;
const INSIDE = /^(?:UNIT|SUITE|FLAT|FLOOR|APARTMENT|OFFICE|ROOM|BLOCK|PLOT|THE STREET|P\.?O\.? BOX|C\/O)\b/i;
/** Towns that are named like one. */
const TOWNS = /^(?:CHESTER[ -]LE[ -]STREET|STREET|FOREST ROW|COLLIER ROW|EARL'?S COURT)\b/i;
/** A postcode, or its first half, behind the town: `LONDON SW1`. */
const POSTCODE = /[ ,]{1,4}[A-Z]{1,2}\d{1,2}[A-Z]?(?: ?\d[A-Z]{2})?$/i;

/** Null where what was filed is a street or no name of a place. */
export function placeInWords(filed: string | null): string | null {
  const place = (filed ?? '').trim().replace(POSTCODE, '');
  if (!/^\p{L}{2}/u.test(place) || /\d/.test(place)) return null;
  return !TOWNS.test(place) && (STREET.test(place) || INSIDE.test(place)) ? null : place;
}
