/** Makes the facts of a statement's lines from the charges of a stored event. */
import type { PriceAgreement } from '../../../streams/account/account.state.js';
import {
  blockEventId,
  decodeRowsEvents,
  packedRowsOf,
  rowEventId,
  type PackedRows,
} from '../../../streams/rows/rows.events.js';
import type { RecordedEvent } from '../../../../packages/platform/src/event-store/event-store.js';
import type { BlockKey } from '../../../../packages/contract/src/block-key.js';
import type { AccountId } from '../../../../packages/contract/src/ids.js';
import { currencyOn } from '../../../streams/account/price-terms.js';
import { pricesOf, unitEntries } from '../../usage/priced-use.js';
import { amountText } from '../../../../packages/statement-check/src/rules/payable.js';
import {
  chargeTexts,
  type ByBlock,
  type SharedCharge,
} from '../../../../packages/statement-check/src/format/facts.js';
import type { FactText } from '../../../../packages/statement-check/src/format/leaf.js';
import {
  amountOfUnits,
  type ChargeSums,
  type Totals,
} from '../../../../packages/statement-check/src/format/totals.js';

export interface ChargeContext {
  readonly account: AccountId;
  /** Price agreements in the order in which they were made. */
  readonly agreements: readonly PriceAgreement[];
  readonly totals: Totals;
}

export interface ChargeOfStatement {
  readonly factText: FactText;
  readonly sums: ChargeSums;
}

type Charges = Generator<ChargeOfStatement>;
type ChargeEntry = Pick<SharedCharge, 'entry' | 'job_id' | 'late' | 'time'> & {
  readonly units: Readonly<Partial<Record<BlockKey, number>>>;
};

/** Returns a charge with its prices, without the fields that differ by row. */
function sharedCharge({ account, agreements }: ChargeContext, charge: ChargeEntry): SharedCharge {
  const day = charge.time.slice(0, 10);
  const units: ByBlock<number> = Object.fromEntries(
    unitEntries(charge.units).filter(([, count]) => count !== 0),
  );
  const prices = pricesOf({ day, units }, agreements);
  const currency = currencyOn(agreements, day);
  const amount = currency === null ? null : amountText(amountOfUnits(units, prices));
  const { entry, job_id, late, time } = charge;
  return { account_id: account, amount, currency, entry, job_id, late, prices, time, units };
}

const timeOf = (recorded: RecordedEvent): string => recorded.metadata['time'] ?? '';

/**
 * Yields the charges of the event, in log order.
 * @param late true if the statement of the month of the charges was issued before they reached the log
 */
export function* chargesOf(recorded: RecordedEvent, context: ChargeContext, late: boolean): Charges {
  if (recorded.type === 'RowsRecorded') yield* rowCharges(recorded, context, late);
  else yield* blockCharges(recorded, context, late);
}

function* rowCharges(recorded: RecordedEvent, context: ChargeContext, late: boolean): Charges {
  const pack = packedRowsOf(recorded);
  const { job_id, from } = pack;
  const sharedPartsByOutcome = pack.outcomes.map((outcome) =>
    sharedByOutcome(outcome, context, { job_id, late, time: timeOf(recorded) }),
  );
  for (const [index, row] of pack.rows.entries()) {
    if ('failed' in row) continue;
    const sharedParts = sharedPartsByOutcome[row.outcome];
    if (sharedParts === undefined) continue;
    const id = rowEventId(job_id, from + index, 'RowCharged');
    const text = sharedParts.textOf({ charge_id: id, company_number: row.company, row: from + index });
    yield { factText: { kind: 'charge', id, text }, sums: sharedParts.sums };
  }
}

/** The parts that all charges of rows of one outcome share. */
function sharedByOutcome(
  { units }: PackedRows['outcomes'][number],
  context: ChargeContext,
  commonFields: Pick<ChargeEntry, 'job_id' | 'late' | 'time'>,
): { readonly textOf: ReturnType<typeof chargeTexts>; readonly sums: ChargeSums } {
  const shared = sharedCharge(context, { ...commonFields, entry: 'row', units });
  return { textOf: chargeTexts(shared), sums: context.totals.sumsOf(shared) };
}

function* blockCharges(recorded: RecordedEvent, context: ChargeContext, late: boolean): Charges {
  for (const { event } of decodeRowsEvents(recorded)) {
    if (event.type !== 'BlockCharged') continue;
    const { job_id, row, block, units } = event.data;
    const shared = sharedCharge(context, {
      entry: 'block',
      job_id,
      late,
      time: timeOf(recorded),
      units: { [block]: units },
    });
    const id = blockEventId(job_id, row, block, 'BlockCharged');
    const text = chargeTexts(shared)({ charge_id: id, company_number: null, row });
    yield { factText: { kind: 'charge', id, text }, sums: context.totals.sumsOf(shared) };
  }
}
