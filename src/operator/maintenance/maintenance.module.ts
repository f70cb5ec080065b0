/** Records acts on the whole service. */
import { streamModule } from '../../platform/nest/stream-module.js';
import { end, prepare, start } from '../../streams/maintenance/maintenance.decider.js';
import { EndMaintenance, PrepareTakeOver, StartMaintenance } from './commands.js';
import { MaintenanceStore } from './maintenance.store.js';

export const MaintenanceModule = streamModule(MaintenanceStore, (on) => [
  on(StartMaintenance, (acts, { context, wish }) => acts.record(context, (state) => start(state, wish))),
  on(PrepareTakeOver, (acts, { context, prepared }) =>
    acts.record(context, (state) => prepare(state, prepared)),
  ),
  on(EndMaintenance, (acts, { context, ended }) => acts.record(context, (state) => end(state, ended))),
]);
