import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { reinstate } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import type { AccessOutcome } from '../commands.js';
import { ReinstateAccount } from '../commands.js';

@CommandHandler(ReinstateAccount)
export class ReinstateAccountHandler implements ICommandHandler<ReinstateAccount> {
  constructor(private readonly accounts: AccountStore) {}

  execute({ context, account }: ReinstateAccount): Promise<AccessOutcome> {
    return this.accounts.change(account, context, reinstate);
  }
}
