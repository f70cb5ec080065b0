/**
 * Computes the shares of matched rows and available blocks over all accounts in the last three months (UTC).
 */
import {
  COVERAGE,
  coverageKey,
  type CoverageDocument,
} from '../../../projections/coverage/coverage.document.js';
import type { Catalogue } from '../../../packages/enrichment/src/index.js';
import { whenReady } from '../../../packages/platform/src/projector/generation-reader.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';

const MONTHS = 3;
/** The minimum number of rows. Fewer rows say too little, and might all belong to one customer. */
const MIN_ROWS = 100;

const sum = (counts: readonly (number | undefined)[]): number =>
  counts.reduce<number>((total, count = 0) => total + count, 0);

/** Returns a share, rounded to three decimals so that the catalogue seldom changes; null for too few rows. */
function share(part: number, total: number): number | null {
  return total < MIN_ROWS ? null : Math.round((part / total) * 1_000) / 1_000;
}

/** Returns the shares over these months together. */
export function coverageOf(months: readonly CoverageDocument[]): Catalogue.Coverage {
  const shareOfBlock = (block: BlockKey): number | null => {
    const available = sum(months.map((month) => month.available[block]));
    return share(available, available + sum(months.map(({ not_found }) => not_found[block])));
  };
  const rowsWithCompany = sum(months.map((month) => month.named));
  return { matched: share(sum(months.map(({ delivered }) => delivered)), rowsWithCompany), shareOfBlock };
}

/** Returns the keys of the documents of the three months that end with the month of `day` (YYYY-MM-DD). */
export function coverageKeys(day: string): string[] {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, monthsBack) =>
    coverageKey(new Date(Date.UTC(year, month - 1 - monthsBack, 1)).toISOString()),
  );
}

/**
 * Returns the shares as of today. While the read model is built for the first time, all are unknown.
 * @param day today, YYYY-MM-DD, UTC
 */
export async function pastCoverage(
  models: Pick<ReadModelReader, 'getMany'>,
  day: string,
): Promise<Catalogue.Coverage> {
  const months = await whenReady(() => models.getMany(COVERAGE.name, coverageKeys(day)), []);
  return coverageOf(months.map((document) => COVERAGE.fields(document)));
}
