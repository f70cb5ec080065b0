/**
 * Invariant 9: accounts that made adjustments in this piece of a walk have all of theirs judged again, in log order, with
 * their prices and the jobs that they name; what is wrong with the new ones is told.
 */
import { storedEvents } from '../platform/event-store/stored-events.js';
import type { AccountId } from '../shared/ids.js';
import { accountStream } from '../streams/account/account.events.js';
import { adjustmentsStream, adjustmentsStreams } from '../streams/adjustments/adjustments.events.js';
import type { LoggedEvent } from '../streams/index.js';
import { ReversedOnce } from './checks/reversed-once.check.js';
import type { Comparison, InvariantReport, Reach } from './invariant.js';
import type { Place } from './pass-memory.js';
import { readable } from './readable.js';

export class Reversals implements Comparison {
  /** Since the last call: events of adjustments, and whose they are. */
  private recent = new Set<string>();
  private accounts = new Set<AccountId>();

  observe(entry: LoggedEvent, _place: Place, judged: boolean): void {
    // The id of a row's event is made when it is asked for.
    const { event } = entry;
    if (!judged || (event.type !== 'ChargeAdjusted' && event.type !== 'AdjustmentReversed')) return;
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

/** Prices and adjustments of accounts, in log order. */
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
