/** What is recorded of an act on the whole service: that it starts, is about to change something, and is over. */
import { Command } from '@nestjs/cqrs';
import type { EventContext } from '../../streams/envelope.js';
import type { MaintenanceAct, MaintenanceRefusal } from '../../streams/maintenance/maintenance.decider.js';
import type { MaintenanceEnded, TakeOverPrepared } from '../../streams/maintenance/maintenance.events.js';

type Recorded = { readonly outcome: 'recorded' } | MaintenanceRefusal;

/** Before anything is done. */
export class StartMaintenance extends Command<Recorded> {
  constructor(
    readonly context: EventContext,
    readonly wish: Pick<MaintenanceAct, 'act' | 'operator' | 'reason' | 'what'>,
  ) {
    super();
  }
}

/** Before what was built anew is taken over. */
export class PrepareTakeOver extends Command<Recorded> {
  constructor(
    readonly context: EventContext,
    readonly prepared: TakeOverPrepared,
  ) {
    super();
  }
}

/** After all of it. */
export class EndMaintenance extends Command<Recorded> {
  constructor(
    readonly context: EventContext,
    readonly ended: MaintenanceEnded,
  ) {
    super();
  }
}
