import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { suspend } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import type { AccessOutcome } from '../commands.js';
import { SuspendAccount } from '../commands.js';

@CommandHandler(SuspendAccount)
export class SuspendAccountHandler implements ICommandHandler<SuspendAccount> {
  constructor(private readonly accounts: AccountStore) {}

  execute({ context, account, reason }: SuspendAccount): Promise<AccessOutcome> {
    return this.accounts.change(account, context, (state) => suspend(state, reason));
  }
}
