/** Adjustments in a log, decided as the handlers decide them, without them. */
import Big from 'big.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { AccountId, AdjustmentId } from '../../../packages/contract/src/ids.js';
import {
  adjustCharges,
  reverseAdjustment,
  type AdjustmentDecision,
} from '../../../src/streams/adjustments/adjustments.decider.js';
import { repriceCharges } from '../../../src/streams/adjustments/repricing.decider.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AdjustmentPrices } from '../../../src/streams/adjustments/adjustment-figures.js';
import {
  adjustmentsStream,
  adjustmentsStreams,
  type AdjustmentScope,
  type AdjustmentsEvent,
} from '../../../src/streams/adjustments/adjustments.events.js';
import {
  NOTHING_ADJUSTED,
  evolve,
  type AdjustmentsState,
} from '../../../src/streams/adjustments/adjustments.state.js';
import { ChargedBlocks } from '../../../src/streams/adjustments/charged-blocks.js';
import type { Submission } from '../../../src/streams/job/job.events.js';
import { decodeRowsEvents, rowsStream } from '../../../src/streams/rows/rows.events.js';
import type { LogBuilder } from './log-builder.js';

const EVERYTHING: AdjustmentScope = { job_id: null, row: null, block: null, from: null, to: null };
const WORDS = { reason: 'goodwill', note: 'as agreed' } as const;
const NO_PRICES: AdjustmentPrices = { currencyOn: () => null, amountOf: () => null, priceOn: () => null };

/** Two pence for every unit on every day. */
export const TWO_PENCE: AdjustmentPrices = {
  currencyOn: () => 'GBP',
  amountOf: (_day, units, corrected) =>
    corrected.reduce(
      (sum, line) => sum.plus(new Big(line.price).minus('0.02').times(line.units)),
      new Big('0.02').times(Object.values(units).reduce((sum, count) => sum + count, 0)),
    ),
  priceOn: () => '0.02',
};

/** Nothing has an agreed price; the account has agreed some for other blocks. */
export const FREE: AdjustmentPrices = {
  currencyOn: () => 'GBP',
  amountOf: (_day, _units, corrected) =>
    corrected.length === 0
      ? null
      : corrected.reduce((sum, line) => sum.plus(new Big(line.price).times(line.units)), new Big(0)),
  priceOn: () => null,
};

async function chargedBlocks(store: EventStore, job: Submission): Promise<ChargedBlocks> {
  const charged = new ChargedBlocks(job.job_id, job.rows);
  for (const chunk of job.chunks.keys())
    for await (const recorded of storedEvents(store, rowsStream(job.job_id, chunk)))
      for (const entry of decodeRowsEvents(recorded)) charged.add(entry);
  return charged;
}

async function stateOf(store: EventStore, account: AccountId): Promise<AdjustmentsState> {
  const events: AdjustmentsEvent[] = [];
  for await (const recorded of storedEvents(store, adjustmentsStream(account)))
    events.push(adjustmentsStreams.decode(recorded).event);
  return evolve(NOTHING_ADJUSTED, events);
}

/** What is left of the scope in these jobs of one account; null where nothing is. */
export async function adjust(
  log: LogBuilder,
  jobs: readonly Submission[],
  scope: Partial<AdjustmentScope> = {},
  prices: AdjustmentPrices = NO_PRICES,
): Promise<AdjustmentId | null> {
  const account = jobs[0]?.account_id;
  if (account === undefined) return null;
  const charged = await Promise.all(jobs.map((job) => chargedBlocks(log.store, job)));
  const order = { ...WORDS, account, scope: { ...EVERYTHING, ...scope }, charged };
  return append(log, account, adjustCharges(await stateOf(log.store, account), order, prices));
}

/** Corrects the price of a block to a penny in these jobs of one account; null where nothing changes. */
export async function reprice(
  log: LogBuilder,
  jobs: readonly Submission[],
  scope: Partial<AdjustmentScope> & { readonly block: BlockKey },
  {
    price = '0.01',
    prices = TWO_PENCE,
  }: { readonly price?: string; readonly prices?: AdjustmentPrices } = {},
): Promise<AdjustmentId | null> {
  const account = jobs[0]?.account_id;
  if (account === undefined) return null;
  const charged = await Promise.all(jobs.map((job) => chargedBlocks(log.store, job)));
  const order = { ...WORDS, account, scope: { ...EVERYTHING, ...scope }, charged, price };
  return append(log, account, repriceCharges(await stateOf(log.store, account), order, prices));
}

export async function reverse(
  log: LogBuilder,
  account: AccountId,
  reverses: AdjustmentId,
): Promise<AdjustmentId | null> {
  const state = await stateOf(log.store, account);
  return append(log, account, reverseAdjustment(state, { ...WORDS, account, reverses }));
}

async function append(
  log: LogBuilder,
  account: AccountId,
  decision: AdjustmentDecision,
): Promise<AdjustmentId | null> {
  const event = decision.outcome === 'decided' ? decision.events[0] : undefined;
  if (event === undefined) return null;
  await log.append(adjustmentsStream(account), log.event(event, { account, actor: 'operator' }));
  return event.data.adjustment_id;
}
