/** The thread of the standing check, with low priority: it never delays an answer, a lane or a chunk. */
import 'reflect-metadata';
import { PROJECTIONS } from '../../../projections/index.js';
import { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { workInBackground } from '../../../packages/platform/src/threads/thread-priority.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { StandingCheck } from '../../verify/standing/standing-check.js';
import { serveRole } from '../serve-role.js';

workInBackground();
serveRole((_settings, stores, { logger: log }) => {
  const models = new LiveReadModels({ events: stores.eventStore, models: stores.readModels }, PROJECTIONS);
  const check = new StandingCheck({ ...stores, models, clock: systemClock, log });
  return {
    start: async () => {
      await models.start();
      await check.start();
    },
    stop: () => check.stop(),
  };
});
