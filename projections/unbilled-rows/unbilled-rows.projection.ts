/** Projects rows without a unit. One that waited for late blocks counts on the day of the last block. */
import type { DocumentOperation, Found } from '../../packages/platform/src/projector/projection.js';
import { at, fieldsAt, put, update } from '../../packages/platform/src/projector/operations.js';
import type { Logged } from '../../src/streams/envelope.js';
import type { BlockFilled } from '../../src/streams/rows/rows.events.js';
import type { RowsRecordedTally } from '../../src/streams/rows/rows-tally.js';
import { defineProjection } from '../define-projection.js';
import { UNBILLED_ROWS, UNSETTLED_ROWS, unbilledRowsKey, unsettledRowKey } from './unbilled-rows.document.js';

function more(
  { account: account_id, time }: Pick<Logged<unknown>, 'account' | 'time'>,
  rows: number,
): readonly DocumentOperation[] {
  if (account_id === null || rows === 0) return [];
  const day = time.slice(0, 'YYYY-MM-DD'.length);
  return [
    update(UNBILLED_ROWS, unbilledRowsKey(account_id, day), (before) => ({
      account_id,
      day,
      rows: (before?.rows ?? 0) + rows,
    })),
  ];
}

function recorded(rows: Logged<RowsRecordedTally>): readonly DocumentOperation[] {
  const { account: account_id, event } = rows;
  const { job_id, unbilled, unsettled } = event.data;
  if (account_id === null) return [];
  const waiting = unsettled.map(({ row, blocks }) =>
    put(UNSETTLED_ROWS, unsettledRowKey(job_id, row), { account_id, blocks }),
  );
  return [...more(rows, unbilled), ...waiting];
}

const unsettledKey = ({ event: { data } }: { readonly event: BlockFilled }): string =>
  unsettledRowKey(data.job_id, data.row);

/** Settles or counts down the row of a late block. An available block is billed in the same append. */
function filled(late: Logged<BlockFilled>, found: Found): readonly DocumentOperation[] {
  const key = unsettledKey(late);
  const row = fieldsAt(found, UNSETTLED_ROWS, key);
  if (row === undefined) return [];
  const isBilled = late.event.data.outcome.status === 'available';
  const blocks = row.blocks - 1;
  if (!isBilled && blocks > 0) return [put(UNSETTLED_ROWS, key, { ...row, blocks })];
  const settled = update(UNSETTLED_ROWS, key, () => undefined);
  return isBilled ? [settled] : [settled, ...more({ account: row.account_id, time: late.time }, 1)];
}

export const unbilledRows = defineProjection({
  name: 'unbilled-rows',
  version: 2,
  lane: 'billing',
  collections: [UNBILLED_ROWS, UNSETTLED_ROWS],
  lookups: { BlockFilled: (late) => [at(UNSETTLED_ROWS, unsettledKey(late))] },
  on: {
    RowsRecorded: recorded,
    BlockFilled: filled,
    JobCancelled: (cancelled) => more(cancelled, cancelled.event.data.skipped),
  },
});
