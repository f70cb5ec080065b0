/** Handles the commands that are one decision on the account's own stream. */
import { handledBy } from '../../platform/nest/stream-module.js';
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

const on = handledBy(AccountStore);

export const CHANGES_OF_ACCOUNTS = [
  on(SuspendAccount, (accounts, { context, account, order }) =>
    accounts.change(account, context, (state) => suspend(state, order.reason)),
  ),
  on(ReinstateAccount, (accounts, { context, account }) => accounts.change(account, context, reinstate)),
  on(ChangeBlocks, (accounts, { context, account, order }) =>
    accounts.change(account, context, (state) => changeBlocks(state, order)),
  ),
  on(RevokeKey, (accounts, { context, account, order }) =>
    accounts.change(account, context, (state) => revokeKey(state, order.keyId, order.reason)),
  ),
  on(EndAccountLink, (accounts, { context, account }) => accounts.change(account, context, endLink)),
  on(AgreePrices, (accounts, { context, account, order }) =>
    accounts.change(account, context, (state, time) =>
      agreePrices(state, order, time.slice(0, 'YYYY-MM-DD'.length)),
    ),
  ),
  on(ChangeOption, (accounts, { context, account, order: { option, way } }) =>
    accounts.change(account, context, (state) =>
      way === 'enable' ? enableOption(state, option, accounts.served) : disableOption(state, option),
    ),
  ),
];
