/** The commands that record a maintenance act: its start, the coming switch to rebuilt data, and its end. */
import type { MaintenanceAct, MaintenanceRefusal } from '../../streams/maintenance/maintenance.decider.js';
import type { MaintenanceEnded, TakeOverPrepared } from '../../streams/maintenance/maintenance.events.js';
import { BaseCommand } from '../base-command.js';

type Answer = { readonly outcome: 'recorded' } | MaintenanceRefusal;

/** Records the start of an act, before any work is done. */
export class StartMaintenance extends BaseCommand<
  Pick<MaintenanceAct, 'act' | 'operator' | 'reason' | 'what'>,
  Answer
> {}

/** Records that rebuilt data are about to replace the live data. */
export class PrepareTakeOver extends BaseCommand<TakeOverPrepared, Answer> {}

/** Records the end of an act. */
export class EndMaintenance extends BaseCommand<MaintenanceEnded, Answer> {}
