import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PremiumOption } from '../../shared/options.js';
import { disableOption, enableOption } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import type { AccessOutcome } from '../commands.js';
import { ChangeOption } from '../commands.js';
import { SERVED_OPTIONS } from '../served-options.js';

@CommandHandler(ChangeOption)
export class ChangeOptionHandler implements ICommandHandler<ChangeOption> {
  constructor(
    private readonly accounts: AccountStore,
    @Inject(SERVED_OPTIONS) private readonly served: ReadonlySet<PremiumOption>,
  ) {}

  execute({ context, account, option, change }: ChangeOption): Promise<AccessOutcome> {
    return this.accounts.change(account, context, (state) =>
      change === 'enable' ? enableOption(state, option, this.served) : disableOption(state, option),
    );
  }
}
