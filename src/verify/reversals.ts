/**
 * Invariant 9 for the adjustments in one piece of a walk. All adjustments of their accounts are checked
 * again, in log order, with the prices and the named jobs. Only faults of the new ones are reported.
 */
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';
import type { AccountId } from '../../packages/contract/src/ids.js';
import { accountStream } from '../streams/account/account.events.js';
import {
  adjustmentsStream,
  adjustmentsStreams,
  isAdjustmentsEvent,
} from '../streams/adjustments/adjustments.events.js';
import type { LoggedEvent } from '../streams/index.js';
import { ReversedOnce } from './checks/reversed-once.check.js';
import type { Comparison, InvariantReport, Reach } from './invariant.js';
import type { Place } from './pass-memory.js';
import { readable } from './readable.js';

export class Reversals implements Comparison {
  /** Ids of events of adjustments since the last call, and their accounts. */
  private recent = new Set<string>();
  private accounts = new Set<AccountId>();

  observe(entry: LoggedEvent, _place: Place, judged: boolean): void {
    // Test the type before reading `id`: for an event of a row, reading the id computes a digest.
    const { event } = entry;
    if (!judged || !isAdjustmentsEvent(event)) return;
    this.recent.add(entry.id);
    this.accounts.add(adjustmentsStreams.idOf(entry.stream)).add(event.data.account_id);
  }

  async settle(reach: Reach): Promise<readonly InvariantReport[]> {
    const { recent, accounts } = this;
    this.recent = new Set();
    this.accounts = new Set();
    const check = new ReversedOnce(reach.log, ({ id }) => recent.has(id));
    for (const entry of await entriesOf(accounts, reach)) await check.observe(entry);
    await check.readCharges();
    return [check.conclude()];
  }
}

/** The events of the accounts' prices and adjustments, in log order. */
async function entriesOf(
  accounts: Iterable<AccountId>,
  { log, upTo }: Reach,
): Promise<readonly LoggedEvent[]> {
  const entries: LoggedEvent[] = [];
  for (const account of accounts)
    for (const stream of [accountStream(account), adjustmentsStream(account)])
      for await (const recorded of storedEvents(log, stream))
        if (recorded.position <= upTo) entries.push(...readable(recorded));
  return entries.sort((a, b) => (a.position < b.position ? -1 : 1));
}
