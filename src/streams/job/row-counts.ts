/** Sums of row counts (Contract 1.2). */
import type { RowCounts } from './job.events.js';

export const NO_ROWS: RowCounts = { succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 };

export const addRowCounts = (a: RowCounts, b: RowCounts): RowCounts => ({
  succeeded: a.succeeded + b.succeeded,
  not_found: a.not_found + b.not_found,
  failed: a.failed + b.failed,
  site_unreachable: a.site_unreachable + b.site_unreachable,
});

/** Returns the fuller of two counts of one job. Each may lag behind its record. */
export const furtherCounts = (a: RowCounts, b: RowCounts): RowCounts => ({
  ...(processedRows(a) > processedRows(b) ? a : b),
  site_unreachable: Math.max(a.site_unreachable, b.site_unreachable),
});

/** Rows that were delivered or failed. Rows that a cancel skipped don't count. */
export const processedRows = ({ succeeded, not_found, failed }: RowCounts): number =>
  succeeded + not_found + failed;
