/** The sheet of `billing explain`: a figure with its parts, what cost nothing, and its first charges. */
import {
  cell,
  sheetTable,
  type BillSelector,
  type SheetColumns,
  type SheetSentence,
  type Sheet,
} from '../../../packages/words/src/sheet/sheet.js';
import { countText, thousands } from '../../../packages/words/src/text/formats.js';
import { reasonInWords, FREE_REASON_TEXTS } from '../row-sentences.js';
import {
  ADJUSTMENT_COLUMNS,
  LISTED_JOB_COLUMNS,
  creditsPart,
  monthRulesPart,
  owedFacts,
} from './shared-parts.js';
import type { BilledDay, ExplainedBill, ExplainedCharge } from '../explain/explained-bill.js';

/** @param limit number of jobs to show */
export const billSheet = (bill: ExplainedBill, limit: number): Sheet => {
  const sums = billSummarySheet(bill);
  const none = 'No job has a part in it.';
  const byJob = {
    title: 'By job',
    table: sheetTable(bill.jobs, BILL_JOB_COLUMNS, { none, maxLines: limit }),
  };
  const unlisted = Math.max(0, bill.charges_read - bill.charges.length);
  const charges = sheetTable(bill.charges, chargeColumns(bill), { none: 'No charge.', unlisted });
  return { ...sums, parts: [...sums.parts, byJob, { title: 'Charges', table: charges }] };
};

/** The sheet without its lists of jobs and charges, which have pages of their own. */
export const billSummarySheet = (bill: ExplainedBill): Sheet => ({
  title: `${titleOf(bill)} (UTC)`,
  sentences: [checkSentence(bill)],
  facts: {
    account: cell.account(bill.account_id),
    job: cell.job(bill.job_id),
    key: cell.key(bill.key_id),
    block: bill.block,
    'delivered rows': bill.rows,
    ...owedFacts(bill),
    'without a price': bill.amount === undefined ? null : unpricedText(bill),
  },
  parts: [
    {
      title: 'By block',
      table: sheetTable(priceLinesOf(bill), pricedColumns(bill), { none: 'Nothing was billed.' }),
    },
    { title: 'By day', table: sheetTable(bill.days.length > 1 ? bill.days : [], dayColumns(bill)) },
    { title: 'Adjustments', table: sheetTable(bill.adjustments, BILL_ADJUSTMENT_COLUMNS) },
    creditsPart(bill.credits),
    monthRulesPart(bill.month_rules),
    {
      title: 'What cost nothing, and why',
      table: sheetTable(freeRowsOf(bill), FREE_COLUMNS, { none: 'Everything was billed.' }),
    },
  ],
});

function checkSentence({ agrees, charges_read, as_of }: ExplainedBill): SheetSentence {
  const charges = countText(charges_read, 'charge');
  if (agrees === null)
    return { tone: 'faint', says: `Of the log ${charges} were read; a day, a job or a key narrows it down.` };
  const chargesText = `${charges} in the log ${charges_read === 1 ? 'comes' : 'come'} to`;
  if (!agrees) return { tone: 'bad', says: `${chargesText} ANOTHER figure: replay it (usage rebuild).` };
  const until = as_of === null ? [] : [', as of ', cell.time(as_of.time)];
  return { tone: 'good', says: [`${chargesText} this figure`, ...until, '.'] };
}

/** Blocks without a price. The amount leaves them out, and must not suggest that they are free. */
function unpricedText({ priced }: ExplainedBill): string | null {
  const blocks = priced.filter(({ price }) => price === null).map(({ block }) => block);
  return blocks.length === 0 ? null : [...new Set(blocks)].join(', ');
}

/** Selects a part of the bill's figure by further limits. */
function narrowedScope(
  { account_id, job_id, key_id, from, to }: ExplainedBill,
  limits: BillSelector,
): BillSelector {
  if (job_id !== null) return { job: job_id, ...limits };
  const dateRange = from === null ? {} : from === to ? { day: from } : { month: from.slice(0, 7) };
  return { ...(key_id === null ? { account: account_id } : { key: key_id }), ...dateRange, ...limits };
}

type PriceLine = Omit<ExplainedBill['priced'][number], 'block'> & {
  readonly block: string;
  readonly isAdjusted?: true;
};

/** The lines of each block: its units at each price, then what adjustments and corrected prices add. */
const priceLinesOf = ({ priced, adjusted, blocks }: ExplainedBill): readonly PriceLine[] =>
  priced.length > 0
    ? [...new Set([...priced, ...adjusted].map(({ block }) => block))].flatMap((block) => [
        ...priced.filter((line) => line.block === block),
        ...adjusted
          .filter((line) => line.block === block)
          .map((line): PriceLine => ({ ...line, isAdjusted: true })),
      ])
    : Object.entries(blocks).map(([block, units]) => ({
        block,
        units,
        price: null,
        currency: null,
        amount: null,
      }));

const pricedColumns = (bill: ExplainedBill): SheetColumns<PriceLine> => ({
  block: ({ block, isAdjusted }) => {
    const name = cell.bill(narrowedScope(bill, { block }), block);
    return isAdjusted === true ? [name, ', adjusted or corrected'] : name;
  },
  units: ({ units }) => units,
  'a unit': (line) => (line.isAdjusted === true ? '' : cell.price(line)),
  amount: ({ amount, currency }) => cell.money(amount, currency),
});

/** The column of amounts. A bill without an amount has none, since no price was ever agreed. */
const amountColumn = ({
  amount,
}: Pick<ExplainedBill, 'amount'>): SheetColumns<Parameters<typeof cell.sums>[0]> =>
  amount === undefined ? {} : { amount: (item) => cell.sums(item) };

const dayColumns = (bill: ExplainedBill): SheetColumns<BilledDay> => ({
  day: ({ date }) => cell.bill(narrowedScope(bill, { day: date }), date),
  // The rows of a day are those of all blocks.
  ...(bill.block === null ? { rows: ({ rows }: BilledDay) => rows } : {}),
  units: ({ units }) => units,
  ...amountColumn(bill),
  ...(bill.adjustments.length === 0
    ? {}
    : { 'after adjustments': (day: BilledDay) => cell.sums(day, 'net_amount') }),
});

const BILL_ADJUSTMENT_COLUMNS: SheetColumns<ExplainedBill['adjustments'][number]> = {
  ...ADJUSTMENT_COLUMNS,
  amount: ({ amount, currency }) => cell.money(amount, currency),
  note: ({ note }) => cell.client(note),
};

const FREE_COLUMNS: SheetColumns<readonly [times: number, why: string]> = {
  times: ([times]) => times,
  why: ([, reason]) => reason,
};

export const BILL_JOB_COLUMNS: SheetColumns<ExplainedBill['jobs'][number]> = {
  ...LISTED_JOB_COLUMNS,
  request: ({ request_id }) => cell.request(request_id),
  rows: ({ rows }) => rows,
  units: ({ job_id, units }) => cell.bill({ job: job_id }, thousands(units)),
};

export const chargeColumns = (bill: Pick<ExplainedBill, 'amount'>): SheetColumns<ExplainedCharge> => ({
  time: ({ time }) => cell.time(time),
  job: ({ job_id }) => cell.job(job_id),
  row: ({ job_id, row }) => cell.row(job_id, row),
  units: ({ units }) => units,
  ...amountColumn(bill),
  blocks: ({ blocks, late }) => `${Object.keys(blocks).join(', ')}${late ? ' (late)' : ''}`,
  charge: ({ charge_id }) => cell.charge(charge_id),
  'as stored': cell.event,
  position: ({ position }) => cell.code(position),
});

/** The title: the owner of the bill, and its days (UTC). */
function titleOf({ account_id, job_id, key_id, from, to, day }: ExplainedBill): string {
  const owner = job_id === null ? (key_id === null ? '' : `key ${key_id} of `) : `job ${job_id} of `;
  const dateRange = from === null ? 'nothing was ever used' : day === null ? `${from} to ${to}` : day;
  return `The bill of ${owner}account ${account_id}, ${dateRange}`;
}

/** Counts of free rows and blocks by reason, as table rows. */
function freeRowsOf({ not_billed }: ExplainedBill): readonly (readonly [times: number, why: string])[] {
  const { failed, blocks, skipped, unfinished, replays } = not_billed;
  const lines: (readonly [number, string])[] = [
    ...Object.entries(blocks).flatMap(([block, reasons]) =>
      Object.entries(reasons).map(
        ([reason, rows]) =>
          [rows, `${block}: ${FREE_REASON_TEXTS[reason as keyof typeof FREE_REASON_TEXTS]}`] as const,
      ),
    ),
    // The keys of the record are reason codes; `Object.entries` loses their type.
    ...Object.entries(failed).map(
      ([code, rows]) => [rows, `the row failed with ${reasonInWords(code as keyof typeof failed)}`] as const,
    ),
    [skipped, 'the row was skipped by a cancel before it was started'],
    [unfinished, 'the row is not finished yet'],
    [replays, 'a request repeated an earlier one and got its answer (request log, 30 days)'],
  ];
  return lines.filter(([times]) => times > 0);
}
