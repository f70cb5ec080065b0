/** Rows a minute and why rows failed, of the last day: how the service does at a glance. */
import { update } from '../../src/platform/projector/operations.js';
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
          // Of another day: what comes late of an earlier one counts no more.
          if (before === undefined || before.minute < minute)
            return { minute, rows: data.count, failed: data.failed };
          if (before.minute > minute) return before;
          return { minute, rows: before.rows + data.count, failed: addCounts(before.failed, data.failed) };
        }),
      ];
    },
  },
});
