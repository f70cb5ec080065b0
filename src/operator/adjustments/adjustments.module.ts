/** Handles the commands that adjust charges, correct prices, grant credits and reverse these entries. */
import { priceUse } from '../../billing/usage/priced-use.js';
import { currencyOn } from '../../streams/account/price-terms.js';
import { derivedId } from '../../streams/derived-id.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import {
  adjustCharges,
  heldBy,
  reverseAdjustment,
  type AdjustmentDecision,
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
import type { EventContext } from '../../streams/envelope.js';
import type { StreamFold } from '../../streams/stream-repository.js';
import type { AccountId, AdjustmentId } from '../../../packages/contract/src/ids.js';
import { streamStoreModule, type StreamStore } from '../stream.module.js';
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
    handle(AdjustCharges, (adjustments, { context, input }) => {
      const prices = pricesOf(input.agreements);
      return recordOrPreview(adjustments, context, input, {
        decide: (state) => adjustCharges(state, input, prices),
        findEarlier: (state) => standingIn(state, input.scope, null),
        findHolders: (state) => heldBy(state, input),
      });
    }),
    handle(RepriceCharges, (adjustments, { context, input }) => {
      const prices = { ...pricesOf(input.agreements), inForce: input.billedCurrencies.size > 0 };
      return recordOrPreview(adjustments, context, input, {
        decide: (state) => repriceCharges(state, input, prices),
        findEarlier: (state) => standingIn(state, input.scope, input.price),
      });
    }),
    handle(GrantCredit, (adjustments, { context, input }) =>
      recordOrPreview(adjustments, context, input, {
        decide: (state) => grantCredit(state, input, input.billedCurrencies),
        findEarlier: (state) => standingCredit(state, input),
      }),
    ),
    handle(ReverseAdjustment, (adjustments, { context, input }) =>
      recordOrPreview(adjustments, context, input, {
        decide: (state) => reverseAdjustment(state, input),
        findEarlier: (state) => state.get(input.reverses)?.reversal ?? undefined,
      }),
    ),
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

/** The decision of a command. The finders are called only if the decision needs no event. */
interface DecisionSteps {
  readonly decide: (state: AdjustmentsState) => AdjustmentDecision;
  /** Finds the equal earlier entry. */
  readonly findEarlier: (state: AdjustmentsState) => AdjustmentData | undefined;
  /** Finds the standing adjustments that took these charges back. Default: none. */
  readonly findHolders?: (state: AdjustmentsState) => readonly AdjustmentId[];
}

async function recordOrPreview(
  adjustments: StreamStore<AccountId, AdjustmentsEvent, AdjustmentsState>,
  context: EventContext,
  { account, dryRun }: { readonly account: AccountId; readonly dryRun: boolean },
  { decide, findEarlier, findHolders = () => [] }: DecisionSteps,
): Promise<AdjustmentOutcome> {
  const result = await adjustments.record(account, { ...context, account }, decide, { dryRun });
  if (result.outcome === 'refused') return result;
  const { events, state, position } = result;
  const [event] = events;
  if (event !== undefined)
    return { outcome: dryRun ? 'previewed' : 'recorded', adjustment: event.data, position };
  const earlier = findEarlier(state);
  return earlier === undefined
    ? { outcome: 'taken_back_before', holders: findHolders(state) }
    : { outcome: 'unchanged', adjustment: earlier, position };
}
