/** Handles the commands that are one decision on the account's own stream. */
import { handledBy } from '../../../packages/platform/src/nest/stream-module.js';
import {
  agreePrices,
  changeBlocks,
  disableOption,
  endLink,
  enableOption,
  reinstate,
  revokeKey,
  suspend,
} from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import {
  AgreePrices,
  ChangeBlocks,
  ChangeOption,
  EndAccountLink,
  ReinstateAccount,
  RevokeKey,
  SuspendAccount,
} from '../commands.js';

const handle = handledBy(AccountStore);

export const ACCOUNT_HANDLERS = [
  handle(SuspendAccount, (accounts, { context, account, change }) =>
    accounts.change(account, context, (state) => suspend(state, change.reason)),
  ),
  handle(ReinstateAccount, (accounts, { context, account }) => accounts.change(account, context, reinstate)),
  handle(ChangeBlocks, (accounts, { context, account, change }) =>
    accounts.change(account, context, (state) => changeBlocks(state, change)),
  ),
  handle(RevokeKey, (accounts, { context, account, change }) =>
    accounts.change(account, context, (state) => revokeKey(state, change.keyId, change.reason)),
  ),
  handle(EndAccountLink, (accounts, { context, account }) => accounts.change(account, context, endLink)),
  handle(AgreePrices, async (accounts, { context, account, change, newest: newestKnown }) => {
    const billing = await accounts.billingHistory(account);
    return accounts.change(account, context, (state, time) => {
      // A clock that was put back must not change the price of what was charged already.
      const [today = time] = [time, newestKnown, billing.newest].sort().reverse();
      return agreePrices(state, change, today.slice(0, 'YYYY-MM-DD'.length), billing.months);
    });
  }),
  handle(ChangeOption, (accounts, { context, account, change: { option, action } }) =>
    accounts.change(account, context, (state) =>
      action === 'enable'
        ? enableOption(state, option, accounts.servedOptions)
        : disableOption(state, option),
    ),
  ),
];
