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
  type AccessDecision,
} from '../../streams/account/account.decider.js';
import { agreeContract, withdrawPrices, type BillingDays } from '../../streams/account/contract.decider.js';
import type { OpenedAccount } from '../../streams/account/account.state.js';
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
  type AccessOutcome,
  type DatedCommand,
} from '../commands.js';

const handle = handledBy(AccountStore);

/** Returns the day of the newest time. So a clock that was set back does not change earlier charges. */
const newestDay = (...times: [string, ...string[]]): string =>
  (times.sort().at(-1) ?? '').slice(0, 'YYYY-MM-DD'.length);

/** Decides a change that depends on the day and on the months with a complete statement. */
async function changeDated<Terms extends { readonly dryRun?: boolean }>(
  accounts: AccountStore,
  { context, account, change: { dryRun, ...terms }, newestKnownTime }: DatedCommand<Terms>,
  decide: (state: OpenedAccount, terms: Omit<Terms, 'dryRun'>, days: BillingDays) => AccessDecision,
): Promise<AccessOutcome> {
  const { statedMonths: stated, newestTime } = await accounts.readBillingHistory(account);
  return accounts.change(
    account,
    context,
    (state, time) => decide(state, terms, { today: newestDay(time, newestKnownTime, newestTime), stated }),
    dryRun,
  );
}

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
  handle(AgreePrices, (accounts, command) =>
    changeDated(accounts, command, (state, terms, { today, stated }) =>
      agreePrices(state, terms, today, stated),
    ),
  ),
  handle(AgreeContract, (accounts, command) => changeDated(accounts, command, agreeContract)),
  handle(WithdrawPrices, (accounts, command) =>
    changeDated(accounts, command, (state, terms, { today }) => withdrawPrices(state, terms, today)),
  ),
  handle(AgreeMonthRules, (accounts, command) =>
    changeDated(accounts, command, (state, terms, { today, stated }) =>
      agreeMonthRules(state, terms, today, stated),
    ),
  ),
  handle(ChangeOption, (accounts, { context, account, change: { option, action } }) =>
    accounts.change(account, context, (state) =>
      action === 'enable'
        ? enableOption(state, option, accounts.servedOptions)
        : disableOption(state, option),
    ),
  ),
];
