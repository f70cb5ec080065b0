/** Handles the commands that adjust charges, correct prices, grant credits and reverse these entries. */
import { priceUse } from '../../billing/usage/priced-use.js';
import { currencyOn } from '../../streams/account/price-terms.js';
import { derivedId } from '../../streams/derived-id.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import {
  adjustCharges,
  heldBy,
  reverseAdjustment,
  type AdjustmentRefusal,
} from '../../streams/adjustments/adjustments.decider.js';
import type { AdjustmentPrices } from '../../streams/adjustments/adjustment-figures.js';
import { repriceCharges } from '../../streams/adjustments/repricing.decider.js';
import { priceOn } from '../../streams/account/price-agreement.js';
import { grantCredit, standingCredit } from '../../streams/adjustments/credits.decider.js';
import {
  adjustmentsStream,
  adjustmentsStreams,
  type AdjustmentsEvent,
} from '../../streams/adjustments/adjustments.events.js';
import {
  NOTHING_ADJUSTED,
  evolve,
  standingIn,
  type AdjustmentsState,
} from '../../streams/adjustments/adjustments.state.js';
import type { StreamFold } from '../../streams/stream-repository.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { streamStoreModule, type RecordedEvents } from '../stream.module.js';
import {
  AdjustCharges,
  GrantCredit,
  RepriceCharges,
  ReverseAdjustment,
  type AdjustmentData,
  type AdjustmentOutcome,
} from './commands.js';

/**
 * Each command has its own event ids. If two equal commands run at once, the events of one are appended. The
 * other meets a conflict and is decided again.
 */
const ADJUSTMENTS: StreamFold<AccountId, AdjustmentsEvent, AdjustmentsState> = {
  stream: adjustmentsStreams,
  initial: NOTHING_ADJUSTED,
  evolve: (state, events) =>
    evolve(
      state,
      events.map(({ event }) => event),
    ),
  eventId: (account, _event, attempt, index) => derivedId(adjustmentsStream(account), attempt, index),
};

/** Events read at once. Adjustments of many jobs are large. */
const EVENTS_PER_PAGE = 50;

export const AdjustmentsModule = streamStoreModule(
  ADJUSTMENTS,
  (handle) => [
    handle(AdjustCharges, async (adjustments, { context, input }) => {
      const { account, agreements, dryRun } = input;
      const prices = pricesOf(agreements);
      const result = await adjustments.record(
        account,
        { ...context, account },
        (state) => adjustCharges(state, input, prices),
        { dryRun },
      );
      return outcomeOf(result, dryRun, (state) => ({
        earlier: standingIn(state, input.scope, null),
        holders: heldBy(state, input),
      }));
    }),
    handle(RepriceCharges, async (adjustments, { context, input }) => {
      const { account, agreements, billedCurrencies, dryRun } = input;
      const prices = { ...pricesOf(agreements), inForce: billedCurrencies.size > 0 };
      const result = await adjustments.record(
        account,
        { ...context, account },
        (state) => repriceCharges(state, input, prices),
        { dryRun },
      );
      return outcomeOf(result, dryRun, (state) => ({
        earlier: standingIn(state, input.scope, input.price),
        holders: [],
      }));
    }),
    handle(GrantCredit, async (adjustments, { context, input }) => {
      const { account, billedCurrencies, dryRun } = input;
      const result = await adjustments.record(
        account,
        { ...context, account },
        (state) => grantCredit(state, input, billedCurrencies),
        { dryRun },
      );
      return outcomeOf(result, dryRun, (state) => ({ earlier: standingCredit(state, input), holders: [] }));
    }),
    handle(ReverseAdjustment, async (adjustments, { context, input }) => {
      const { account, reverses, dryRun } = input;
      const result = await adjustments.record(
        account,
        { ...context, account },
        (state) => reverseAdjustment(state, input),
        { dryRun },
      );
      return outcomeOf(result, dryRun, (state) => ({
        earlier: state.get(reverses)?.reversal ?? undefined,
        holders: [],
      }));
    }),
  ],
  { page: EVENTS_PER_PAGE },
);

/** Prices each unit at the price of its own day, as usage does. */
const pricesOf = (agreements: readonly PriceAgreement[]): AdjustmentPrices => ({
  currencyOn: (day) => currencyOn(agreements, day),
  amountOf: (day, units, corrected) => {
    const use = priceUse([{ day, units, corrected }], agreements);
    return use.amountByBlock.size === 0 ? null : use.amount;
  },
  priceOn: (day, block) => priceOn(agreements, block, day)?.price ?? null,
});

/**
 * @param findExisting finds the equal earlier adjustment, and the adjustments that hold the charges. It is
 * called only if no event was needed.
 */
function outcomeOf(
  result: RecordedEvents<AdjustmentsEvent, AdjustmentsState> | AdjustmentRefusal,
  dryRun: boolean,
  findExisting: (state: AdjustmentsState) => {
    readonly earlier: AdjustmentData | undefined;
    readonly holders: Extract<AdjustmentOutcome, { outcome: 'taken_back_before' }>['holders'];
  },
): AdjustmentOutcome {
  if (result.outcome === 'refused') return result;
  const { events, state, position } = result;
  const [event] = events;
  if (event !== undefined)
    return { outcome: dryRun ? 'previewed' : 'recorded', adjustment: event.data, position };
  const { earlier, holders } = findExisting(state);
  return earlier === undefined
    ? { outcome: 'taken_back_before', holders }
    : { outcome: 'unchanged', adjustment: earlier, position };
}
