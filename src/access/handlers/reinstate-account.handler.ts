import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { reinstate } from '../../streams/account/account.decider.js';
import type { AccessOutcome } from '../commands.js';
import { ReinstateAccount } from '../commands.js';
import { AccountChange } from './account-change.js';

@CommandHandler(ReinstateAccount)
export class ReinstateAccountHandler implements ICommandHandler<ReinstateAccount> {
  constructor(private readonly change: AccountChange) {}

  execute({ context, account }: ReinstateAccount): Promise<AccessOutcome> {
    return this.change.run(account, context, reinstate);
  }
}
