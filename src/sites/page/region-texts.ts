/** The runs of a page by region, joined: what belongs together may be parted by a line break or a table's cells. */
import type { Region } from '../site-reading.js';
import { foldedText } from './plain-text.js';

/** As values are looked for in it: folded. */
export interface RegionText {
  readonly region: Region;
  readonly text: string;
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
