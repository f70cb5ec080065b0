/** Computes from the log what a row cost, and what is owed after adjustments. */
import { adjustmentsOf } from '../billing/adjustments/adjustment-log.js';
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId, JobId } from '../../packages/contract/src/ids.js';
import { cell, cellText } from '../../packages/words/src/sheet/sheet.js';
import { countText, moment } from '../../packages/words/src/text/formats.js';
import { priceTermOf } from '../streams/account/price-terms.js';
import { accountStream, accountStreams } from '../streams/account/account.events.js';
import { EvidenceSums } from './disputes/evidence-sums.js';
import { PricedCharges, type RecordedAgreement } from './disputes/priced-charges.js';
import { AdjustmentsOfJob, type ChargeAdjustment } from './explain/adjustments-of-job.js';
import type { AmountsOwed } from './explain/explained.js';
import type { InvestigatedLog } from './log-reading.js';
import type { RowFacts } from './row-facts.js';
import { wordsOf } from './sheets/sheet-columns.js';

export interface RowBill extends AmountsOwed {
  /** Charged blocks without a price on the day of their charge. */
  readonly unpriced: readonly BlockKey[];
  /** Adjustments that took back charges of the row, reversed ones included, oldest first. */
  readonly adjustments: readonly ChargeAdjustment[];
}

export async function rowBill(
  log: InvestigatedLog,
  { account, job, row }: { readonly account: AccountId; readonly job: JobId; readonly row: number },
  facts: RowFacts,
): Promise<RowBill> {
  const agreements: RecordedAgreement[] = [];
  for await (const recorded of storedEvents(log, accountStream(account))) {
    const { id, time, event } = accountStreams.decode(recorded);
    for (const term of priceTermOf(event)) agreements.push({ ...term, agreed_at: time, event_id: id });
  }
  const jobAdjustments = new AdjustmentsOfJob(job);
  for await (const entry of adjustmentsOf(log, account)) jobAdjustments.add(entry);
  const charges = new PricedCharges(job, agreements, jobAdjustments).chargesOf(row, facts);
  const sums = new EvidenceSums();
  for (const charge of charges) sums.addCharge(charge);
  const adjustments = new Map<string, ChargeAdjustment>();
  for (const adjustment of charges.flatMap((charge) => charge.adjustments)) {
    const blocks = [...(adjustments.get(adjustment.adjustment_id)?.blocks ?? []), ...adjustment.blocks];
    adjustments.set(adjustment.adjustment_id, { ...adjustment, blocks });
  }
  return {
    units: sums.units,
    ...sums.cost,
    net_units: sums.netUnits,
    unpriced: charges.flatMap(({ unpriced }) => unpriced),
    adjustments: [...adjustments.values()].sort((first, second) => (first.time < second.time ? -1 : 1)),
  };
}

/** The bill as sentences; none if nothing was charged. */
export function billSentences({ units, adjustments, net_units, ...owed }: RowBill): string[] {
  if (units === 0) return [];
  const amountInWords = (name: 'amount' | 'net_amount'): string => cellText(cell.sums(owed, name));
  const takenBack = adjustments.map(
    ({ adjustment_id, time, reason, blocks, price, reversed_by }) =>
      `Adjustment ${adjustment_id} ${price === null ? 'took back' : `set a price of ${price} for`} ${blocks.join(', ')} at ${moment(time)} (${wordsOf(reason)})${reversed_by === null ? '' : `; ${reversed_by} reversed it`}.`,
  );
  return [
    `Charged: ${amountInWords('amount')}.`,
    ...takenBack,
    ...(takenBack.length === 0
      ? []
      : [`Owed now: ${countText(net_units, 'unit')}, ${amountInWords('net_amount')}.`]),
  ];
}
