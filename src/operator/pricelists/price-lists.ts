/** Publishes price lists, shows them with the accounts that have them, and gives them to accounts. */
import { ACCOUNTS } from '../../../projections/accounts/accounts.document.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import { everyFields } from '../../../packages/platform/src/projector/projector-state.js';
import { clockDay } from '../../../packages/platform/src/time/clock.js';
import type { PricesAgreed } from '../../streams/account/account.events.js';
import { agreementOn } from '../../streams/account/price-agreement.js';
import { standingPrices } from '../../streams/account/price-terms.js';
import { nameOfActor } from '../../streams/envelope.js';
import {
  evolve,
  findVersion,
  NO_PRICE_LISTS,
  type PriceListsState,
} from '../../streams/pricelists/pricelists.decider.js';
import {
  priceListsStream,
  priceListsStreams,
  type PriceListVersion,
} from '../../streams/pricelists/pricelists.events.js';
import { agreePricesOfAccount, type PriceChange, type TermsChange } from '../accounts/change-terms.js';
import { driveLanesToHead, sendAccepted, type OperatorServices } from '../operator.js';
import { PublishPriceList } from './commands.js';
import { PriceListsModule } from './pricelists.module.js';

/** A version of a price list with the time of its publication and who published it. */
export interface PublishedVersion extends PriceListVersion {
  readonly published_at: string;
  readonly published_by: string;
}

export interface PublishedPriceList extends PriceListVersion {
  /** False in a preview. */
  readonly changed: boolean;
  /** Present where only a preview was asked for: nothing was written. */
  readonly dry_run?: true;
  /** The prices of the previous version and of this one. */
  readonly sides: readonly PriceChange[];
  /** The accounts that have a version of the list. They keep it until this one is given to them. */
  readonly accounts: readonly AccountWithList[];
}

/** An account that has a version of a list, or will have it from a later day on. */
export interface AccountWithList {
  readonly account_id: AccountId;
  readonly name: string;
  readonly version: number;
  readonly from: string;
  readonly state: 'in force' | 'to come';
}

export interface PriceListDetails extends PriceListVersion {
  /** Every version, the newest first. */
  readonly versions: readonly PublishedVersion[];
  readonly accounts: readonly AccountWithList[];
}

/** Publishes the next version of a list. No account changes. @throws WrongRequest where it is invalid */
export async function publishPriceList(
  operator: OperatorServices,
  request: PublishPriceList['input'],
): Promise<PublishedPriceList> {
  const command = new PublishPriceList(operator.context, request);
  const [event] = (await sendAccepted(operator, PriceListsModule, command)).events;
  if (event === undefined) throw new Error('the command recorded no event');
  const { state } = await readPriceLists(operator);
  return {
    ...event.data,
    changed: !request.dryRun,
    ...(request.dryRun ? { dry_run: true } : {}),
    sides: priceChanges(state.get(request.name)?.[event.data.version - 2], event.data),
    accounts: await accountsWith(operator, request.name),
  };
}

/**
 * Gives a version of a list to an account: agrees its prices from a day on. A block that it doesn't name
 * keeps its earlier price.
 * @throws WrongRequest where there is no such version, or the account can't have these prices
 */
export async function givePriceList(
  operator: OperatorServices,
  account: AccountId,
  request: Pick<PriceListVersion, 'name' | 'reason'> & {
    /** Null: the newest. */
    readonly version: number | null;
    readonly from: string;
    readonly dryRun: boolean;
  },
): Promise<TermsChange & PricesAgreed['data']> {
  const { from, reason, dryRun } = request;
  const { state } = await readPriceLists(operator);
  const { name, version, currency, prices } = versionOf(state, request.name, request.version);
  const agreement = { currency, from, prices, list: { name, version } };
  return agreePricesOfAccount(operator, account, { ...agreement, reason, dryRun });
}

/** Returns the newest version of every list, in the order of the lists' names. */
export async function listPriceLists(operator: OperatorServices): Promise<readonly PublishedVersion[]> {
  const { versions } = await readPriceLists(operator);
  const newest = new Map(versions.map((version) => [version.name, version]));
  return [...newest.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns a version of a list, all its versions, and its accounts. @param version null: the newest */
export async function showPriceList(
  operator: OperatorServices,
  name: string,
  version: number | null,
): Promise<PriceListDetails> {
  const { state, versions } = await readPriceLists(operator);
  const listVersion = versionOf(state, name, version);
  const versionsOfList = versions.filter((published) => published.name === name).reverse();
  return { ...listVersion, versions: versionsOfList, accounts: await accountsWith(operator, name) };
}

/** @throws WrongRequest where there is none */
function versionOf(state: PriceListsState, name: string, version: number | null): PriceListVersion {
  const lookup = findVersion(state, name, version);
  if (lookup.outcome === 'refused') throw new WrongRequest(lookup.code, lookup.detail);
  return lookup.list;
}

/** Reads every version, in the order of their publication. */
async function readPriceLists({ stores }: OperatorServices): Promise<{
  readonly state: PriceListsState;
  readonly versions: readonly PublishedVersion[];
}> {
  const versions: PublishedVersion[] = [];
  const loggedEvents: ReturnType<typeof priceListsStreams.decode>[] = [];
  for await (const recorded of storedEvents(stores.eventStore, priceListsStream)) {
    const loggedEvent = priceListsStreams.decode(recorded);
    const { event, time, actor } = loggedEvent;
    loggedEvents.push(loggedEvent);
    versions.push({ ...event.data, published_at: time, published_by: nameOfActor(actor) });
  }
  return { state: evolve(NO_PRICE_LISTS, loggedEvents), versions };
}

/** The accounts with a price from the list, in force today (UTC) or from a later day on. */
async function accountsWith(operator: OperatorServices, name: string): Promise<readonly AccountWithList[]> {
  await driveLanesToHead(operator, 'access');
  const today = clockDay();
  const accountsWithList: AccountWithList[] = [];
  for await (const account of everyFields(operator.models, ACCOUNTS)) {
    const inForce = new Set(BLOCK_KEYS.map((block) => agreementOn(account.prices, block, today)));
    for (const agreement of standingPrices(account.prices)) {
      if (agreement.list?.name !== name) continue;
      const state = inForce.has(agreement) ? 'in force' : agreement.from > today ? 'to come' : null;
      if (state === null) continue;
      const { version } = agreement.list;
      const { account_id, name: customer } = account;
      accountsWithList.push({ account_id, name: customer, version, from: agreement.from, state });
    }
  }
  return accountsWithList;
}

const priceChanges = (
  before: PriceListVersion | undefined,
  after: PriceListVersion,
): readonly PriceChange[] =>
  BLOCK_KEYS.map((block) => ({
    block,
    before: unitPrice(before, block),
    after: unitPrice(after, block),
  })).filter((change) => change.before !== null || change.after !== null);

function unitPrice(list: PriceListVersion | undefined, block: (typeof BLOCK_KEYS)[number]): string | null {
  const price = list?.prices[block];
  return list === undefined || price === undefined ? null : `${price} ${list.currency}`;
}
