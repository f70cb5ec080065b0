/** A figure that stands on many charges: what it is made of by day and block, and the way to its charges. */
import type { BillFigure } from '../../operator/billing/bill-figure.js';
import { AccountLink, JobLink, KeyLink, paths } from './links.js';
import type { Markup } from './markup.js';
import { money } from './money.js';
import { Count, Facts, Section, Table } from './parts.js';

/** What the figure is a part of its account's use by; both null: the account's own. */
export interface PartOfUse {
  readonly job: string | null;
  readonly key: string | null;
}

export function LargeFigure({
  of,
  part: { job, key },
  count,
}: {
  of: BillFigure;
  part: PartOfUse;
  count: string;
}): Markup {
  const { account, days, blocks } = of;
  const byDay = days.items.flatMap((item) => ('date' in item && 'rows' in item ? [item] : []));
  const byBlock = blocks.items.flatMap((item) => ('block' in item ? [item] : []));
  const whose = job !== null ? { job } : key !== null ? { key } : { account };
  return (
    <>
      <Facts
        of={[
          ['Account', <AccountLink id={account} />],
          ['Job', job === null ? null : <JobLink id={job} />],
          ['Key', key === null ? null : <KeyLink id={key} />],
          ['Delivered rows', <Count of={of.rows} />],
          ['Units', <Count of={days.counts.units} />],
          ['Amount', money(days.amount, days.currency)],
          ['Units after adjustments', days.net_units === undefined ? null : <Count of={days.net_units} />],
        ]}
      />
      <p>
        It stands on many charges: a day or a job narrows it down, or{' '}
        <a href={count}>all of its charges are read from the log</a>, which may take some seconds.
      </p>
      <Section title="By day">
        <Table
          name="Days with use"
          rows={byDay}
          columns={[
            { head: 'Day', cell: ({ date }) => <a href={paths.bill({ ...whose, day: date })}>{date}</a> },
            { head: 'Rows', figures: true, cell: ({ rows }) => <Count of={rows} /> },
            { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
            { head: 'Amount', figures: true, cell: ({ amount, currency }) => money(amount, currency) },
          ]}
        />
      </Section>
      <Section title="By block">
        <Table
          name="Units by block"
          rows={byBlock}
          columns={[
            { head: 'Block', cell: ({ block }) => block },
            { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
            { head: 'Amount', figures: true, cell: ({ amount, currency }) => money(amount, currency) },
          ]}
        />
      </Section>
    </>
  );
}
