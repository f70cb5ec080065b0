/**
 * What values are looked for in, and how they are gathered. The runs of a page are joined by region: what
 * belongs together may be parted by a line break or a table's cells.
 */
import type { Printed, Region } from '../site-reading.js';
import { LIMITS } from './limits.js';
import { foldedText } from './plain-text.js';

/** As values are looked for in it: folded. */
export interface RegionText {
  readonly region: Region;
  readonly text: string;
}

/** A link that is seen, with its text. */
export interface SeenLink {
  readonly url: string;
  readonly text: string;
  readonly region: Region;
}

/** Regions where a site tells of itself first. */
const ORDER: readonly Region[] = ['title', 'header', 'footer', 'address', 'nav', 'main'];
const BETWEEN_RUNS = ' | ';

/** @param most characters of a region */
export function regionTexts(
  runs: readonly { readonly region: Region; readonly text: string }[],
  most: number,
): RegionText[] {
  const parts = new Map<Region, string[]>();
  for (const { region, text } of runs) {
    const gathered = parts.get(region);
    if (gathered === undefined) parts.set(region, [text]);
    else gathered.push(text);
  }
  return ORDER.flatMap((region) => {
    const gathered = parts.get(region);
    return gathered === undefined ? [] : [{ region, text: foldedText(gathered.join(BETWEEN_RUNS), most) }];
  });
}

/** Values as they are gathered from a page: each once a region, up to the limit. */
export function eachOnce<P extends Printed>(values: Iterable<P>): P[] {
  const seen = new Map<string, P>();
  for (const value of values) {
    const key = `${value.region} ${value.value}`;
    if (!seen.has(key)) seen.set(key, value);
    if (seen.size >= LIMITS.values) break;
  }
  return [...seen.values()];
}
