/** Handles the commands that record maintenance acts. */
import { derivedId } from '../../streams/derived-id.js';
import {
  end,
  evolve,
  NO_ACTS,
  prepare,
  start,
  type MaintenanceState,
} from '../../streams/maintenance/maintenance.decider.js';
import { maintenanceStreams, type MaintenanceEvent } from '../../streams/maintenance/maintenance.events.js';
import type { StreamFold } from '../../streams/stream-repository.js';
import { streamStoreModule } from '../stream.module.js';
import { EndMaintenance, PrepareTakeOver, StartMaintenance } from './commands.js';

const ACTS: StreamFold<'all', MaintenanceEvent, MaintenanceState> = {
  stream: maintenanceStreams,
  initial: NO_ACTS,
  evolve,
  // An act has at most one event of each type.
  eventId: (id, { type, data }) => derivedId(maintenanceStreams.streamOf(id), data.act, type),
};

export const MaintenanceModule = streamStoreModule(ACTS, (handle) => [
  handle(StartMaintenance, (acts, { context, input }) =>
    acts.record('all', context, (state) => start(state, input)),
  ),
  handle(PrepareTakeOver, (acts, { context, input }) =>
    acts.record('all', context, (state) => prepare(state, input)),
  ),
  handle(EndMaintenance, (acts, { context, input }) =>
    acts.record('all', context, (state) => end(state, input)),
  ),
]);
