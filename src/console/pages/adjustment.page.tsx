/** The pages of adjustments of charges that are not owed: form, preview, confirmation, reversal. */
import { adjustAccountCharges, reverseAccountAdjustment } from '../../operator/adjustments/adjust-charges.js';
import {
  adjustmentSheet,
  nothingToAdjustSheet,
  recordedAdjustmentSheet,
} from '../../operator/adjustments/adjustment.sheet.js';
import { findAdjustment, isAdjustmentRecorded } from '../../operator/adjustments/find-adjustments.js';
import { jobBill } from '../../operator/jobs/job-bill.js';
import { ADJUSTMENT_REASONS } from '../../streams/adjustments/adjustments.events.js';
import { ALL_ROLES, BILLING_ROLES, get, page, post, redirect, type PageAnswer } from '../console-page.js';
import type { Markup } from '../view/jsx-markup.js';
import { readAdjustmentId, mustBeConfirmed } from '../form-values.js';
import { beforeAndAfter, readSelection, readReason, type BeforeAndAfter } from './adjustment-form.js';
import { Confirm, Csrf, Section } from '../view/parts.js';
import { PartList, SheetView } from '../view/sheet.js';
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

const WhyForm = ({ fields }: { fields: Fields }): Markup => (
  <>
    <label for="reason-code">Reason</label>
    <select id="reason-code" name="why" required>
      {ADJUSTMENT_REASONS.map((reason) => (
        <option value={reason} selected={fields['why'] === reason}>
          {reason.replaceAll('_', ' ')}
        </option>
      ))}
    </select>
    <label for="note">Note, one line. It stays in the log, so name no person.</label>
    <input id="note" name="note" value={fields['note'] ?? ''} maxlength={500} required />
  </>
);

export const newAdjustmentPage = get('/adjustments/new', BILLING_ROLES, async ({ query, session }) =>
  page(
    'Adjust charges',
    <>
      <h1>Adjust charges</h1>
      <p>
        An adjustment reverses charges that are not owed; the charges themselves stay in the log. You see a
        preview before anything is written.
      </p>
      <form class="stacked" method="post" action="/adjustments/preview">
        <Csrf token={session.csrf} />
        <Field name="job" label="Job" value={query['job']} />
        <Field
          name="row"
          label="Row of the job, from 0; empty: all rows"
          value={query['row']}
          pattern="[0-9]{0,9}"
        />
        <details open={query['account'] !== undefined}>
          <summary>Or days of an account instead of a job</summary>
          <Field name="account" label="Account" value={query['account']} />
          <Field name="from" label="First day (YYYY-MM-DD)" value={query['from']} />
          <Field name="to" label="Last day" value={query['to']} />
        </details>
        <Field name="block" label="Block; empty: all blocks" value={query['block']} />
        <WhyForm fields={query} />
        <button type="submit">Preview</button>
      </form>
    </>,
  ),
);

/** Hidden fields that send the previewed values again with the confirmation. */
const HiddenFields = ({ form, names }: { form: Fields; names: readonly string[] }): Markup => (
  <>
    {names.map((name) => (
      <input type="hidden" name={name} value={form[name] ?? ''} />
    ))}
  </>
);

const PREVIEWED = ['job', 'row', 'account', 'from', 'to', 'block', 'why', 'note'] as const;

const nothingToAdjustPage = (held_by: readonly string[]): PageAnswer =>
  page('Nothing is left to take back', <SheetView sheet={nothingToAdjustSheet(held_by)} />);

export const previewPage = post('/adjustments/preview', BILLING_ROLES, async (visit) => {
  const { operator, form, session } = visit;
  const { account, charges } = await readSelection(operator, form);
  const made = await adjustAccountCharges(operator, account, {
    ...readReason(form),
    target: charges,
    dryRun: true,
  });
  if (made.adjustment_id === null) return nothingToAdjustPage(made.held_by);
  if (await isAdjustmentRecorded(operator, made.adjustment_id))
    return nothingToAdjustPage([made.adjustment_id]);
  const bill = 'job' in charges ? await jobBill(operator, charges.job) : null;
  return page(
    'Preview of an adjustment',
    <>
      <SheetView sheet={adjustmentSheet(made)}>
        {bill !== null && (
          <PartList
            parts={[{ title: 'Before and after', table: sheetTable(beforeAndAfter(bill, made), SIDES) }]}
          />
        )}
      </SheetView>
      <form class="stacked" method="post" action="/adjustments">
        <Csrf token={session.csrf} />
        <HiddenFields form={form} names={PREVIEWED} />
        <Confirm>I have checked the figures</Confirm>
        <button type="submit">Write the adjustment</button>
      </form>
    </>,
  );
});

const SIDES: SheetColumns<BeforeAndAfter[number]> = {
  what: ({ step }) => step,
  units: ({ units }) => units,
  amount: ({ amount, currency }) => cell.money(amount, currency),
};

export const adjustAct = post('/adjustments', BILLING_ROLES, async ({ operator, form }) => {
  mustBeConfirmed(form);
  const { account, charges } = await readSelection(operator, form);
  const made = await adjustAccountCharges(operator, account, {
    ...readReason(form),
    target: charges,
    dryRun: false,
  });
  return made.adjustment_id === null
    ? nothingToAdjustPage(made.held_by)
    : redirect(paths.adjustment(made.adjustment_id));
});

export const adjustmentPage = get(
  '/adjustments/:adjustment',
  ALL_ROLES,
  async ({ operator, params, reason, session, user }) => {
    const result = await findAdjustment(operator, readAdjustmentId(params['adjustment']), reason);
    const { fact, reverses, reversed_by } = result;
    const isOpen = reverses === null && reversed_by === null;
    return page(
      `Adjustment ${fact.adjustment_id}`,
      <>
        <SheetView sheet={recordedAdjustmentSheet(result)} />
        {isOpen && BILLING_ROLES.includes(user.role) && (
          <Section title="Reverse the adjustment">
            <p>
              For an adjustment that was wrong. Its charges are owed again and can be adjusted again. An
              adjustment can be reversed once.
            </p>
            <form class="stacked" method="post" action={`${paths.adjustment(fact.adjustment_id)}/reverse`}>
              <Csrf token={session.csrf} />
              <WhyForm fields={{}} />
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
  BILLING_ROLES,
  async ({ operator, params, form, session }) => {
    const id = readAdjustmentId(params['adjustment']);
    const confirmed = form['confirmed'] === 'yes';
    const made = await reverseAccountAdjustment(operator, {
      ...readReason(form),
      target: id,
      dryRun: !confirmed,
    });
    if (confirmed) return redirect(paths.adjustment(made.adjustment_id ?? id));
    return page(
      'Preview of a reversal',
      <>
        <SheetView sheet={adjustmentSheet(made)} />
        <form class="stacked" method="post" action={`${paths.adjustment(id)}/reverse`}>
          <Csrf token={session.csrf} />
          <HiddenFields form={form} names={['why', 'note']} />
          <Confirm>I have checked the figures</Confirm>
          <button type="submit">Write the reversal</button>
        </form>
      </>,
    );
  },
);
