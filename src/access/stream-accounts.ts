/**
 * Accounts read from their own streams, for the moments in which the access lane is behind. Keeps what it has folded,
 * so that a second reading reads only what is new.
 */
import type { AccountId } from '../shared/ids.js';
import type { AccountState } from '../streams/account/account.state.js';
import type { AccountStore, LoadedAccount } from './account.store.js';

const KEPT = 1_000;

export class StreamAccounts {
  private readonly known = new Map<AccountId, LoadedAccount>();

  constructor(private readonly store: Pick<AccountStore, 'load'>) {}

  async load(account: AccountId): Promise<AccountState> {
    const loaded = await this.store.load(account, this.known.get(account));
    if (this.known.size >= KEPT) this.known.clear();
    this.known.set(account, loaded);
    return loaded.state;
  }
}
