/** Joins the runs of a page by region, because line breaks or cells may separate parts of a value. */
import { groupBy } from '../../../../platform/src/values/group-by.js';
import type { PrintedPlace, Region } from '../site-reading.js';
import { PAGE_LIMITS } from './limits.js';
import { foldedText } from './plain-text.js';

/** The folded text of a region, for the search of values. */
export interface RegionText {
  readonly region: Region;
  readonly text: string;
}

export interface SeenLink {
  readonly url: string;
  readonly text: string;
  readonly region: Region;
}

/** The regions, the most likely to describe the site first. */
const ORDER: readonly Region[] = ['title', 'header', 'footer', 'address', 'nav', 'main'];
const BETWEEN_RUNS = ' | ';

/** @param max the maximum characters of a region */
export function regionTexts(
  runs: readonly { readonly region: Region; readonly text: string }[],
  max: number,
): RegionText[] {
  const runsByRegion = groupBy(runs, ({ region }) => region);
  return ORDER.flatMap((region) => {
    const texts = runsByRegion.get(region)?.map(({ text }) => text);
    return texts === undefined ? [] : [{ region, text: foldedText(texts.join(BETWEEN_RUNS), max) }];
  });
}

/** The distinct values of each region, up to the limit of a page. */
export function eachOnce<P extends PrintedPlace>(values: Iterable<P>): P[] {
  const byRegionAndValue = new Map<string, P>();
  for (const value of values) {
    const key = `${value.region} ${value.value}`;
    if (!byRegionAndValue.has(key)) byRegionAndValue.set(key, value);
    if (byRegionAndValue.size >= PAGE_LIMITS.values) break;
  }
  return [...byRegionAndValue.values()];
}
