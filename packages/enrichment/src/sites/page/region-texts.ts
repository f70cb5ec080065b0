/** Joins the runs of a page by region, because a line break or cells may separate parts of a value. */
import { groupBy } from '../../../../platform/src/values/group-by.js';
import type { PrintedPlace, Region } from '../site-reading.js';
import { PAGE_LIMITS } from './limits.js';
import { foldedText } from './plain-text.js';

/** A region's text, folded for the search of values. */
export interface RegionText {
  readonly region: Region;
  readonly text: string;
}

export interface SeenLink {
  readonly url: string;
  readonly text: string;
  readonly region: Region;
}

/** Regions in the order in which a site describes itself. */
const ORDER: readonly Region[] = ['title', 'header', 'footer', 'address', 'nav', 'main'];
const BETWEEN_RUNS = ' | ';

/** @param max characters of a region */
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

/** Collects values of a page: each once a region, up to the limit. */
export function eachOnce<P extends PrintedPlace>(values: Iterable<P>): P[] {
  const byRegionAndValue = new Map<string, P>();
  for (const value of values) {
    const key = `${value.region} ${value.value}`;
    if (!byRegionAndValue.has(key)) byRegionAndValue.set(key, value);
    if (byRegionAndValue.size >= PAGE_LIMITS.values) break;
  }
  return [...byRegionAndValue.values()];
}
