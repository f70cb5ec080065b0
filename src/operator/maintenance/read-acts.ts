/** Reads the maintenance acts from the log. */
import type { EventStore } from '../../platform/event-store/event-store.js';
import { storedPages } from '../../platform/event-store/stored-events.js';
import { evolve, NO_ACTS, type MaintenanceState } from '../../streams/maintenance/maintenance.decider.js';
import { maintenanceStreams } from '../../streams/maintenance/maintenance.events.js';

/** Reads the whole stream: an act has two or three events. */
export async function readActs(store: Pick<EventStore, 'readStream'>): Promise<MaintenanceState> {
  let state = NO_ACTS;
  for await (const page of storedPages(store, maintenanceStreams.streamOf('all')))
    state = evolve(state, page.map(maintenanceStreams.decode));
  return state;
}
