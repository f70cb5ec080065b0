/** Commands that are one decision on the account's own stream. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PremiumOption } from '../../shared/options.js';
import {
  agreePrices,
  changeBlocks,
  disableOption,
  enableOption,
  reinstate,
  revokeKey,
  suspend,
} from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import type { AccessOutcome } from '../commands.js';
import {
  AgreePrices,
  ChangeBlocks,
  ChangeOption,
  ReinstateAccount,
  RevokeKey,
  SuspendAccount,
} from '../commands.js';
import { SERVED_OPTIONS } from '../served-options.js';

@CommandHandler(SuspendAccount)
export class SuspendAccountHandler implements ICommandHandler<SuspendAccount> {
  constructor(private readonly accounts: AccountStore) {}

  execute({ context, account, order }: SuspendAccount): Promise<AccessOutcome> {
    return this.accounts.change(account, context, (state) => suspend(state, order.reason));
  }
}

@CommandHandler(ReinstateAccount)
export class ReinstateAccountHandler implements ICommandHandler<ReinstateAccount> {
  constructor(private readonly accounts: AccountStore) {}

  execute({ context, account }: ReinstateAccount): Promise<AccessOutcome> {
    return this.accounts.change(account, context, reinstate);
  }
}

@CommandHandler(ChangeBlocks)
export class ChangeBlocksHandler implements ICommandHandler<ChangeBlocks> {
  constructor(private readonly accounts: AccountStore) {}

  execute({ context, account, order }: ChangeBlocks): Promise<AccessOutcome> {
    return this.accounts.change(account, context, (state) => changeBlocks(state, order));
  }
}

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

@CommandHandler(AgreePrices)
export class AgreePricesHandler implements ICommandHandler<AgreePrices> {
  constructor(private readonly accounts: AccountStore) {}

  execute({ context, account, order }: AgreePrices): Promise<AccessOutcome> {
    return this.accounts.change(account, context, (state, time) =>
      agreePrices(state, order, time.slice(0, 'YYYY-MM-DD'.length)),
    );
  }
}

@CommandHandler(RevokeKey)
export class RevokeKeyHandler implements ICommandHandler<RevokeKey> {
  constructor(private readonly accounts: AccountStore) {}

  execute({ context, account, order }: RevokeKey): Promise<AccessOutcome> {
    return this.accounts.change(account, context, (state) => revokeKey(state, order.keyId, order.reason));
  }
}
