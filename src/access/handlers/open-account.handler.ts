import { handledBy } from '../../../packages/platform/src/nest/stream-module.js';
import { FIRST_ACCOUNT_ID, type AccountId } from '../../../packages/contract/src/ids.js';
import { openAccount } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import { OpenAccount } from '../commands.js';

/**
 * Opens an account under the lowest free id, so ids have no gaps. If two operators take the same id, only one
 * append at "no stream" succeeds, and the other operator gets the next id.
 */
export const OPEN_ACCOUNT_HANDLER = handledBy(AccountStore)(
  OpenAccount,
  async (accounts, { context, contact, blocks }) => {
    for (let id = await findFreeId(accounts); ; id++) {
      const account_id = id as AccountId;
      const outcome = await accounts.decide(account_id, context, (state) =>
        openAccount(state, account_id, blocks),
      );
      if (outcome.outcome === 'refused') continue;
      const event = { type: 'ContactRecorded', data: { account_id, ...contact } } as const;
      const contactPosition = await accounts.recordContact(account_id, event, context);
      return { account_id, position: contactPosition ?? outcome.position };
    }
  },
);

/** Finds the lowest free id by bisection, which needs ids without gaps. */
async function findFreeId(accounts: AccountStore): Promise<number> {
  let step = 1;
  while (await accounts.isTaken((FIRST_ACCOUNT_ID + step - 1) as AccountId)) step *= 2;
  let [takenId, freeId] = [FIRST_ACCOUNT_ID - 1 + Math.floor(step / 2), FIRST_ACCOUNT_ID + step - 1];
  while (freeId - takenId > 1) {
    const middle = Math.floor((takenId + freeId) / 2);
    if (await accounts.isTaken(middle as AccountId)) takenId = middle;
    else freeId = middle;
  }
  return freeId;
}
