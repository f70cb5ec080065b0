/** Finds the UK postcodes that a page prints, by the letters allowed in each position and the known areas. */
import type { PrintedPlace } from '../../site-reading.js';
import { snippetAt } from '../plain-text.js';
import { eachOnce, type RegionText } from '../region-texts.js';
import areas from './postcode-areas.json';

const AREAS: ReadonlySet<string> = new Set(areas);
const OUTWARD = /^(?:[A-Z]\d{1,2}|[A-Z]\d[ABCDEFGHJKPSTUW]|[A-Z]{2}\d{1,2}|[A-Z]{2}\d[ABEHMNPRVWXY])$/;
const IN_TEXT =
  /(?<![\p{L}\p{N}])([A-Za-z]{1,2}\d[A-Za-z\d]?) {0,2}(\d[ABD-HJLNP-UW-Zabd-hjlnp-uw-z]{2})(?![\p{L}\p{N}])/gu;
/** Matches words of an address, one of which must precede a postcode in lower case. */
const ADDRESS =
  /\b(?:road|rd|street|st|lane|avenue|ave|close|way|park|house|unit|court|drive|estate|square|place|centre|floor|suite|office|address|postcode|works|mill|farm|yard|quay|row|terrace|gardens|hill|green)\b/i;
const NEAR = 80;

/** The postcode in the form `LS1 2AB`; null: there is no such area or form. */
function postcodeOf(outward: string, inward: string): string | null {
  const [out, into] = [outward.toUpperCase(), inward.toUpperCase()];
  const area = /^[A-Z]+/.exec(out)?.[0] ?? '';
  return OUTWARD.test(out) && AREAS.has(area) ? `${out} ${into}` : null;
}

function* postcodesIn({ region, text }: RegionText): Generator<PrintedPlace> {
  for (const { 0: match, 1: outward = '', 2: inward = '', index } of text.matchAll(IN_TEXT)) {
    const value = postcodeOf(outward, inward);
    if (value === null) continue;
    const isInCapitals = match.toUpperCase() === match;
    if (!isInCapitals && !ADDRESS.test(text.slice(Math.max(0, index - NEAR), index))) continue;
    // The snippet reaches further back, where the address is.
    yield { value, region, snippet: snippetAt(text, index, index + match.length, [200, 40]) };
  }
}

export const postcodes = (texts: readonly RegionText[]): PrintedPlace[] =>
  eachOnce(texts.flatMap((text) => [...postcodesIn(text)]));
