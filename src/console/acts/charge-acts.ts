/** Defines the acts on charges: adjust them, correct their price, grant a credit, and reverse an entry. */
import type { AdjustmentResult, ChargeSelection } from '../../operator/adjustments/adjust-charges.js';
import {
  adjustAccountCharges,
  creditAccount,
  repriceAccountCharges,
  reverseAccountAdjustment,
} from '../../operator/adjustments/adjust-charges.js';
import { adjustmentSheet, nothingToAdjustSheet } from '../../operator/adjustments/adjustment.sheet.js';
import type { ChargeChoices } from '../../operator/adjustments/charge-choices.js';
import { choicesOfAccount, choicesOfJob } from '../../operator/adjustments/charge-choices.js';
import { accountOfAdjustment } from '../../operator/adjustments/find-adjustments.js';
import { findAccount } from '../../operator/accounts/find-account.js';
import { showJob } from '../../operator/jobs/list-jobs.js';
import { driveLanesToHead, type OperatorServices } from '../../operator/operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { parseAccountId, type AccountId } from '../../../packages/contract/src/ids.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { redact } from '../../../packages/platform/src/telemetry/redact.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { cell } from '../../../packages/words/src/sheet/sheet.js';
import { countText } from '../../../packages/words/src/text/formats.js';
import { currenciesBy } from '../../streams/account/price-terms.js';
import { ADJUSTMENT_REASONS, type AdjustmentReason } from '../../streams/adjustments/adjustments.events.js';
import type { FieldTexts } from '../form-values.js';
import { readAccountId, readAdjustmentId, readBlock, readCount, readDay, readJobId } from '../form-values.js';
import { paths } from '../view/links.js';
import { accountCell, trimmedValue, type ActField, type ActResult, type PreviewedAct } from './act-form.js';

const REASON_FIELDS: readonly ActField[] = [
  {
    name: 'why',
    label: 'Reason',
    choices: ADJUSTMENT_REASONS.map((reason) => [reason, reason.replaceAll('_', ' ')]),
    read: readReasonCode,
  },
  { name: 'note', label: 'Note, one line. It stays in the log, so name no person.' },
];

function readReasonCode(text: string | undefined): AdjustmentReason {
  const reason = ADJUSTMENT_REASONS.find((code) => code === text);
  if (reason === undefined) throw new WrongRequest('wrong_reason', 'Choose one of the reasons.');
  return reason;
}

const reasonAndNoteIn = ({ why, note = '' }: FieldTexts) => ({
  reason: readReasonCode(why),
  note: redact(note).trim(),
});

const isFilled = (text: string | undefined): boolean => (text ?? '').trim() !== '';

type FoundAccount = Awaited<ReturnType<typeof findAccount>>;

/** Finds the account that the form names; null: there is none, so the act will be refused. */
async function findAccountIn(operator: OperatorServices, { account }: FieldTexts) {
  const id = parseAccountId((account ?? '').trim());
  if (id === null) return null;
  await driveLanesToHead(operator, 'access');
  return findAccount(operator, id).catch((error: unknown) => {
    if (error instanceof WrongRequest) return null;
    throw error;
  });
}

/** Shows the account as a fixed field, or as a field to fill in where it is unknown. */
const accountField = (account: FoundAccount | null): ActField => ({
  name: 'account',
  label: 'Account',
  ...(account === null ? { read: readAccountId } : { kind: 'fixed', fixedContent: accountCell(account) }),
});

/** Returns a hint for a label: the first and the last day with a charge. */
const daysText = (choices: ChargeChoices | null): string =>
  choices?.days == null ? '' : `; charged: ${choices.days.from} to ${choices.days.to}`;

/** Fields that name charges: those of a job, or of days of an account. */
async function chargeFields(
  operator: OperatorServices,
  values: FieldTexts,
  blockFieldProps: Omit<ActField, 'name'>,
): Promise<ActField[]> {
  const { job = '' } = values;
  if (isFilled(job)) {
    const choices = await choicesOfJob(operator, readJobId(job));
    const jobCell = [cell.job(job), ' of account ', cell.account(choices.account)];
    return [
      { name: 'job', label: 'Job', kind: 'fixed', fixedContent: jobCell },
      rowField(choices),
      blockField(choices, blockFieldProps),
    ];
  }
  const account = await findAccountIn(operator, values);
  const choices = account && (await choicesOfAccount(operator, account.account_id));
  return [
    accountField(account),
    { name: 'from', label: `First day of the charges (UTC${daysText(choices)})`, kind: 'day' },
    { name: 'to', label: 'Last day of the charges', kind: 'day' },
    blockField(choices, blockFieldProps),
  ];
}

function rowField({ rows }: ChargeChoices): ActField {
  const read = (text: string): number => readCount(text, 'a row number');
  const field = { name: 'row', optional: true, read };
  if (rows === null) return { ...field, kind: 'number', label: 'Row of the job, from 0; empty: all rows' };
  const rowChoices = [...rows].map(([row, blocks]) => [String(row), `${row}: ${blocks.join(', ')}`] as const);
  const label = 'Row, with the blocks that it was charged for';
  return { ...field, label, choices: [['', 'All rows'], ...rowChoices] };
}

function blockField(choices: ChargeChoices | null, props: Omit<ActField, 'name'>): ActField {
  const field: ActField = { name: 'block', read: readBlock, ...props };
  if (choices === null) return field;
  const blockChoices = [...choices.blocks].map(
    ([block, units]) => [block, `${block}: ${countText(units, 'unit')}`] as const,
  );
  return { ...field, choices: field.optional ? [['', 'All blocks'], ...blockChoices] : blockChoices };
}

/** Parses the fields that name charges. @throws WrongRequest */
function selectionIn({ job, row, block, from, to }: FieldTexts): ChargeSelection {
  const filter = { block: readBlock(block) };
  if (isFilled(job)) return { ...filter, job: readJobId(job), row: isFilled(row) ? readCount(row) : null };
  const days = { from: readDay(from), to: readDay(to) };
  if (days.from > days.to) throw new WrongRequest('wrong_days', 'The last day is before the first day.');
  return { ...filter, ...days };
}

const accountIn = async (operator: OperatorServices, { job, account }: FieldTexts): Promise<AccountId> =>
  isFilled(job) ? (await showJob(operator, readJobId(job))).account_id : readAccountId(account);

function resultOf(result: AdjustmentResult): ActResult {
  const { adjustment_id: id, dry_run, sides } = result;
  // A preview shows its sheet. An act that was done before leads to the earlier entry.
  const path = id === null || dry_run === true ? null : paths.adjustment(id);
  return { sheet: adjustmentSheet(result), effectKey: id ?? '', hasEffect: sides !== undefined, path };
}

const FIELD_BY_REFUSAL = {
  invalid_note: 'note',
  invalid_amount: 'price',
  same_price: 'price',
  unknown_account: 'account',
  unknown_row: 'row',
  wrong_days: 'to',
  several_currencies: 'from',
} as const;

const ADJUST_ACT: PreviewedAct = {
  path: '/adjustments',
  title: 'Adjust charges',
  intro: 'An adjustment takes back charges that are not owed; the charges themselves stay in the log.',
  previewTitle: 'Preview of an adjustment',
  button: 'Write the adjustment',
  fieldByRefusal: FIELD_BY_REFUSAL,
  makeFields: async (operator, values) => [
    ...(await chargeFields(operator, values, { label: 'Block', optional: true })),
    ...REASON_FIELDS,
  ],
  findAccount: accountIn,
  run: async (operator, values, dryRun) => {
    const account = await accountIn(operator, values);
    const request = { ...reasonAndNoteIn(values), target: selectionIn(values), dryRun };
    const result = await adjustAccountCharges(operator, account, request);
    const { adjustment_id: id, held_by, changed, sides } = result;
    if (id !== null && (changed || sides !== undefined)) return resultOf(result);
    return { ...resultOf(result), sheet: nothingToAdjustSheet(id === null ? held_by : [id]) };
  },
};

const REPRICE_ACT: PreviewedAct = {
  path: '/repricings',
  title: 'Correct a price',
  intro:
    'Charges had a wrong price. The difference is charged or given back on the days of the charges; the charges themselves stay in the log. Later charges keep the agreed price: if it is wrong too, agree the right one first, on the page of the account.',
  previewTitle: 'Preview of a repricing',
  button: 'Correct the price',
  fieldByRefusal: FIELD_BY_REFUSAL,
  makeFields: async (operator, values) => [
    ...(await chargeFields(operator, values, { label: 'Block whose price was wrong' })),
    { name: 'price', label: 'Corrected price of one unit, such as 0.0150', kind: 'number' },
    ...REASON_FIELDS,
  ],
  findAccount: accountIn,
  run: async (operator, values, dryRun) => {
    const account = await accountIn(operator, values);
    // The form requires the block.
    const block = readBlock(values['block']) as BlockKey;
    const target = { ...selectionIn(values), block, price: trimmedValue(values, 'price') };
    const request = { ...reasonAndNoteIn(values), target, dryRun };
    return resultOf(await repriceAccountCharges(operator, account, request));
  },
};

const CREDIT_ACT: PreviewedAct = {
  path: '/credits',
  title: 'Grant a credit',
  intro:
    'A credit takes an amount off an account’s bill. It is tied to no charge and has a line of its own in usage and in the statement.',
  previewTitle: 'Preview of a credit',
  button: 'Grant the credit',
  fieldByRefusal: { ...FIELD_BY_REFUSAL, invalid_amount: 'amount', other_currency: 'currency' },
  makeFields: async (operator, values, now) => {
    const account = await findAccountIn(operator, values);
    return [
      accountField(account),
      { name: 'amount', label: 'Amount, such as 25.00', kind: 'number' },
      currencyField(account, now),
      ...REASON_FIELDS,
    ];
  },
  findAccount: accountIn,
  run: async (operator, values, dryRun) => {
    const currency = trimmedValue(values, 'currency').toUpperCase();
    const target = { amount: trimmedValue(values, 'amount'), currency };
    const request = { ...reasonAndNoteIn(values), target, dryRun };
    return resultOf(await creditAccount(operator, readAccountId(values['account']), request));
  },
};

/** The currencies in which the account was billed by today. */
function currencyField(account: FoundAccount | null, now: Date): ActField {
  const field = { name: 'currency', label: 'Currency' };
  const currencies = account === null ? [] : [...currenciesBy(account.prices, dayOf(now))];
  return currencies.length === 0 ? field : { ...field, choices: currencies.map((code) => [code, code]) };
}

const REVERSE_ACT: PreviewedAct = {
  path: '/adjustments/:adjustment/reverse',
  title: 'Reverse an entry',
  intro:
    'For an adjustment, a repricing or a credit that was wrong. The amount owed is then as without the entry. It can be reversed once, and only while no later entry depends on its units.',
  previewTitle: 'Preview of a reversal',
  button: 'Write the reversal',
  fieldByRefusal: FIELD_BY_REFUSAL,
  makeFields: async (operator, { adjustment }) => {
    const id = readAdjustmentId(adjustment);
    await accountOfAdjustment(operator, id);
    return [
      { name: 'adjustment', label: 'Entry', kind: 'fixed', fixedContent: cell.adjustment(id) },
      ...REASON_FIELDS,
    ];
  },
  findAccount: (operator, { adjustment }) => accountOfAdjustment(operator, readAdjustmentId(adjustment)),
  run: async (operator, values, dryRun) => {
    const target = readAdjustmentId(values['adjustment']);
    const request = { ...reasonAndNoteIn(values), target, dryRun };
    return resultOf(await reverseAccountAdjustment(operator, request));
  },
};

export const CHARGE_ACTS: readonly PreviewedAct[] = [ADJUST_ACT, REPRICE_ACT, CREDIT_ACT, REVERSE_ACT];
