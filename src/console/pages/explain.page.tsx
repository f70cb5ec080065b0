/** What a figure stands on: from a month to its days, from a day to its jobs, from a job to its charges. */
import type { ExplainedBill } from '../../investigate/explain/explained.js';
import { freeOf, titleOf } from '../../investigate/explain/bill-words.js';
import { explainBill, type BillWish } from '../../operator/billing/explain-bill.js';
import { billFigure, recordFigure } from '../../operator/billing/bill-figure.js';
import { EVERYBODY, page, type Page, type Shown, type Visit } from '../page.js';
import { LargeFigure } from '../view/large-figure.js';
import {
  AccountLink,
  AdjustmentLink,
  ChargeLink,
  JobLink,
  KeyLink,
  paths,
  RequestLink,
  RowLink,
} from '../view/links.js';
import type { Markup } from '../view/markup.js';
import { money, unitPrice } from '../view/money.js';
import { Client, Count, Facts, Section, Table, Time } from '../view/parts.js';
import { accountId, block, day, daysOfMonth, jobId, keyId } from '../words.js';

const MOST_CHARGES = 100;
const MOST_JOBS = 100;

export const explainPage: Page = {
  method: 'GET',
  path: '/explain',
  roles: EVERYBODY,
  answer: async (visit) => {
    const large = await largeFigure(visit);
    if (large !== null) return large;
    const wish = {
      of: whatOf(visit),
      block: block(visit.query['block']),
      most: MOST_CHARGES,
      reason: visit.reason,
    };
    const bill = await explainBill(visit.operator, wish);
    return page(
      'What a figure stands on',
      <>
        <h1>{titleOf(bill)}</h1>
        <Sums of={bill} />
        <Check of={bill} />
        <ByBlock of={bill} />
        <ByDay of={bill} />
        <Adjustments of={bill} />
        <Free of={bill} />
        <ByJob of={bill} />
        <Charges of={bill} />
      </>,
    );
  },
};

/** Of more delivered rows the charges are read from the log when they are asked for. */
const MOST_AT_ONCE = 5_000;

/** Null where the charges of the figure can be read at once, or were asked for. */
async function largeFigure(visit: Visit): Promise<Shown | null> {
  const { operator, query, reason } = visit;
  const of = whatOf(visit);
  if (query['count'] === 'yes' || query['block'] !== undefined) return null;
  if ('job' in of && of.range !== null) return null;
  const figure = await billFigure(operator, 'job' in of ? { job: of.job } : of);
  if (figure.rows <= MOST_AT_ONCE) return null;
  await recordFigure(operator, figure, reason);
  const { from, to } = figure.range;
  const [job, key] = ['job' in of ? of.job : null, 'key' in of ? of.key : null];
  const whose = key === null ? `account ${figure.account}` : `key ${key}`;
  const count = paths.bill({ ...query, count: 'yes' });
  return page(
    'What a figure stands on',
    <>
      <h1>The bill of {job === null ? `${whose}, ${from} to ${to}` : `job ${job}`}</h1>
      <LargeFigure of={figure} part={{ job, key }} count={count} />
    </>,
  );
}

function whatOf({ query }: Visit): BillWish['of'] {
  const { account, job, key, day: one, month } = query;
  const range =
    one !== undefined ? { from: day(one), to: day(one) } : month === undefined ? null : daysOfMonth(month);
  if (job !== undefined) return { job: jobId(job), range };
  if (key !== undefined) return { key: keyId(key), range };
  return { account: accountId(account), range: range ?? daysOfMonth(new Date().toISOString().slice(0, 7)) };
}

const Sums = ({ of }: { of: ExplainedBill }): Markup => (
  <Facts
    of={[
      ['Account', <AccountLink id={of.account_id} />],
      ['Job', of.job_id === null ? null : <JobLink id={of.job_id} />],
      ['Key', of.key_id === null ? null : <KeyLink id={of.key_id} />],
      ['Block', of.block],
      ['Delivered rows', <Count of={of.rows} />],
      ['Units', <Count of={of.units} />],
      ['Amount', money(of.amount, of.currency)],
      ['Units after adjustments', of.net_units === of.units ? null : <Count of={of.net_units} />],
      ['Amount after adjustments', of.net_units === of.units ? null : money(of.net_amount, of.currency)],
    ]}
  />
);

function Check({ of: { agrees, charges_read, as_of } }: { of: ExplainedBill }): Markup {
  const read = charges_read.toLocaleString('en-GB');
  if (agrees === null)
    return <p class="soft">Of the log {read} charges were read; a day, a job or a key narrows it down.</p>;
  return agrees ? (
    <p class="fine">
      The {read} charges in the log come to this figure
      {as_of !== null && (
        <>
          , as of <Time at={as_of.time} />
        </>
      )}
      .
    </p>
  ) : (
    <p class="trouble">The {read} charges in the log come to another figure: replay it.</p>
  );
}

/** The same figure, narrowed. */
const narrower = (
  { account_id, job_id, key_id, from, to }: ExplainedBill,
  more: Record<string, string>,
): string => {
  const whose =
    job_id !== null ? { job: job_id } : key_id !== null ? { key: key_id } : { account: account_id };
  const when =
    from !== null && from === to ? { day: from } : from === null ? {} : { month: from.slice(0, 7) };
  return paths.bill({ ...whose, ...(job_id === null ? when : {}), ...more });
};

type Priced = Omit<ExplainedBill['priced'][number], 'block'> & { readonly block: string };

function ByBlock({ of }: { of: ExplainedBill }): Markup {
  const priced: readonly Priced[] =
    of.priced.length > 0 ? of.priced : Object.entries(of.blocks).map(unpriced);
  return (
    <Section title="By block">
      <Table
        name="Units at their price"
        rows={priced}
        none="Nothing was billed."
        columns={[
          { head: 'Block', cell: (one) => <a href={narrower(of, { block: one.block })}>{one.block}</a> },
          { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
          { head: 'A unit', figures: true, cell: unitPrice },
          { head: 'Amount', figures: true, cell: ({ amount, currency }) => money(amount, currency) },
        ]}
      />
    </Section>
  );
}

const unpriced = ([of, units]: [string, number]): Priced => ({
  block: of,
  units,
  price: null,
  currency: null,
  amount: null,
});

const ByDay = ({ of }: { of: ExplainedBill }): Markup | null =>
  of.days.length < 2 ? null : (
    <Section title="By day">
      <Table
        name="Days with use"
        rows={of.days}
        columns={[
          { head: 'Day', cell: ({ date }) => <a href={narrower(of, { day: date })}>{date}</a> },
          { head: 'Rows', figures: true, cell: ({ rows }) => <Count of={rows} /> },
          { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
        ]}
      />
    </Section>
  );

const Adjustments = ({ of }: { of: ExplainedBill }): Markup | null =>
  of.adjustments.length === 0 ? null : (
    <Section title="Adjustments">
      <Table
        name="What was taken back, and given again"
        rows={of.adjustments}
        columns={[
          { head: 'Made', cell: ({ time }) => <Time at={time} /> },
          { head: 'Adjustment', cell: ({ adjustment_id }) => <AdjustmentLink id={adjustment_id} /> },
          { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
          { head: 'Amount', figures: true, cell: ({ amount }) => money(amount, of.currency) },
          { head: 'Reason', cell: ({ reason }) => reason },
          { head: 'Note', cell: ({ note }) => <Client text={note} /> },
        ]}
      />
    </Section>
  );

const Free = ({ of }: { of: ExplainedBill }): Markup => (
  <Section title="What cost nothing, and why">
    <Table
      name="Blocks and rows that were not billed"
      rows={freeOf(of)}
      none="Everything was billed."
      columns={[
        { head: 'Times', figures: true, cell: ([count]) => <Count of={count} /> },
        { head: 'Why', cell: ([, why]) => why },
      ]}
    />
  </Section>
);

const ByJob = ({ of }: { of: ExplainedBill }): Markup => (
  <Section title="By job">
    <Table
      name={
        of.jobs.length > MOST_JOBS
          ? `The first ${MOST_JOBS} of ${of.jobs.length} jobs`
          : 'Jobs with a part in it'
      }
      rows={of.jobs.slice(0, MOST_JOBS)}
      none="No job has a part in it."
      columns={[
        { head: 'Submitted', cell: ({ submitted_at }) => <Time at={submitted_at} /> },
        { head: 'Job', cell: ({ job_id }) => <JobLink id={job_id} /> },
        { head: 'Its bill', cell: ({ job_id }) => <a href={paths.bill({ job: job_id })}>charges</a> },
        { head: 'Key', cell: ({ key_id }) => <KeyLink id={key_id} /> },
        { head: 'Request', cell: ({ request_id }) => <RequestLink id={request_id} /> },
        { head: 'Rows', figures: true, cell: ({ rows }) => <Count of={rows} /> },
        { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
      ]}
    />
  </Section>
);

const Charges = ({ of }: { of: ExplainedBill }): Markup => (
  <Section title="Charges">
    {of.charges_read > of.charges.length && (
      <p class="soft">
        The first {of.charges.length.toLocaleString('en-GB')} of {of.charges_read.toLocaleString('en-GB')}: a
        day or a job narrows it down.
      </p>
    )}
    <Table
      name="Charges in the log"
      rows={of.charges}
      none="No charge."
      columns={[
        { head: 'Time', cell: ({ time }) => <Time at={time} /> },
        { head: 'Charge', cell: ({ charge_id }) => <ChargeLink id={charge_id} /> },
        { head: 'Row', figures: true, cell: ({ job_id, row }) => <RowLink job={job_id} row={row} /> },
        { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
        {
          head: 'Blocks',
          cell: ({ blocks, late }) => `${Object.keys(blocks).join(', ')}${late ? ' (late)' : ''}`,
        },
        {
          head: 'As stored',
          cell: ({ stream, revision }) => (
            <a class="id" href={paths.event(stream, revision)}>
              {stream}@{revision}
            </a>
          ),
        },
      ]}
    />
  </Section>
);
