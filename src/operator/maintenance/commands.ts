/** What is recorded of an act on the whole service: that it starts, is about to change something, and is over. */
import type { MaintenanceAct, MaintenanceRefusal } from '../../streams/maintenance/maintenance.decider.js';
import type { MaintenanceEnded, TakeOverPrepared } from '../../streams/maintenance/maintenance.events.js';
import { Ordered } from '../commands.js';

type Answer = { readonly outcome: 'recorded' } | MaintenanceRefusal;

/** Before anything is done. */
export class StartMaintenance extends Ordered<
  Pick<MaintenanceAct, 'act' | 'operator' | 'reason' | 'what'>,
  Answer
> {}

/** Before what was built anew is taken over. */
export class PrepareTakeOver extends Ordered<TakeOverPrepared, Answer> {}

/** After all of it. */
export class EndMaintenance extends Ordered<MaintenanceEnded, Answer> {}
