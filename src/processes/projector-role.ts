/** The projector role: keeps every read model up to date from the log. */
import { PROJECTIONS } from '../../projections/index.js';
import type { ProjectedEvent } from '../../projections/projected-event.js';
import type { ProjectorLog } from '../platform/projector/lane-runner.js';
import { Projector } from '../platform/projector/projector.js';
import type { Stores } from '../platform/stores/stores.js';

export type ProjectorRole = Projector<ProjectedEvent>;

/** Not started yet. The stores stay the caller's to close, after `stop()`. */
export const createProjectorRole = (
  stores: Pick<Stores, 'eventStore' | 'readModels'>,
  log: ProjectorLog,
): ProjectorRole =>
  new Projector({
    stores: { events: stores.eventStore, models: stores.readModels },
    set: PROJECTIONS,
    log,
  });
