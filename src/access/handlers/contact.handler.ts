/** Who stands behind an account: recorded in, or deleted with, a stream of its own. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { contactErased, unknownAccount } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import { EraseContact, RecordContact, type AccessOutcome } from '../commands.js';

@CommandHandler(RecordContact)
export class RecordContactHandler implements ICommandHandler<RecordContact> {
  constructor(private readonly accounts: AccountStore) {}

  async execute({ context, account, order }: RecordContact): Promise<AccessOutcome> {
    const loaded = await this.accounts.load(account);
    if (loaded.state.status === 'unopened') return unknownAccount(account);
    const position = await this.accounts.recordContact(account, order, context);
    return position === null ? contactErased(account) : { outcome: 'recorded', position };
  }
}

@CommandHandler(EraseContact)
export class EraseContactHandler implements ICommandHandler<EraseContact> {
  constructor(private readonly accounts: AccountStore) {}

  async execute({ account }: EraseContact): Promise<AccessOutcome> {
    const loaded = await this.accounts.load(account);
    if (loaded.state.status === 'unopened') return unknownAccount(account);
    const { erased, position } = await this.accounts.eraseContact(account);
    return { outcome: erased ? 'recorded' : 'unchanged', position };
  }
}
