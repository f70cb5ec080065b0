/** Handles the commands that are one decision on the account's own stream. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handledBy } from '../../platform/nest/stream-module.js';
import type { PremiumOption } from '../../shared/options.js';
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
  type AccessOutcome,
} from '../commands.js';
import { SERVED_OPTIONS } from '../served-options.js';

const on = handledBy(AccountStore);

/** The commands that need only the stream. */
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
];

@CommandHandler(ChangeOption)
export class ChangeOptionHandler implements ICommandHandler<ChangeOption> {
  constructor(
    private readonly accounts: AccountStore,
    @Inject(SERVED_OPTIONS) private readonly served: ReadonlySet<PremiumOption>,
  ) {}

  execute({ context, account, order: { option, way } }: ChangeOption): Promise<AccessOutcome> {
    return this.accounts.change(account, context, (state) =>
      way === 'enable' ? enableOption(state, option, this.served) : disableOption(state, option),
    );
  }
}
