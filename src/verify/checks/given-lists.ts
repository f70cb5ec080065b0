/**
 * Part of invariant 5: the versions of a price list count up from 1, and prices that name a version of a list
 * are the prices of that version, which was published before them.
 */
import { isDeepStrictEqual } from 'node:util';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { LoggedEvent } from '../../streams/index.js';
import { priceListsStream, type PriceListVersion } from '../../streams/pricelists/pricelists.events.js';
import { usageFindings, type Comparison, type InvariantReport, type Reach } from '../invariant.js';
import type { Place } from '../pass-memory.js';
import { readable } from '../readable.js';

export class GivenLists implements Comparison {
  /** Entries to judge once the lists are read. */
  private waiting: LoggedEvent[] = [];

  observe(entry: LoggedEvent, _place: Place, isJudged: boolean): void {
    const { type, data } = entry.event;
    if (isJudged && (type === 'PriceListPublished' || (type === 'PricesAgreed' && data.list !== undefined)))
      this.waiting.push(entry);
  }

  async settle({ log }: Reach): Promise<readonly InvariantReport[]> {
    const waiting = this.waiting;
    this.waiting = [];
    const findings = usageFindings();
    const lists = waiting.length === 0 ? [] : await publishedLists(log);
    for (const entry of waiting) {
      const problem = problemOf(
        entry,
        lists.filter(({ position }) => position < entry.position).map(({ list }) => list),
      );
      if (problem !== null) findings.blame(entry, problem);
    }
    return [findings.report()];
  }
}

interface Published {
  readonly position: LoggedEvent['position'];
  readonly list: PriceListVersion;
}

/** Every version of every list, in log order. There are few. */
async function publishedLists(log: Reach['log']): Promise<readonly Published[]> {
  const lists: Published[] = [];
  for await (const recorded of storedEvents(log, priceListsStream))
    for (const { event, position } of readable(recorded))
      if (event.type === 'PriceListPublished') lists.push({ position, list: event.data });
  return lists;
}

/** @param earlier the versions that were published before the event */
function problemOf({ event }: LoggedEvent, earlier: readonly PriceListVersion[]): string | null {
  if (event.type === 'PriceListPublished') {
    const { name, version } = event.data;
    const last = earlier.findLast((each) => each.name === name)?.version ?? 0;
    return version === last + 1 ? null : `version ${version} of price list ${name} follows version ${last}`;
  }
  if (event.type !== 'PricesAgreed' || event.data.list === undefined) return null;
  const { currency, prices, list } = event.data;
  const published = earlier.find(({ name, version }) => name === list.name && version === list.version);
  const named = `prices name version ${list.version} of price list ${list.name}`;
  if (published === undefined) return `${named}, which was not published by then`;
  const isSame = currency === published.currency && isDeepStrictEqual(prices, published.prices);
  return isSame ? null : `${named} and are not its prices`;
}
