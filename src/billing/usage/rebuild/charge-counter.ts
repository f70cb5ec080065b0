/** Counts the charges in a replay: one for each delivered row, one for each late block. */
import type { ProjectedEvent } from '../../../../projections/projected-event.js';
import type { ProjectionSet } from '../../../../packages/platform/src/projector/lane.js';

/** A set of projections to replay with, and the number of charges that it has decoded so far. */
export interface ChargeCounter {
  readonly set: ProjectionSet<ProjectedEvent>;
  readonly chargeCount: () => number;
}

export function withChargeCounter(set: ProjectionSet<ProjectedEvent>): ChargeCounter {
  let chargeCount = 0;
  return {
    set: {
      ...set,
      decode: (recorded, types) => {
        const events = set.decode(recorded, types);
        for (const { event } of events) {
          if (event.type === 'RowsRecorded') chargeCount += event.data.charged;
          else if (event.type === 'BlockCharged') chargeCount++;
        }
        return events;
      },
    },
    chargeCount: () => chargeCount,
  };
}
