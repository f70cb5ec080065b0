/** The charge entries that a stored event of the log carries, as facts of a statement's lines. */
import type { PriceAgreement } from '../../../streams/account/account.state.js';
import {
  blockEventId,
  decodeRowsEvents,
  packedRowsOf,
  rowEventId,
  type PackedRows,
} from '../../../streams/rows/rows.events.js';
import type { RecordedEvent } from '../../../platform/event-store/event-store.js';
import type { BlockKey } from '../../../shared/block-key.js';
import type { AccountId } from '../../../shared/ids.js';
import { amountText, currencyOf, pricesOf, unitEntries } from '../../usage/priced-use.js';
import { chargeTexts, type ByBlock, type SharedCharge } from '../format/facts.js';
import type { FactText } from '../format/leaf.js';
import { amountOf, type ChargeSums, type Totals } from '../format/totals.js';

export interface ChargeMaker {
  readonly account: AccountId;
  /** In the order in which they were agreed. */
  readonly agreements: readonly PriceAgreement[];
  readonly totals: Totals;
}

export interface CountedCharge {
  readonly text: FactText;
  readonly sums: ChargeSums;
}

type Charged = Pick<SharedCharge, 'entry' | 'job_id' | 'late' | 'time'> & {
  readonly units: Readonly<Partial<Record<BlockKey, number>>>;
};

/** A charge with its prices, but for what tells it from its neighbours. */
function sharedCharge({ account, agreements }: ChargeMaker, charged: Charged): SharedCharge {
  const day = charged.time.slice(0, 10);
  const units: ByBlock<number> = Object.fromEntries(
    unitEntries(charged.units).filter(([, each]) => each !== 0),
  );
  const prices = pricesOf({ day, units }, agreements);
  const currency = currencyOf(agreements);
  const amount = currency === null ? null : amountText(amountOf(units, prices));
  const { entry, job_id, late, time } = charged;
  return { account_id: account, amount, currency, entry, job_id, late, prices, time, units };
}

const timeOf = (recorded: RecordedEvent): string => recorded.metadata['time'] ?? '';

/** @param late see `ChargeFact` */
export function* chargesOf(
  recorded: RecordedEvent,
  maker: ChargeMaker,
  late: boolean,
): Generator<CountedCharge> {
  if (recorded.type === 'RowsRecorded') yield* rowCharges(recorded, maker, late);
  else yield* blockCharges(recorded, maker, late);
}

function* rowCharges(recorded: RecordedEvent, maker: ChargeMaker, late: boolean): Generator<CountedCharge> {
  const pack = packedRowsOf(recorded);
  const { job_id, from } = pack;
  const byOutcome = pack.outcomes.map((outcome) =>
    outcomeCharges(outcome, maker, { job_id, late, time: timeOf(recorded) }),
  );
  for (const [index, row] of pack.rows.entries()) {
    if ('failed' in row) continue;
    const charge = byOutcome[row.outcome];
    if (charge === undefined) continue;
    const id = rowEventId(job_id, from + index, 'RowCharged');
    const text = charge.texts({ charge_id: id, company_number: row.company, row: from + index });
    yield { text: { kind: 'charge', id, text }, sums: charge.sums };
  }
}

function outcomeCharges(
  { units }: PackedRows['outcomes'][number],
  maker: ChargeMaker,
  of: Pick<Charged, 'job_id' | 'late' | 'time'>,
): { readonly texts: ReturnType<typeof chargeTexts>; readonly sums: ChargeSums } {
  const shared = sharedCharge(maker, { ...of, entry: 'row', units });
  return { texts: chargeTexts(shared), sums: maker.totals.sumsOf(shared) };
}

function* blockCharges(recorded: RecordedEvent, maker: ChargeMaker, late: boolean): Generator<CountedCharge> {
  for (const { event } of decodeRowsEvents(recorded)) {
    if (event.type !== 'BlockCharged') continue;
    const { job_id, row, block, units } = event.data;
    const shared = sharedCharge(maker, {
      entry: 'block',
      job_id,
      late,
      time: timeOf(recorded),
      units: { [block]: units },
    });
    const id = blockEventId(job_id, row, block, 'BlockCharged');
    const text = chargeTexts(shared)({ charge_id: id, company_number: null, row });
    yield { text: { kind: 'charge', id, text }, sums: maker.totals.sumsOf(shared) };
  }
}
