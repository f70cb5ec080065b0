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
import { agreeContract, withdrawPrices } from '../../streams/account/contract.decider.js';
import { setBudget } from '../../streams/account/budget.js';
import { agreeMonthRules } from '../../streams/account/month-rules.js';
import { AccountStore } from '../account.store.js';
import {
  AgreeContract,
  AgreeMonthRules,
  AgreePrices,
  ChangeBlocks,
  ChangeOption,
  EndAccountLink,
  ReinstateAccount,
  RevokeKey,
  SetBudget,
  SuspendAccount,
  WithdrawPrices,
} from '../commands.js';

const handle = handledBy(AccountStore);

/** Returns the day of the newest time. So a clock that was set back does not change earlier charges. */
const newestDay = (...times: [string, ...string[]]): string =>
  (times.sort().at(-1) ?? '').slice(0, 'YYYY-MM-DD'.length);

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
  handle(SetBudget, (accounts, { context, account, change: { dryRun, ...budget } }) =>
    accounts.change(account, context, (state, time) => setBudget(state, budget, newestDay(time)), dryRun),
  ),
  handle(EndAccountLink, (accounts, { context, account }) => accounts.change(account, context, endLink)),
  handle(AgreePrices, async (accounts, { context, account, change, newestKnownTime }) => {
    const { statedMonths, newestTime } = await accounts.readBillingHistory(account);
    const { dryRun, ...agreement } = change;
    return accounts.change(
      account,
      context,
      (state, time) =>
        agreePrices(state, agreement, newestDay(time, newestKnownTime, newestTime), statedMonths),
      dryRun,
    );
  }),
  handle(AgreeContract, async (accounts, { context, account, change, newestKnownTime }) => {
    const { statedMonths, newestTime } = await accounts.readBillingHistory(account);
    const { dryRun, ...contract } = change;
    return accounts.change(
      account,
      context,
      (state, time) =>
        agreeContract(state, contract, {
          today: newestDay(time, newestKnownTime, newestTime),
          stated: statedMonths,
        }),
      dryRun,
    );
  }),
  handle(WithdrawPrices, async (accounts, { context, account, change, newestKnownTime }) => {
    const { newestTime } = await accounts.readBillingHistory(account);
    return accounts.change(
      account,
      context,
      (state, time) => withdrawPrices(state, change, newestDay(time, newestKnownTime, newestTime)),
      change.dryRun,
    );
  }),
  handle(AgreeMonthRules, async (accounts, { context, account, change, newestKnownTime }) => {
    const { statedMonths, newestTime } = await accounts.readBillingHistory(account);
    const { dryRun, ...rules } = change;
    return accounts.change(
      account,
      context,
      (state, time) =>
        agreeMonthRules(state, rules, newestDay(time, newestKnownTime, newestTime), statedMonths),
      dryRun,
    );
  }),
  handle(ChangeOption, (accounts, { context, account, change: { option, action } }) =>
    accounts.change(account, context, (state) =>
      action === 'enable'
        ? enableOption(state, option, accounts.servedOptions)
        : disableOption(state, option),
    ),
  ),
];
