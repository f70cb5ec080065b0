/**
 * Projects open units: a submission adds one a row and block; record, fill and end take them away. It is in
 * the lane of charges, so that a unit is counted either as open or as charged.
 */
import type { DocumentOperation } from '../../packages/platform/src/projector/projection.js';
import { put, update } from '../../packages/platform/src/projector/operations.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { StreamName } from '../../packages/platform/src/event-store/event-store.js';
import { jobOfJobStream } from '../../src/streams/job/job.events.js';
import { addCounts } from '../add-counts.js';
import { defineProjection } from '../define-projection.js';
import type { Units } from '../usage/usage.document.js';
import { OPEN_UNITS, type OpenUnitsDocument } from './open-units.document.js';

const each = (blocks: readonly string[], rows: number): Units =>
  Object.fromEntries(blocks.map((block) => [block, rows]));

const change = (
  job: JobId,
  changed: (open: OpenUnitsDocument) => OpenUnitsDocument | undefined,
): readonly DocumentOperation[] => [
  update(OPEN_UNITS, job, (open) => (open === undefined ? undefined : changed(open))),
];

const fewer = (job: JobId, units: (open: Units) => Units): readonly DocumentOperation[] =>
  change(job, (open) => ({ ...open, units: addCounts(open.units, units(open.units)) }));

const over = ({ stream }: { readonly stream: StreamName }): readonly DocumentOperation[] =>
  change(jobOfJobStream(stream), () => undefined);

export const openUnits = defineProjection({
  name: 'open-units',
  version: 1,
  lane: 'billing',
  collections: [OPEN_UNITS],
  on: {
    JobSubmitted: ({ event: { data } }) => {
      const lacking = new Set<BlockKey>(data.not_enabled);
      const units = each(
        data.blocks.filter((block) => !lacking.has(block)),
        data.rows,
      );
      return [put(OPEN_UNITS, data.job_id, { account_id: data.account_id, units })];
    },
    RowsRecorded: ({ event: { data } }) =>
      fewer(data.job_id, (open) => addCounts(each(Object.keys(open), -data.count), data.awaited)),
    BlockFilled: ({ event: { data } }) => fewer(data.job_id, () => ({ [data.block]: -1 })),
    JobCompleted: over,
    JobCancelled: over,
  },
});
