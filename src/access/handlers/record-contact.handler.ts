import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { contactErased, unknownAccount } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import type { AccessOutcome } from '../commands.js';
import { RecordContact } from '../commands.js';

@CommandHandler(RecordContact)
export class RecordContactHandler implements ICommandHandler<RecordContact> {
  constructor(private readonly accounts: AccountStore) {}

  async execute({ context, account, contact }: RecordContact): Promise<AccessOutcome> {
    const loaded = await this.accounts.load(account);
    if (loaded.state.status === 'unopened') return unknownAccount(account);
    const position = await this.accounts.recordContact(account, contact, context);
    return position === null ? contactErased(account) : { outcome: 'recorded', position };
  }
}
