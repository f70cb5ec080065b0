import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { revokeKey } from '../../streams/account/account.decider.js';
import type { AccessOutcome } from '../commands.js';
import { RevokeKey } from '../commands.js';
import { AccountChange } from './account-change.js';

@CommandHandler(RevokeKey)
export class RevokeKeyHandler implements ICommandHandler<RevokeKey> {
  constructor(private readonly change: AccountChange) {}

  execute({ context, account, keyId, reason }: RevokeKey): Promise<AccessOutcome> {
    return this.change.run(account, context, (state) => revokeKey(state, keyId, reason));
  }
}
