/** Rows recorded in each minute of the last day, and why rows failed. */
import { update } from '../../packages/platform/src/projector/operations.js';
import { addCounts } from '../add-counts.js';
import { defineProjection } from '../define-projection.js';
import { minuteOf, ROW_PACE, rowPaceKey } from './row-pace.document.js';

export const rowPace = defineProjection({
  name: 'row-pace',
  version: 1,
  lane: 'support',
  collections: [ROW_PACE],
  on: {
    RowsRecorded: ({ time, event: { data } }) => {
      const minute = minuteOf(time);
      return [
        update(ROW_PACE, rowPaceKey(minute), (before) => {
          // The document is of an earlier day: start again. An event of an earlier day is not counted.
          if (before === undefined || before.minute < minute)
            return { minute, rows: data.count, failed: data.failed };
          if (before.minute > minute) return before;
          return { minute, rows: before.rows + data.count, failed: addCounts(before.failed, data.failed) };
        }),
      ];
    },
  },
});
