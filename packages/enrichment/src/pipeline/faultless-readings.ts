/** The lookup cache, whose faults wait and end no row. */
import type { Readings } from '../live/readings/readings.js';
import { fromPort } from './no-answer-yet.js';

/**
 * A fault of the lookup cache never ends a row. A failed fetch is reported by the block that asked for it.
 */
export const faultless = (readings: Readings): Readings => ({
  kinds: readings.kinds,
  fetch: (...asked) => readings.fetch(...asked),
  kept: (...asked) => fromPort(() => readings.kept(...asked)),
  keep: (...kept) => fromPort(() => readings.keep(...kept)),
});
