import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changeBlocks } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import type { AccessOutcome } from '../commands.js';
import { ChangeBlocks } from '../commands.js';

@CommandHandler(ChangeBlocks)
export class ChangeBlocksHandler implements ICommandHandler<ChangeBlocks> {
  constructor(private readonly accounts: AccountStore) {}

  execute({ context, account, change }: ChangeBlocks): Promise<AccessOutcome> {
    return this.accounts.change(account, context, (state) => changeBlocks(state, change));
  }
}
