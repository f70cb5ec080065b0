/** The pages of adjustments and credits: form, preview, confirmation, reversal. */
import {
  adjustAccountCharges,
  creditAccount,
  repriceAccountCharges,
  reverseAccountAdjustment,
  type AdjustmentResult,
} from '../../operator/adjustments/adjust-charges.js';
import {
  adjustmentSheet,
  nothingToAdjustSheet,
  recordedAdjustmentSheet,
} from '../../operator/adjustments/adjustment.sheet.js';
import { findAdjustment, isAdjustmentRecorded } from '../../operator/adjustments/find-adjustments.js';
import { ADJUSTMENT_REASONS } from '../../streams/adjustments/adjustments.events.js';
import { kindOf } from '../../streams/adjustments/adjustments.state.js';
import { ALL_ROLES, BILLING_ROLES, get, page, post, redirect, type PageAnswer } from '../console-page.js';
import type { Markup } from '../view/jsx-markup.js';
import { readAdjustmentId, mustBeConfirmed } from '../form-values.js';
import { readCredit, readRepricing, readSelection, readReason } from './adjustment-form.js';
import { Confirm, Csrf, Section } from '../view/parts.js';
import { SheetView } from '../view/sheet.js';
import { paths } from '../view/links.js';

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

/** Fields that name charges: those of a job or of days of an account. `block` is the label of the block. */
const ChargesFields = ({ query, block }: { query: Fields; block: string }): Markup => (
  <>
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
    <Field name="block" label={block} value={query['block']} />
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
        <ChargesFields query={query} block="Block; empty: all blocks" />
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

const ADJUSTMENT_FIELDS = ['job', 'row', 'account', 'from', 'to', 'block', 'why', 'note'] as const;

const nothingToAdjustPage = (held_by: readonly string[]): PageAnswer =>
  page('Nothing is left to take back', <SheetView sheet={nothingToAdjustSheet(held_by)} />);

export const previewPage = post('/adjustments/preview', BILLING_ROLES, async (visit) => {
  const { operator, form, session } = visit;
  const { account, charges } = await readSelection(operator, form);
  const result = await adjustAccountCharges(operator, account, {
    ...readReason(form),
    target: charges,
    dryRun: true,
  });
  if (result.adjustment_id === null) return nothingToAdjustPage(result.held_by);
  if (await isAdjustmentRecorded(operator, result.adjustment_id))
    return nothingToAdjustPage([result.adjustment_id]);
  const act = { title: 'Preview of an adjustment', to: '/adjustments', button: 'Write the adjustment' };
  return previewOf(result, { ...act, form, names: ADJUSTMENT_FIELDS, csrf: session.csrf });
});

/** A preview with both sides, and the form that writes it. */
const previewOf = (
  result: AdjustmentResult,
  act: {
    readonly title: string;
    readonly to: string;
    readonly button: string;
    readonly form: Fields;
    readonly names: readonly string[];
    readonly csrf: string;
  },
): PageAnswer =>
  page(
    act.title,
    <>
      <SheetView sheet={adjustmentSheet(result)} />
      <form class="stacked" method="post" action={act.to}>
        <Csrf token={act.csrf} />
        <HiddenFields form={act.form} names={act.names} />
        <Confirm>I have checked the figures</Confirm>
        <button type="submit">{act.button}</button>
      </form>
    </>,
  );

export const newRepricingPage = get('/repricings/new', BILLING_ROLES, async ({ query, session }) =>
  page(
    'Correct a price',
    <>
      <h1>Correct a price</h1>
      <p>
        Charges had a wrong price. The difference is charged or given back on the days of the charges; the
        charges themselves stay in the log. You see a preview before anything is written.
      </p>
      <form class="stacked" method="post" action="/repricings/preview">
        <Csrf token={session.csrf} />
        <ChargesFields query={query} block="Block whose price was wrong" />
        <Field name="price" label="Corrected price of one unit, such as 0.0150" value={query['price']} />
        <WhyForm fields={{ why: 'price_error', ...query }} />
        <button type="submit">Preview</button>
      </form>
    </>,
  ),
);

export const previewRepricingPage = post('/repricings/preview', BILLING_ROLES, async (visit) => {
  const { operator, form, session } = visit;
  const { account, target } = await readRepricing(operator, form);
  const result = await repriceAccountCharges(operator, account, {
    ...readReason(form),
    target,
    dryRun: true,
  });
  if (result.sides === undefined) return redirect(paths.adjustment(result.adjustment_id ?? ''));
  const act = { title: 'Preview of a repricing', to: '/repricings', button: 'Correct the price' };
  return previewOf(result, { ...act, form, names: [...ADJUSTMENT_FIELDS, 'price'], csrf: session.csrf });
});

export const repriceAct = post('/repricings', BILLING_ROLES, async ({ operator, form }) => {
  mustBeConfirmed(form);
  const { account, target } = await readRepricing(operator, form);
  const result = await repriceAccountCharges(operator, account, {
    ...readReason(form),
    target,
    dryRun: false,
  });
  return redirect(paths.adjustment(result.adjustment_id ?? ''));
});

export const newCreditPage = get('/credits/new', BILLING_ROLES, async ({ query, session }) =>
  page(
    'Grant a credit',
    <>
      <h1>Grant a credit</h1>
      <p>
        A credit takes an amount off an account's bill. It is tied to no charge, and a line of its own in
        usage and statement. You see a preview before anything is written.
      </p>
      <form class="stacked" method="post" action="/credits/preview">
        <Csrf token={session.csrf} />
        <Field name="account" label="Account" value={query['account']} />
        <Field name="amount" label="Amount, such as 25.00" value={query['amount']} />
        <Field name="currency" label="Currency of its prices, such as GBP" value={query['currency']} />
        <WhyForm fields={query} />
        <button type="submit">Preview</button>
      </form>
    </>,
  ),
);

const CREDIT_FIELDS = ['account', 'amount', 'currency', 'why', 'note'] as const;

export const previewCreditPage = post('/credits/preview', BILLING_ROLES, async (visit) => {
  const { operator, form, session } = visit;
  const { account, target } = readCredit(form);
  const result = await creditAccount(operator, account, { ...readReason(form), target, dryRun: true });
  if (result.sides === undefined) return redirect(paths.adjustment(result.adjustment_id ?? ''));
  const act = { title: 'Preview of a credit', to: '/credits', button: 'Grant the credit' };
  return previewOf(result, { ...act, form, names: CREDIT_FIELDS, csrf: session.csrf });
});

export const creditAct = post('/credits', BILLING_ROLES, async ({ operator, form }) => {
  mustBeConfirmed(form);
  const { account, target } = readCredit(form);
  const result = await creditAccount(operator, account, { ...readReason(form), target, dryRun: false });
  return redirect(paths.adjustment(result.adjustment_id ?? ''));
});

export const adjustAct = post('/adjustments', BILLING_ROLES, async ({ operator, form }) => {
  mustBeConfirmed(form);
  const { account, charges } = await readSelection(operator, form);
  const result = await adjustAccountCharges(operator, account, {
    ...readReason(form),
    target: charges,
    dryRun: false,
  });
  return result.adjustment_id === null
    ? nothingToAdjustPage(result.held_by)
    : redirect(paths.adjustment(result.adjustment_id));
});

export const adjustmentPage = get(
  '/adjustments/:adjustment',
  ALL_ROLES,
  async ({ operator, params, reason, session, user }) => {
    const result = await findAdjustment(operator, readAdjustmentId(params['adjustment']), reason);
    const { fact, reverses, reversed_by } = result;
    const isOpen = reverses === null && reversed_by === null;
    const name = kindOf(fact);
    const kind = name.toLowerCase();
    return page(
      `${name} ${fact.adjustment_id}`,
      <>
        <SheetView sheet={recordedAdjustmentSheet(result)} />
        {isOpen && BILLING_ROLES.includes(user.role) && (
          <Section title={`Reverse the ${kind}`}>
            <p>
              For {kind === 'adjustment' ? 'an adjustment' : `a ${kind}`} that was wrong. What is owed is then
              as without it. It can be reversed once, and only while no later entry stands on its units.
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
    const result = await reverseAccountAdjustment(operator, {
      ...readReason(form),
      target: id,
      dryRun: !confirmed,
    });
    if (confirmed) return redirect(paths.adjustment(result.adjustment_id ?? id));
    return previewOf(result, {
      title: 'Preview of a reversal',
      to: `${paths.adjustment(id)}/reverse`,
      button: 'Write the reversal',
      form,
      names: ['why', 'note'],
      csrf: session.csrf,
    });
  },
);
