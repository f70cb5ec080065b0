import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Clock } from '../../platform/time/clock.js';
import { CLOCK } from '../../platform/nest/tokens.js';
import { agreePrices } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import type { AccessOutcome } from '../commands.js';
import { AgreePrices } from '../commands.js';

@CommandHandler(AgreePrices)
export class AgreePricesHandler implements ICommandHandler<AgreePrices> {
  constructor(
    private readonly accounts: AccountStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute({ context, account, agreement }: AgreePrices): Promise<AccessOutcome> {
    const today = this.clock.now().toISOString().slice(0, 10);
    return this.accounts.change(account, context, (state) => agreePrices(state, agreement, today));
  }
}
