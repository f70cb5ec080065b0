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
import { PricedCharges, type EvidencedCharge, type RecordedAgreement } from './disputes/priced-charges.js';
import { AdjustmentsOfJob, type ChargeAdjustment } from './explain/adjustments-of-job.js';
import type { AmountsOwed } from './explain/explained-bill.js';
import type { InvestigatedLog } from './log-reading.js';
import { collectRowFacts, readChunk, type RowFacts } from './row-facts.js';
import { withSpaces } from './sheets/shared-parts.js';
import { groupBy } from '../../packages/platform/src/values/group-by.js';

export interface RowBill extends AmountsOwed {
  /** Charged blocks without a price on the day of their charge. */
  readonly unpriced: readonly BlockKey[];
  /** Adjustments that took back charges of the row, reversed ones included, oldest first. */
  readonly adjustments: readonly ChargeAdjustment[];
}

interface AccountJob {
  readonly account: AccountId;
  readonly job: JobId;
}

/** Reads the price agreements and adjustments with which the charges of a job are priced. */
export async function pricedChargesOf(
  log: InvestigatedLog,
  { account, job }: AccountJob,
): Promise<PricedCharges> {
  const agreements: RecordedAgreement[] = [];
  for await (const recorded of storedEvents(log, accountStream(account))) {
    const { id, time, event } = accountStreams.decode(recorded);
    for (const term of priceTermOf(event)) agreements.push({ ...term, agreed_at: time, event_id: id });
  }
  const jobAdjustments = new AdjustmentsOfJob(job);
  for await (const entry of adjustmentsOf(log, account)) jobAdjustments.add(entry);
  return new PricedCharges(job, agreements, jobAdjustments);
}

function owedAmounts(charges: readonly EvidencedCharge[]): AmountsOwed {
  const sums = new EvidenceSums();
  for (const charge of charges) sums.addCharge(charge);
  return { units: sums.units, ...sums.cost, net_units: sums.netUnits };
}

interface PricedJob {
  readonly job: JobId;
  readonly pricedCharges: PricedCharges;
  readonly chunkOf: (row: number) => number;
}

export interface BilledRow {
  /** The facts of the record, without the data. */
  readonly facts: RowFacts;
  readonly bill: AmountsOwed;
}

/** Returns the record of each of these rows with its bill. */
export async function billedRows(
  log: InvestigatedLog,
  { job, pricedCharges, chunkOf }: PricedJob,
  rows: readonly number[],
): Promise<ReadonlyMap<number, BilledRow>> {
  const billedRowByIndex = new Map<number, BilledRow>();
  for (const [chunk, chunkRows] of groupBy(rows, (row) => String(chunkOf(row)))) {
    const storedChunk = await readChunk(log, { job, chunk: Number(chunk) }, false);
    for (const [row, facts] of collectRowFacts(storedChunk, chunkRows))
      billedRowByIndex.set(row, { facts, bill: owedAmounts(pricedCharges.chargesOf(row, facts)) });
  }
  return billedRowByIndex;
}

export async function rowBill(
  log: InvestigatedLog,
  { row, ...ownedJob }: AccountJob & { readonly row: number },
  facts: RowFacts,
): Promise<RowBill> {
  const charges = (await pricedChargesOf(log, ownedJob)).chargesOf(row, facts);
  const adjustments = new Map<string, ChargeAdjustment>();
  for (const adjustment of charges.flatMap((charge) => charge.adjustments)) {
    const blocks = [...(adjustments.get(adjustment.adjustment_id)?.blocks ?? []), ...adjustment.blocks];
    adjustments.set(adjustment.adjustment_id, { ...adjustment, blocks });
  }
  return {
    ...owedAmounts(charges),
    unpriced: charges.flatMap(({ unpriced }) => unpriced),
    adjustments: [...adjustments.values()].sort((first, second) => (first.time < second.time ? -1 : 1)),
  };
}

/** The bill as sentences; none if nothing was charged. */
export function billSentences({ units, adjustments, net_units, ...owed }: RowBill): string[] {
  if (units === 0) return [];
  const amountInWords = (name: 'amount' | 'net_amount'): string => cellText(cell.sums(owed, name));
  const adjustmentSentences = adjustments.map(
    ({ adjustment_id, time, reason, blocks, price, reversed_by }) =>
      `Adjustment ${adjustment_id} ${price === null ? 'took back' : `set a price of ${price} for`} ${blocks.join(', ')} at ${moment(time)} (${withSpaces(reason)})${reversed_by === null ? '' : `; ${reversed_by} reversed it`}.`,
  );
  return [
    `Charged: ${amountInWords('amount')}.`,
    ...adjustmentSentences,
    ...(adjustmentSentences.length === 0
      ? []
      : [`Owed now: ${countText(net_units, 'unit')}, ${amountInWords('net_amount')}.`]),
  ];
}
