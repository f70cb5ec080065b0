/** Charges that are not owed: asked for, previewed with both sides, confirmed, and shown as they stand. */
import {
  adjustCharges,
  reverseAdjustment,
  type AdjustmentShown,
} from '../../operator/adjustments/adjust-charges.js';
import {
  findAdjustment,
  isOnRecord,
  type AdjustmentOnRecord,
} from '../../operator/adjustments/shown-adjustments.js';
import { jobBill } from '../../operator/jobs/job-bill.js';
import { ADJUSTMENT_REASONS } from '../../streams/adjustments/adjustments.events.js';
import { BILLING, EVERYBODY, go, page, type Page, type Shown, type Visit } from '../page.js';
import { AccountLink, AdjustmentLink, Events, JobLink, paths, RowLink } from '../view/links.js';
import type { Cell, Markup } from '../view/markup.js';
import { money } from '../view/money.js';
import { Badge, Client, Count, Csrf, Facts, Section, Table, Time } from '../view/parts.js';
import { adjustmentId, mustBeConfirmed } from '../words.js';
import { sidesOf, selectionOf, wordsOf, type Sides } from './adjustment-words.js';

type Fields = Readonly<Record<string, string | undefined>>;

const Field = ({
  name,
  label,
  value,
  pattern,
}: {
  name: string;
  label: string;
  value: string | undefined;
  pattern?: string;
}): Markup => (
  <>
    <label for={name}>{label}</label>
    <input id={name} name={name} value={value ?? ''} pattern={pattern} maxlength={500} />
  </>
);

const Why = ({ fields }: { fields: Fields }): Markup => (
  <>
    <label for="reason-code">Reason</label>
    <select id="reason-code" name="why" required>
      {ADJUSTMENT_REASONS.map((reason) => (
        <option value={reason} selected={fields['why'] === reason}>
          {reason.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
    <label for="note">Note, of one line: it stays in the log, so name no person in it</label>
    <input id="note" name="note" value={fields['note'] ?? ''} maxlength={500} required />
  </>
);

export const newAdjustmentPage: Page = {
  method: 'GET',
  path: '/adjustments/new',
  roles: BILLING,
  answer: async ({ query, session }) =>
    page(
      'Adjust charges',
      <>
        <h1>Adjust charges</h1>
        <p>
          What was charged and is not owed is taken back by a reversing entry; the charges themselves stay.
          First you see what would be written, then you confirm it.
        </p>
        <form class="stacked" method="post" action="/adjustments/preview">
          <Csrf token={session.csrf} />
          <Field name="job" label="Job" value={query['job']} />
          <Field
            name="row"
            label="Row of it, from 0; none: all of it"
            value={query['row']}
            pattern="[0-9]{0,9}"
          />
          <details open={query['account'] !== undefined}>
            <summary>Days of an account, instead of a job</summary>
            <Field name="account" label="Account" value={query['account']} />
            <Field name="from" label="From the day (YYYY-MM-DD)" value={query['from']} />
            <Field name="to" label="To the day" value={query['to']} />
          </details>
          <Field name="block" label="Block; none: every block" value={query['block']} />
          <Why fields={query} />
          <button type="submit">Preview</button>
        </form>
      </>,
    ),
};

/** What the confirmation sends again, as it was previewed. */
const Kept = ({ form, names }: { form: Fields; names: readonly string[] }): Markup => (
  <>
    {names.map((name) => (
      <input type="hidden" name={name} value={form[name] ?? ''} />
    ))}
  </>
);

const ASKED = ['job', 'row', 'account', 'from', 'to', 'block', 'why', 'note'] as const;

const nothingLeft = (held_by: readonly string[]): Shown =>
  page(
    'Nothing is left to take back',
    <>
      <h1>Nothing is left to take back</h1>
      <p class="trouble">
        It was taken back before, by{' '}
        {held_by.map((id) => (
          <>
            <AdjustmentLink id={id} />{' '}
          </>
        ))}
        . Nothing was written.
      </p>
    </>,
  );

export const previewPage: Page = {
  method: 'POST',
  path: '/adjustments/preview',
  roles: BILLING,
  answer: async (visit) => {
    const { operator, form, session } = visit;
    const { account, what } = await selectionOf(operator, form);
    const made = await adjustCharges(operator, account, { ...wordsOf(form), what, dryRun: true });
    if (made.adjustment_id === null) return nothingLeft(made.held_by);
    if (await isOnRecord(operator, made.adjustment_id)) return nothingLeft([made.adjustment_id]);
    const bill = 'job' in what ? await jobBill(operator, what.job) : null;
    return page(
      'Preview of an adjustment',
      <>
        <h1>This would be written</h1>
        <AboutAdjustment of={made} />
        {bill !== null && <BothSides sides={sidesOf(bill, made)} />}
        <ByJobAndDay of={made} />
        <form class="stacked" method="post" action="/adjustments">
          <Csrf token={session.csrf} />
          <Kept form={form} names={ASKED} />
          <label>
            <input type="checkbox" name="confirmed" value="yes" required /> I have read both sides
          </label>
          <button type="submit">Write the adjustment</button>
        </form>
      </>,
    );
  },
};

const AboutAdjustment = ({ of }: { of: AdjustmentShown }): Markup => (
  <Facts
    of={[
      ['Account', <AccountLink id={of.account_id} />],
      ['Job', of.job_id === null ? null : <JobLink id={of.job_id} />],
      ['Row', of.job_id === null || of.row === null ? null : <RowLink job={of.job_id} row={of.row} />],
      ['Days', of.from === null ? null : `${of.from} to ${of.to ?? ''}`],
      ['Block', of.block],
      ['Units', <Count of={of.units} />],
      ['Amount', money(of.amount, of.currency)],
      ['Reason', of.reason],
      ['Note', <Client text={of.note} />],
      [
        'Left out',
        of.held_by.length === 0 ? null : <>what was taken back before, by {of.held_by.map(idLink)}</>,
      ],
      [
        'Not over yet',
        of.unfinished_jobs.length === 0 ? null : (
          <>
            left out:{' '}
            {of.unfinished_jobs.map((id) => (
              <JobLink id={id} />
            ))}
          </>
        ),
      ],
    ]}
  />
);

const idLink = (id: string): Cell => (
  <>
    <AdjustmentLink id={id} />{' '}
  </>
);

const BothSides = ({ sides }: { sides: Sides }): Markup => (
  <Section title="Both sides">
    <Table
      name="The bill of the job, before and after"
      rows={sides}
      columns={[
        { head: 'What', cell: ({ what }) => what },
        { head: 'Units', figures: true, cell: ({ units }) => <Count of={units} /> },
        { head: 'Amount', figures: true, cell: ({ amount, currency }) => money(amount, currency) },
      ]}
    />
  </Section>
);

const MOST_LINES = 50;

function ByJobAndDay({ of }: { of: Pick<AdjustmentShown, 'charges' | 'currency'> }): Markup {
  const lines = of.charges.flatMap(({ jobs, days }) =>
    jobs.flatMap((job) => days.map((day) => ({ job, ...day }))),
  );
  return (
    <Section title="What it takes back, by job and day of the charges">
      <Table
        name={lines.length > MOST_LINES ? `The first ${MOST_LINES} of ${lines.length}` : 'By job and day'}
        rows={lines.slice(0, MOST_LINES)}
        columns={[
          { head: 'Job', cell: ({ job }) => <JobLink id={job} /> },
          { head: 'Charged', cell: ({ date }) => date },
          {
            head: 'Units by block',
            cell: ({ units }) =>
              Object.entries(units)
                .map(([block, count]) => `${block} ${count}`)
                .join(', '),
          },
          { head: 'Amount', figures: true, cell: ({ amount }) => money(amount, of.currency) },
        ]}
      />
    </Section>
  );
}

export const adjustAct: Page = {
  method: 'POST',
  path: '/adjustments',
  roles: BILLING,
  answer: async ({ operator, form }: Visit) => {
    mustBeConfirmed(form);
    const { account, what } = await selectionOf(operator, form);
    const made = await adjustCharges(operator, account, { ...wordsOf(form), what, dryRun: false });
    return made.adjustment_id === null ? nothingLeft(made.held_by) : go(paths.adjustment(made.adjustment_id));
  },
};

export const adjustmentPage: Page = {
  method: 'GET',
  path: '/adjustments/:adjustment',
  roles: EVERYBODY,
  answer: async ({ operator, params, reason, session, user }) => {
    const found = await findAdjustment(operator, adjustmentId(params['adjustment']), reason);
    const { fact, reverses, reversed_by, event } = found;
    const isOpen = reverses === null && reversed_by === null;
    return page(
      `Adjustment ${fact.adjustment_id}`,
      <>
        <h1>
          Adjustment <code>{fact.adjustment_id}</code>{' '}
          {reversed_by !== null && <Badge tone="bad">reversed</Badge>}
        </h1>
        <OnRecord of={found} />
        <ByJobAndDay of={fact} />
        {isOpen && BILLING.includes(user.role) && (
          <Section title="Reverse it">
            <p>It was wrong: its charges are owed after all. An adjustment is reversed once.</p>
            <form class="stacked" method="post" action={`${paths.adjustment(fact.adjustment_id)}/reverse`}>
              <Csrf token={session.csrf} />
              <Why fields={{}} />
              <button type="submit">Preview the reversal</button>
            </form>
          </Section>
        )}
        <Section title="The event that says so">
          <Events of={[event]} />
        </Section>
      </>,
    );
  },
};

const OnRecord = ({ of: { fact, reverses, reversed_by, event } }: { of: AdjustmentOnRecord }): Markup => (
  <Facts
    of={[
      ['Account', <AccountLink id={fact.account_id} />],
      ['Job', fact.scope.job_id === null ? null : <JobLink id={fact.scope.job_id} />],
      [
        'Row',
        fact.scope.job_id === null || fact.scope.row === null ? null : (
          <RowLink job={fact.scope.job_id} row={fact.scope.row} />
        ),
      ],
      ['Days', fact.scope.from === null ? null : `${fact.scope.from} to ${fact.scope.to ?? ''}`],
      ['Block', fact.scope.block],
      ['Units', <Count of={fact.units} />],
      ['Amount', money(fact.amount, fact.currency)],
      ['Reason', fact.reason],
      ['Note', <Client text={fact.note} />],
      [
        'Made',
        <>
          <Time at={event.time} /> by {event.actor}
        </>,
      ],
      ['Reverses', reverses === null ? null : <AdjustmentLink id={reverses} />],
      ['Reversed by', reversed_by === null ? null : <AdjustmentLink id={reversed_by} />],
    ]}
  />
);

export const reverseAct: Page = {
  method: 'POST',
  path: '/adjustments/:adjustment/reverse',
  roles: BILLING,
  answer: async ({ operator, params, form, session }) => {
    const what = adjustmentId(params['adjustment']);
    const confirmed = form['confirmed'] === 'yes';
    const made = await reverseAdjustment(operator, { ...wordsOf(form), what, dryRun: !confirmed });
    if (confirmed) return go(paths.adjustment(made.adjustment_id ?? what));
    return page(
      'Preview of a reversal',
      <>
        <h1>This would be counted again</h1>
        <AboutAdjustment of={made} />
        <ByJobAndDay of={made} />
        <form class="stacked" method="post" action={`${paths.adjustment(what)}/reverse`}>
          <Csrf token={session.csrf} />
          <Kept form={form} names={['why', 'note']} />
          <label>
            <input type="checkbox" name="confirmed" value="yes" required /> I have read it
          </label>
          <button type="submit">Write the reversal</button>
        </form>
      </>,
    );
  },
};
