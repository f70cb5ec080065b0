/** Records acts on the whole service. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  end,
  prepare,
  start,
  type MaintenanceRefusal,
} from '../../streams/maintenance/maintenance.decider.js';
import { EndMaintenance, PrepareTakeOver, StartMaintenance } from './commands.js';
import { MaintenanceStore } from './maintenance.store.js';

type Recorded = { readonly outcome: 'recorded' } | MaintenanceRefusal;

@CommandHandler(StartMaintenance)
export class StartMaintenanceHandler implements ICommandHandler<StartMaintenance> {
  constructor(private readonly acts: MaintenanceStore) {}

  execute({ context, wish }: StartMaintenance): Promise<Recorded> {
    return this.acts.record(context, (state) => start(state, wish));
  }
}

@CommandHandler(PrepareTakeOver)
export class PrepareTakeOverHandler implements ICommandHandler<PrepareTakeOver> {
  constructor(private readonly acts: MaintenanceStore) {}

  execute({ context, prepared }: PrepareTakeOver): Promise<Recorded> {
    return this.acts.record(context, (state) => prepare(state, prepared));
  }
}

@CommandHandler(EndMaintenance)
export class EndMaintenanceHandler implements ICommandHandler<EndMaintenance> {
  constructor(private readonly acts: MaintenanceStore) {}

  execute({ context, ended }: EndMaintenance): Promise<Recorded> {
    return this.acts.record(context, (state) => end(state, ended));
  }
}
