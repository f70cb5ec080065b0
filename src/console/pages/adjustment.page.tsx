/** Charges that are not owed: asked for, previewed with both sides, confirmed, and shown as they stand. */
import { adjustAccountCharges, reverseAccountAdjustment } from '../../operator/adjustments/adjust-charges.js';
import {
  adjustmentSheet,
  nothingLeftSheet,
  recordedAdjustmentSheet,
} from '../../operator/adjustments/adjustment.sheet.js';
import { findAdjustment, isAdjustmentRecorded } from '../../operator/adjustments/find-adjustments.js';
import { jobBill } from '../../operator/jobs/job-bill.js';
import { ADJUSTMENT_REASONS } from '../../streams/adjustments/adjustments.events.js';
import { BILLING, EVERYBODY, get, go, page, post, type Shown, type Visit } from '../page.js';
import type { Markup } from '../view/markup.js';
import { adjustmentId, mustBeConfirmed } from '../words.js';
import { sidesOf, selectionOf, wordsOf, type Sides } from './adjustment-words.js';
import { Csrf, Section } from '../view/parts.js';
import { Parts, SheetShown } from '../view/sheet.js';
import { paths } from '../view/links.js';
import { cell, sheetTable, type SheetColumns } from '../../shared/sheet/sheet.js';

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

export const newAdjustmentPage = get('/adjustments/new', BILLING, async ({ query, session }) =>
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
);

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
  page('Nothing is left to take back', <SheetShown of={nothingLeftSheet(held_by)} />);

export const previewPage = post('/adjustments/preview', BILLING, async (visit) => {
  const { operator, form, session } = visit;
  const { account, what } = await selectionOf(operator, form);
  const made = await adjustAccountCharges(operator, account, {
    ...wordsOf(form),
    target: what,
    dryRun: true,
  });
  if (made.adjustment_id === null) return nothingLeft(made.held_by);
  if (await isAdjustmentRecorded(operator, made.adjustment_id)) return nothingLeft([made.adjustment_id]);
  const bill = 'job' in what ? await jobBill(operator, what.job) : null;
  return page(
    'Preview of an adjustment',
    <>
      <SheetShown of={adjustmentSheet(made)}>
        {bill !== null && (
          <Parts of={[{ title: 'Both sides', table: sheetTable(sidesOf(bill, made), SIDES) }]} />
        )}
      </SheetShown>
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
});

const SIDES: SheetColumns<Sides[number]> = {
  what: ({ what }) => what,
  units: ({ units }) => units,
  amount: ({ amount, currency }) => cell.money(amount, currency),
};

export const adjustAct = post('/adjustments', BILLING, async ({ operator, form }: Visit) => {
  mustBeConfirmed(form);
  const { account, what } = await selectionOf(operator, form);
  const made = await adjustAccountCharges(operator, account, {
    ...wordsOf(form),
    target: what,
    dryRun: false,
  });
  return made.adjustment_id === null ? nothingLeft(made.held_by) : go(paths.adjustment(made.adjustment_id));
});

export const adjustmentPage = get(
  '/adjustments/:adjustment',
  EVERYBODY,
  async ({ operator, params, reason, session, user }) => {
    const found = await findAdjustment(operator, adjustmentId(params['adjustment']), reason);
    const { fact, reverses, reversed_by } = found;
    const isOpen = reverses === null && reversed_by === null;
    return page(
      `Adjustment ${fact.adjustment_id}`,
      <>
        <SheetShown of={recordedAdjustmentSheet(found)} />
        {isOpen && BILLING.includes(user.role) && (
          <Section title="Reverse it">
            <p>
              It was wrong: its charges are owed after all, and may be adjusted again. An adjustment is
              reversed once.
            </p>
            <form class="stacked" method="post" action={`${paths.adjustment(fact.adjustment_id)}/reverse`}>
              <Csrf token={session.csrf} />
              <Why fields={{}} />
              <button type="submit">Preview the reversal</button>
            </form>
          </Section>
        )}
      </>,
    );
  },
);

export const reverseAct = post(
  '/adjustments/:adjustment/reverse',
  BILLING,
  async ({ operator, params, form, session }) => {
    const what = adjustmentId(params['adjustment']);
    const confirmed = form['confirmed'] === 'yes';
    const made = await reverseAccountAdjustment(operator, {
      ...wordsOf(form),
      target: what,
      dryRun: !confirmed,
    });
    if (confirmed) return go(paths.adjustment(made.adjustment_id ?? what));
    return page(
      'Preview of a reversal',
      <>
        <SheetShown of={adjustmentSheet(made)} />
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
);
