/** Records or erases the contact of an account, in a stream of its own. */
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { contactErased, eraseContact, unknownAccount } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import { EraseContact, RecordContact, type AccessOutcome } from '../commands.js';

@CommandHandler(RecordContact)
export class RecordContactHandler implements ICommandHandler<RecordContact> {
  constructor(private readonly accounts: AccountStore) {}

  async execute({ context, account, order }: RecordContact): Promise<AccessOutcome> {
    const loaded = await this.accounts.load(account);
    if (loaded.state.status === 'unopened') return unknownAccount(account);
    const event = { type: 'ContactRecorded', data: { account_id: account, ...order } } as const;
    const position = await this.accounts.recordContact(account, event, context);
    return position === null ? contactErased(account) : { outcome: 'recorded', position };
  }
}

@CommandHandler(EraseContact)
export class EraseContactHandler implements ICommandHandler<EraseContact> {
  constructor(private readonly accounts: AccountStore) {}

  /**
   * The event is recorded first; then the contact is deleted, again if an earlier try ended in between. A
   * contact that was erased before such events existed gets none, since it is unknown who erased it.
   */
  async execute({ context, account, order }: EraseContact): Promise<AccessOutcome> {
    const { state } = await this.accounts.load(account);
    if (state.status === 'unopened') return unknownAccount(account);
    const wasErased = await this.accounts.isContactErased(account);
    if (!wasErased) {
      const outcome = await this.accounts.change(account, context, (open) =>
        eraseContact(open, order.reason),
      );
      if (outcome.outcome === 'refused') return outcome;
    }
    const position = await this.accounts.eraseContact(account, context);
    return { outcome: wasErased ? 'unchanged' : 'recorded', position };
  }
}
