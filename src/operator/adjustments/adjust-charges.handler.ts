import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { currencyOf, priced } from '../../billing/usage/priced-use.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import {
  adjustCharges,
  heldBy,
  type AdjustmentPrices,
  type ChargesToAdjust,
} from '../../streams/adjustments/adjustments.decider.js';
import type { AdjustmentScope } from '../../streams/adjustments/adjustments.events.js';
import type { AdjustmentsState } from '../../streams/adjustments/adjustments.state.js';
import { AdjustmentStore, type AdjustmentWritten } from './adjustment.store.js';
import { ChargedJobs, type FoundCharges } from './charged-jobs.js';
import { AdjustCharges, scopeOf, type AdjustmentOutcome } from './commands.js';

@CommandHandler(AdjustCharges)
export class AdjustChargesHandler implements ICommandHandler<AdjustCharges> {
  constructor(
    private readonly jobs: ChargedJobs,
    private readonly adjustments: AdjustmentStore,
  ) {}

  async execute({ context, account, order, agreements }: AdjustCharges): Promise<AdjustmentOutcome> {
    const found = await this.jobs.find(account, order.what);
    if (found.outcome === 'refused') return found;
    const { reason, note, what, dryRun } = order;
    const charges = { account, scope: scopeOf(what), reason, note, charged: found.charged };
    const prices = pricesOf(agreements);
    const written = await this.adjustments.decide({ account, context, dryRun }, (known) =>
      adjustCharges(known, charges, prices),
    );
    return outcomeOf(written, charges, found);
  }
}

/** Each unit has the price of its own day, as usage has it. */
const pricesOf = (agreements: readonly PriceAgreement[]): AdjustmentPrices => ({
  currency: currencyOf(agreements),
  amountOf: (day, units) => {
    const use = priced([{ day, units }], agreements);
    return use.priced.size === 0 ? null : use.amount;
  },
});

function outcomeOf(
  written: AdjustmentWritten,
  { scope, charged }: ChargesToAdjust,
  { unfinished }: Extract<FoundCharges, { outcome: 'found' }>,
): AdjustmentOutcome {
  if (written.outcome === 'refused') return written.refusal;
  const { position, state } = written.loaded;
  const [event] = written.events;
  if (event !== undefined) {
    const outcome = written.outcome === 'appended' ? 'recorded' : 'previewed';
    return { outcome, adjustment: event.data, position, unfinished };
  }
  const same = sameScope(state, scope);
  if (same !== undefined) return { outcome: 'unchanged', adjustment: same, position, unfinished };
  return { outcome: 'taken_back_before', by: heldBy(state, { scope, charged }) };
}

/** The last adjustment of just this scope: what a command that is sent again finds. */
const sameScope = (state: AdjustmentsState, scope: AdjustmentScope) => {
  const text = JSON.stringify(scope);
  return [...state.values()].findLast(({ made }) => JSON.stringify(made.scope) === text)?.made;
};
