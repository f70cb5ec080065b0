import type { BlockKey } from '../packages/contract/src/block-key.js';

type Counts<Key extends string> = Readonly<Partial<Record<Key, number>>>;

/** Counts by block, or by reason, added up. */
export function addCounts<Key extends string>(a: Counts<Key>, b: Counts<Key>): Counts<Key> {
  const sum: Partial<Record<Key, number>> = { ...a };
  for (const [key, count] of Object.entries(b) as [Key, number][]) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}

type UnitLine<Price extends string | null> = {
  readonly block: BlockKey;
  readonly price: Price;
  readonly units: number;
};
/** Units of a block that have a corrected price in place of the agreed one. */
export type CorrectedLine = UnitLine<string>;

/** Adds up lines by block and price, in their order. Units that add up to 0 get no line. */
export function addLines<Price extends string | null>(
  before: readonly UnitLine<Price>[],
  more: readonly UnitLine<Price>[],
): readonly UnitLine<Price>[] {
  const sums = new Map<string, UnitLine<Price>>();
  for (const { block, price, units } of [...before, ...more]) {
    const key = `${block} ${price ?? ''}`;
    sums.set(key, { block, price, units: (sums.get(key)?.units ?? 0) + units });
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line)
    .filter(({ units }) => units !== 0);
}
