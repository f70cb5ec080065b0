/** Computes from the log what a row cost, and what is owed after adjustments. */
import Big from 'big.js';
import { adjustmentsOf } from '../billing/adjustments/adjustment-log.js';
import { amountText } from '../billing/usage/priced-use.js';
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId, JobId } from '../../packages/contract/src/ids.js';
import { countText, money, moment } from '../../packages/words/src/text/formats.js';
import { accountStream, accountStreams } from '../streams/account/account.events.js';
import { PricedCharges, type RecordedAgreement } from './disputes/priced-charges.js';
import { AdjustmentsOfJob, type ChargeAdjustment } from './explain/adjustments-of-job.js';
import type { AmountsOwed } from './explain/explained.js';
import type { InvestigatedLog } from './log-reading.js';
import type { RowFacts } from './row-facts.js';

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
    if (event.type === 'PricesAgreed') agreements.push({ ...event.data, agreed_at: time, event_id: id });
  }
  const jobAdjustments = new AdjustmentsOfJob(job);
  for await (const entry of adjustmentsOf(log, account)) jobAdjustments.add(entry);
  const charges = new PricedCharges(job, agreements, jobAdjustments).chargesOf(row, facts);
  const sum = (amountsOrNull: readonly (string | null)[]): string | null => {
    const amounts = amountsOrNull.filter((amount) => amount !== null);
    return amounts.length === 0
      ? null
      : amountText(amounts.reduce((all, next) => all.plus(next), new Big(0)));
  };
  const adjustments = new Map<string, ChargeAdjustment>();
  for (const adjustment of charges.flatMap((charge) => charge.adjustments)) {
    const blocks = [...(adjustments.get(adjustment.adjustment_id)?.blocks ?? []), ...adjustment.blocks];
    adjustments.set(adjustment.adjustment_id, { ...adjustment, blocks });
  }
  return {
    units: charges.reduce((all, { units }) => all + units, 0),
    amount: sum(charges.map(({ amount }) => amount)),
    currency: charges.find(({ currency }) => currency !== null)?.currency ?? null,
    net_units: charges.reduce((all, { net_units }) => all + net_units, 0),
    net_amount: sum(charges.map(({ net_amount }) => net_amount)),
    unpriced: charges.flatMap(({ unpriced }) => unpriced),
    adjustments: [...adjustments.values()].sort((first, second) => (first.time < second.time ? -1 : 1)),
  };
}

/** The bill as sentences; none if nothing was charged. */
export function billSentences({ units, amount, currency, adjustments, ...net }: RowBill): string[] {
  if (units === 0) return [];
  const amountInWords = (sum: string | null): string =>
    sum === null || currency === null ? 'no price agreed' : `${money(sum)} ${currency}`;
  const takenBack = adjustments.map(
    ({ adjustment_id, time, reason, blocks, price, reversed_by }) =>
      `Adjustment ${adjustment_id} ${price === null ? 'took back' : `set a price of ${price} for`} ${blocks.join(', ')} at ${moment(time)} (${reason})${reversed_by === null ? '' : `; ${reversed_by} reversed it`}.`,
  );
  return [
    `Charged: ${amountInWords(amount)}.`,
    ...takenBack,
    ...(takenBack.length === 0
      ? []
      : [`Owed now: ${countText(net.net_units, 'unit')}, ${amountInWords(net.net_amount)}.`]),
  ];
}
