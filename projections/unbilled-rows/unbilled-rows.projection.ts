/** Rows without a unit, by account and day: failed ones, delivered ones without an available block, skipped ones. */
import type { DocumentOperation } from '../../src/platform/projector/projection.js';
import { update } from '../../src/platform/projector/operations.js';
import type { Logged } from '../../src/streams/envelope.js';
import { defineProjection } from '../define-projection.js';
import { UNBILLED_ROWS, unbilledRowsKey } from './unbilled-rows.document.js';

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

export const unbilledRows = defineProjection({
  name: 'unbilled-rows',
  version: 1,
  lane: 'billing',
  collections: [UNBILLED_ROWS],
  on: {
    RowsRecorded: (recorded) => more(recorded, recorded.event.data.unbilled),
    JobCancelled: (cancelled) => more(cancelled, cancelled.event.data.skipped),
  },
});
