import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changeBlocks } from '../../streams/account/account.decider.js';
import type { AccessOutcome } from '../commands.js';
import { ChangeBlocks } from '../commands.js';
import { AccountChange } from './account-change.js';

@CommandHandler(ChangeBlocks)
export class ChangeBlocksHandler implements ICommandHandler<ChangeBlocks> {
  constructor(private readonly change: AccountChange) {}

  execute({ context, account, change }: ChangeBlocks): Promise<AccessOutcome> {
    return this.change.run(account, context, (state) => changeBlocks(state, change));
  }
}
