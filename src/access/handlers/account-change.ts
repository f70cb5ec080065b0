/** What every change of an account has in common: load, decide, append at the revision read, again on a conflict. */
import { Injectable } from '@nestjs/common';
import type { EventContext } from '../../streams/envelope.js';
import { StoreUnavailableError } from '../../platform/event-store/event-store.js';
import type { AccountId } from '../../shared/ids.js';
import type { AccessDecision } from '../../streams/account/account.decider.js';
import { unknownAccount } from '../../streams/account/account.decider.js';
import type { OpenedAccount } from '../../streams/account/account.state.js';
import { AccountStore } from '../account.store.js';
import type { AccessOutcome } from '../commands.js';

/** Each conflict means that somebody else's change got in; operators are few. */
const TRIES = 20;

@Injectable()
export class AccountChange {
  constructor(private readonly accounts: AccountStore) {}

  async run(
    account: AccountId,
    context: EventContext,
    decide: (state: OpenedAccount) => AccessDecision,
  ): Promise<AccessOutcome> {
    for (let tries = 0; tries < TRIES; tries++) {
      const loaded = await this.accounts.load(account);
      if (loaded.state.status === 'unopened') return unknownAccount(account);
      const decision = decide(loaded.state);
      if (decision.outcome === 'refused') return decision;
      if (decision.events.length === 0) return { outcome: 'unchanged', position: loaded.position };
      const result = await this.accounts.append(account, loaded, decision.events, { ...context, account });
      if (result.outcome === 'appended') return { outcome: 'recorded', position: result.position };
    }
    throw new StoreUnavailableError(`account ${account} is being changed by too many at once; try again`);
  }
}
