/** The check that stands beside the projector; see `StandingCheck`. */
import { PROJECTIONS } from '../../projections/index.js';
import { StandingCheck } from '../verify/standing/standing-check.js';
import { LiveReadModels } from '../platform/projector/live-read-models.js';
import { systemClock } from '../platform/time/clock.js';
import type { MakeRole } from './startable.js';

/** In a thread of its own, no portion of the check ever stalls an answer, a lane or a chunk. */
export const startableChecker: MakeRole = (_settings, stores, { logger: log }) => {
  const models = new LiveReadModels({ events: stores.eventStore, models: stores.readModels }, PROJECTIONS);
  const check = new StandingCheck({ ...stores, models, clock: systemClock, log });
  return {
    start: async () => {
      await models.start();
      await check.start();
    },
    stop: () => check.stop(),
  };
};
