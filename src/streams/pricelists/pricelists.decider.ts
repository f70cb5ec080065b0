/** Decides on price lists: which versions may be published, and which one is meant. Pure. */
import Big from 'big.js';
import { nearest } from '../../../packages/words/src/text/nearest.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import { CURRENCIES, pricesProblem } from '../account/price-agreement.js';
import { decided, noReason, refuseWith, type Decision, type DetailedRefusal } from '../decision.js';
import type { Timed } from '../envelope.js';
import type { PriceListsEvent, PriceListVersion } from './pricelists.events.js';

/** The versions of each list by its name, from version 1 on; never empty. */
export type PriceListsState = ReadonlyMap<string, readonly PriceListVersion[]>;

export const NO_PRICE_LISTS: PriceListsState = new Map();

export function evolve(state: PriceListsState, events: readonly Timed<PriceListsEvent>[]): PriceListsState {
  const next = new Map(state);
  for (const { data } of events.map(({ event }) => event))
    next.set(data.name, [...(next.get(data.name) ?? []), data]);
  return next;
}

export type PriceListRefusal = DetailedRefusal<
  | 'invalid_price_list'
  | 'unchanged_price_list'
  | 'unknown_price_list'
  | 'unknown_price_list_version'
  | 'reason_missing'
>;

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Publishes the next version of a list. Refuses one with the same prices as the version before it. */
export function publish(
  state: PriceListsState,
  list: Omit<PriceListVersion, 'version'>,
): Decision<PriceListsEvent, PriceListRefusal> {
  if (list.reason.trim() === '') return noReason;
  const problem = listProblem(list);
  if (problem !== null) return refuseWith('invalid_price_list', problem);
  const { name, currency, prices, reason } = list;
  const last = state.get(name)?.at(-1);
  if (last !== undefined && last.currency === currency && samePrices(last.prices, prices))
    return refuseWith(
      'unchanged_price_list',
      `Version ${last.version} of price list ${name} has these prices already: give it, or change a price.`,
    );
  const version = (last?.version ?? 0) + 1;
  return decided({ type: 'PriceListPublished', data: { name, version, currency, prices, reason } });
}

function listProblem({ name, currency, prices }: Omit<PriceListVersion, 'version'>): string | null {
  if (!NAME.test(name))
    return `'${name}' is not a name of a price list: 1 to 40 small letters, digits and dashes, such as standard-2027.`;
  return CURRENCIES.has(currency)
    ? pricesProblem(prices)
    : `'${currency}' is not a currency code of ISO 4217, such as GBP.`;
}

/** Prices that are equal as numbers, block by block: 0.0200 is 0.02. */
const samePrices = (left: PriceListVersion['prices'], right: PriceListVersion['prices']): boolean =>
  BLOCK_KEYS.every((block) => {
    const [one, other] = [left[block], right[block]];
    return one === undefined || other === undefined ? one === other : new Big(one).eq(other);
  });

/** Returns a version of a list, or why there is none. @param version null: the newest */
export function findVersion(
  state: PriceListsState,
  name: string,
  version: number | null,
): { readonly outcome: 'found'; readonly list: PriceListVersion } | PriceListRefusal {
  const versions = state.get(name);
  const newest = versions?.at(-1);
  if (versions === undefined || newest === undefined)
    return refuseWith('unknown_price_list', `There is no price list '${name}'${hint(name, state)}`);
  const list = version === null ? newest : versions.find((each) => each.version === version);
  return list === undefined
    ? refuseWith(
        'unknown_price_list_version',
        `Price list ${name} has no version ${version}: its newest is ${newest.version}.`,
      )
    : { outcome: 'found', list };
}

function hint(name: string, state: PriceListsState): string {
  const near = nearest(name, [...state.keys()]);
  return near.length === 0 ? ': publish it first.' : `; did you mean ${near.join(', ')}?`;
}
