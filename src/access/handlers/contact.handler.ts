/** Records or erases the contact of an account, in a stream of its own. */
import { handledBy } from '../../../packages/platform/src/nest/stream-module.js';
import { contactErased, eraseContact, unknownAccount } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import { EraseContact, RecordContact, type AccessOutcome } from '../commands.js';

const handle = handledBy(AccountStore);

export const CONTACT_HANDLERS = [
  handle(RecordContact, async (accounts, { context, account, change }): Promise<AccessOutcome> => {
    const { state } = await accounts.load(account);
    if (state.status === 'unopened') return unknownAccount(account);
    const event = { type: 'ContactRecorded', data: { account_id: account, ...change } } as const;
    const position = await accounts.recordContact(account, event, context);
    return position === null ? contactErased(account) : { outcome: 'recorded', position };
  }),
  /**
   * Records the event, then deletes the contact. A repeated command completes an interrupted one. A contact
   * erased before this event existed gets no event, because nobody knows who erased it.
   */
  handle(EraseContact, async (accounts, { context, account, change }): Promise<AccessOutcome> => {
    const { state } = await accounts.load(account);
    if (state.status === 'unopened') return unknownAccount(account);
    const wasErased = await accounts.isContactErased(account);
    if (!wasErased) {
      const outcome = await accounts.change(account, context, (opened) =>
        eraseContact(opened, change.reason),
      );
      if (outcome.outcome === 'refused') return outcome;
    }
    const position = await accounts.eraseContact(account, context);
    return { outcome: wasErased ? 'unchanged' : 'recorded', position };
  }),
];
