import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { suspend } from '../../streams/account/account.decider.js';
import type { AccessOutcome } from '../commands.js';
import { SuspendAccount } from '../commands.js';
import { AccountChange } from './account-change.js';

@CommandHandler(SuspendAccount)
export class SuspendAccountHandler implements ICommandHandler<SuspendAccount> {
  constructor(private readonly change: AccountChange) {}

  execute({ context, account, reason }: SuspendAccount): Promise<AccessOutcome> {
    return this.change.run(account, context, (state) => suspend(state, reason));
  }
}
