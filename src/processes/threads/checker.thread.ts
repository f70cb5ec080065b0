/**
 * The thread of the standing check, the hourly seal and the log of heads, with low priority: it never delays
 * an answer, a lane or a chunk.
 */
import 'reflect-metadata';
import { PROJECTIONS } from '../../../projections/index.js';
import { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { workInBackground } from '../../../packages/platform/src/threads/thread-priority.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { HeadKeeper } from '../../heads/head-keeper.js';
import { headLogger } from '../../heads/head-logger.js';
import { PublishedHeads } from '../../heads/published-heads.js';
import { Timestamps } from '../../heads/timestamps/timestamps.js';
import { Witnesses } from '../../heads/witnesses.js';
import { SealKeeper } from '../../seals/seal-keeper.js';
import { DutyCycle } from '../../verify/standing/duty-cycle.js';
import { StandingCheck } from '../../verify/standing/standing-check.js';
import { serveRole } from '../serve-role.js';

/** The share of one core that the seal may use. */
const CORE_SHARE = 0.1;

workInBackground();
serveRole((settings, stores, { logger: log }) => {
  const { eventStore: store, coordination } = stores;
  const models = new LiveReadModels({ events: stores.eventStore, models: stores.readModels }, PROJECTIONS);
  const check = new StandingCheck({ ...stores, models, clock: systemClock, log });
  const duty = new DutyCycle(CORE_SHARE);
  const ports = { store, clock: systemClock, entropy: systemEntropy() };
  const published = new PublishedHeads(store, settings);
  const headPorts = { heads: published, coordination, log };
  const headKeeper = new HeadKeeper({
    ...ports,
    coordination,
    log,
    logger: headLogger(settings, ports),
    witnesses: new Witnesses(settings.witnesses, headPorts),
    timestamps: new Timestamps(settings.timestamps, headPorts),
  });
  const sealKeeper = new SealKeeper({
    ...ports,
    coordination,
    log,
    rest: (signal) => duty.rest(signal),
  });
  return {
    start: async () => {
      await models.start();
      await check.start();
      sealKeeper.start();
      headKeeper.start();
    },
    stop: async () => {
      await Promise.all([check.stop(), sealKeeper.stop(), headKeeper.stop()]);
    },
  };
});
