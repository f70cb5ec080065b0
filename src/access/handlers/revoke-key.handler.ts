import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { revokeKey } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import type { AccessOutcome } from '../commands.js';
import { RevokeKey } from '../commands.js';

@CommandHandler(RevokeKey)
export class RevokeKeyHandler implements ICommandHandler<RevokeKey> {
  constructor(private readonly accounts: AccountStore) {}

  execute({ context, account, keyId, reason }: RevokeKey): Promise<AccessOutcome> {
    return this.accounts.change(account, context, (state) => revokeKey(state, keyId, reason));
  }
}
