/** The projector role: keeps every read model up to date from the log. */
import type { Registry } from 'prom-client';
import { projectorStores } from '../../projections/read-side.js';
import { PROJECTIONS } from '../../projections/index.js';
import { countEach } from '../health/readiness-gauges.js';
import type { ProjectedEvent } from '../../projections/projected-event.js';
import type { ProjectorLog } from '../../packages/platform/src/projector/lane-runner.js';
import { Projector } from '../../packages/platform/src/projector/projector.js';
import type { Stores } from '../../packages/platform/src/stores/stores.js';
import type { MakeRole } from './roles.js';

export type ProjectorRole = Projector<ProjectedEvent>;

/** Creates the role without starting it. The caller closes the stores, after `stop()`. */
export const createProjectorRole = (
  stores: Pick<Stores, 'eventStore' | 'readModels' | 'coordination'>,
  log: ProjectorLog,
): ProjectorRole => new Projector({ stores: projectorStores(stores), set: PROJECTIONS, log });

export const startableProjector: MakeRole = (_settings, stores, { logger, metrics }) => {
  const role = createProjectorRole(stores, logger);
  countProjector(metrics.registry, role);
  return {
    start: () => role.start(),
    stop: () => role.stop(),
    warnings: () =>
      role
        .lanesOfNewer()
        .map(
          (lane) =>
            `A newer version of the program runs the lane ${lane}: this process can't take over from it.`,
        ),
  };
};

function countProjector(registry: Registry, role: ProjectorRole): void {
  const addCounter = (name: string, help: string, of: 'batches' | 'events'): void =>
    countEach(registry, { name, help, labelNames: ['lane'] }, () =>
      [...role.applied()].map(([lane, applied]) => [{ lane }, applied[of]]),
    );
  addCounter('projector_batches_applied_total', 'Batches of documents committed, by lane.', 'batches');
  addCounter(
    'projector_events_applied_total',
    'Stored events looked at in those batches, by lane.',
    'events',
  );
}
