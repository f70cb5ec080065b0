import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { unknownAccount } from '../../streams/account/account.decider.js';
import { AccountStore } from '../account.store.js';
import type { AccessOutcome } from '../commands.js';
import { EraseContact } from '../commands.js';

@CommandHandler(EraseContact)
export class EraseContactHandler implements ICommandHandler<EraseContact> {
  constructor(private readonly accounts: AccountStore) {}

  async execute({ account }: EraseContact): Promise<AccessOutcome> {
    const loaded = await this.accounts.load(account);
    if (loaded.state.status === 'unopened') return unknownAccount(account);
    const { erased, position } = await this.accounts.eraseContact(account);
    return { outcome: erased ? 'recorded' : 'unchanged', position };
  }
}
