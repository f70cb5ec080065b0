/** `billing explain` for a person: what the figure is, what it is made of, what cost nothing, and the first charges. */
import type { ExplainedBill, ExplainedCharge } from '../../investigate/explain/explained.js';
import { counted as numbered, moment } from '../../shared/text/words.js';
import { amountIn, counted, table, toned, type Columns, type Line } from '../output.js';
import { freeOf, titleOf } from '../../investigate/explain/bill-words.js';

const heading = toned('heading');
const faint = toned('faint');
const MOST_JOBS = 20;

export function billLines(bill: ExplainedBill): readonly Line[] {
  return [
    heading(`${titleOf(bill)} (UTC)`),
    ...sumLines(bill),
    ...under('By block', tableOf(Object.entries(bill.blocks), BLOCKS)),
    ...under('How the amount is made', tableOf(bill.priced, PRICED)),
    ...under('By day', bill.days.length > 1 ? tableOf(bill.days, DAYS) : []),
    ...under('Adjustments', tableOf(bill.adjustments, ADJUSTMENTS)),
    ...under('What cost nothing', freeLines(bill)),
    ...under('By job', jobLines(bill)),
    ...under('Charges', chargeLines(bill)),
  ];
}

const under = (title: string, lines: readonly Line[]): readonly Line[] =>
  lines.length === 0 ? [] : ['', heading(title), ...lines];

const tableOf = <Item>(items: readonly Item[], columns: Columns<Item>): readonly string[] =>
  items.length === 0 ? [] : table(items, columns);

const BLOCKS: Columns<readonly [string, number]> = {
  block: ([block]) => block,
  units: ([, units]) => counted(units),
};
const PRICED: Columns<ExplainedBill['priced'][number]> = {
  block: ({ block }) => block,
  units: ({ units }) => counted(units),
  price: ({ price, currency }) => (price === null ? 'no price agreed' : `${price} ${currency}`),
  amount: ({ amount, currency }) => amountIn(currency, amount),
};
const DAYS: Columns<ExplainedBill['days'][number]> = {
  day: ({ date }) => date,
  rows: ({ rows }) => counted(rows),
  units: ({ units }) => counted(units),
};
const ADJUSTMENTS: Columns<ExplainedBill['adjustments'][number]> = {
  adjustment: ({ adjustment_id }) => adjustment_id,
  made: ({ time }) => moment(time),
  units: ({ units }) => counted(units),
  amount: ({ amount }) => amount ?? '-',
  reason: ({ reason, reverses }) => (reverses === null ? reason : `${reason}, reverses ${reverses}`),
  note: ({ note }) => note,
};
const JOBS: Columns<ExplainedBill['jobs'][number]> = {
  job: ({ job_id }) => job_id,
  key: ({ key_id }) => key_id,
  request: ({ request_id }) => request_id,
  submitted: ({ submitted_at }) => moment(submitted_at),
  status: ({ status, erased_at }) => (erased_at === null ? status : `${status}, rows erased`),
  rows: ({ rows }) => counted(rows),
  units: ({ units }) => counted(units),
};
const CHARGES: Columns<ExplainedCharge> = {
  time: ({ time }) => moment(time),
  job: ({ job_id }) => job_id,
  row: ({ row }) => row,
  units: ({ units }) => counted(units),
  blocks: ({ blocks, late }) => `${Object.keys(blocks).join(', ')}${late ? ' (late)' : ''}`,
  charge: ({ charge_id }) => charge_id,
  position: ({ position }) => position,
};

function sumLines(bill: ExplainedBill): Line[] {
  const { rows, units, block, amount, currency, net_units, net_amount } = bill;
  const cost = amount === undefined ? '' : `, ${amountIn(currency, amount)}${unpricedIn(bill)}`;
  const owed = net_amount === undefined ? '' : `, ${amountIn(currency, net_amount)},`;
  const net = net_units === units ? '' : `; ${counted(net_units)}${owed} after adjustments`;
  return [
    `${numbered(units, 'unit')}${block === null ? '' : ` of ${block}`} in ${numbered(rows, 'delivered row')}${cost}${net}.`,
    checkLine(bill),
  ];
}

/** An amount leaves out what has no price: it must not read as if that were free. */
function unpricedIn({ priced }: ExplainedBill): string {
  const blocks = priced.filter(({ price }) => price === null).map(({ block }) => block);
  return blocks.length === 0 ? '' : ` (without a price: ${[...new Set(blocks)].join(', ')})`;
}

function checkLine({ agrees, charges_read, as_of }: ExplainedBill): Line {
  const [read, come] = [numbered(charges_read, 'charge'), charges_read === 1 ? 'comes' : 'come'];
  if (agrees === null) return faint(`Of the log ${read} were read; a day, a job or a key narrows it down.`);
  const until = as_of === null ? '' : `, as of ${moment(as_of.time)}`;
  return agrees
    ? toned('good')(`${read} in the log ${come} to this figure${until}.`)
    : toned('bad')(`${read} in the log ${come} to ANOTHER figure: run usage rebuild.`);
}

const freeLines = (bill: ExplainedBill): readonly string[] =>
  tableOf(freeOf(bill), { times: ([times]) => counted(times), why: ([, why]) => why });

function jobLines({ jobs }: ExplainedBill): readonly Line[] {
  const left = jobs.length - MOST_JOBS;
  const lines = tableOf(jobs.slice(0, MOST_JOBS), JOBS);
  return left > 0 ? [...lines, faint(`... ${counted(left)} more (with --json)`)] : lines;
}

function chargeLines({ charges, charges_read }: ExplainedBill): readonly Line[] {
  const left = charges_read - charges.length;
  const lines = tableOf(charges, CHARGES);
  if (left <= 0) return lines;
  return [...lines, faint(`... ${counted(left)} more (--limit shows more of them, --json all)`)];
}
