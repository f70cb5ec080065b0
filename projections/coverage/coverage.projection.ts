/** Outcomes of rows and blocks over all accounts. Estimates of what a list will cost read them. */
import { update } from '../../packages/platform/src/projector/operations.js';
import type { DocumentOperation } from '../../packages/platform/src/projector/projection.js';
import type { BlockFilled } from '../../src/streams/rows/rows.events.js';
import { addCounts } from '../add-counts.js';
import { defineProjection } from '../define-projection.js';
import { COVERAGE, coverageKey, type CoverageDocument } from './coverage.document.js';

const NONE: CoverageDocument = { named: 0, delivered: 0, available: {}, not_found: {} };

const more = (time: string, counts: CoverageDocument): readonly DocumentOperation[] => [
  update(COVERAGE, coverageKey(time), (before = NONE) => ({
    named: before.named + counts.named,
    delivered: before.delivered + counts.delivered,
    available: addCounts(before.available, counts.available),
    not_found: addCounts(before.not_found, counts.not_found),
  })),
];

/** Returns the counts of a block that was pending. Its row was counted with its record. */
function filled({ block, outcome }: BlockFilled['data']): CoverageDocument {
  const one = { [block]: 1 };
  switch (outcome.status) {
    case 'available':
      return { ...NONE, available: one };
    case 'not_found':
      return { ...NONE, not_found: one };
    case 'not_enabled':
    case 'pending':
      return NONE;
  }
}

export const coverage = defineProjection({
  name: 'coverage',
  version: 1,
  lane: 'billing',
  collections: [COVERAGE],
  on: {
    RowsRecorded: ({ time, event: { data } }) =>
      more(time, {
        named: data.count - data.unnamed,
        delivered: data.charged,
        available: data.units,
        not_found: data.not_found,
      }),
    BlockFilled: ({ time, event: { data } }) => more(time, filled(data)),
  },
});
