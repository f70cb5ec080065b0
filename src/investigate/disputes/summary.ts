/** Writes the summary of an evidence bundle, which a customer reads first. Pure. */
import type { JobFacts } from '../job-facts.js';
import { billedSentence } from '../row-sentences.js';
import {
  columns,
  countText,
  moment,
  money,
  section,
  thousands,
} from '../../../packages/words/src/text/formats.js';
import { ADJUSTMENT_RULE } from '../../billing/adjustments/adjustment-rule.js';
import { CHARGE_RULE } from '../../billing/charge-rules.js';
import type { EvidenceSums, EvidencedRow, AdjustmentTotal } from './evidence-sums.js';
import { rowRetention, proofSentences } from './row-retention.js';
import { listText } from '../../streams/account/price-terms.js';
import type { AppliedPrice, EvidencedCharge } from './priced-charges.js';

export interface SummaryInput {
  readonly job: JobFacts;
  readonly rows: readonly number[] | null;
  /** ISO 8601, UTC. */
  readonly takenAt: string;
  readonly sums: EvidenceSums;
}

/** The lines of the summary. Text of the client in them is not escaped. */
export function summaryLines({ job, rows, takenAt, sums }: SummaryInput): readonly string[] {
  const { submission, submittedEvent } = job;
  const proof = proofSentences(rowRetention(job, takenAt), submission.idempotent);
  const unlisted = sums.rowCount - sums.firstRows.length;
  return [
    `Evidence for job ${submission.job_id} of account ${submission.account_id}: ${rowsInWords(rows)}`,
    `Taken ${moment(takenAt)} from the event log.`,
    ...section('In short', [
      `The job was submitted at ${moment(submittedEvent.time)} with key ${submission.key_id}, in request ${submittedEvent.requestId}, and has ${countText(submission.rows, 'row')}.`,
      countsSentence(sums),
      takenBackSentence(sums),
      ...comparisonSentences(sums),
    ]),
    ...sums.firstRows.flatMap(rowLines),
    ...(unlisted > 0
      ? ['', `${countText(unlisted, 'more row')}: each with the same sentences in rows.ndjson.`]
      : []),
    ...section('The rule', [`Version ${CHARGE_RULE.version}: ${CHARGE_RULE.text}`]),
    ...section('Prices in force', columns(sums.prices.map(priceCells))),
    ...section('Rules of months', sums.hasMonthRules ? [MONTH_RULES] : []),
    ...section('Adjustments of these rows', adjustmentLines(sums)),
    ...section('What is shown', proof.shownSentences),
    ...section('What can no longer be shown', proof.goneSentences),
    ...section('What is still proved', proof.provedSentences),
    ...section('How to check this bundle', CHECK_STEPS),
  ];
}

const MONTH_RULES =
  'Free units, tiers or a minimum were agreed with the account (MonthRulesAgreed in events.ndjson). They count whole months, so no amount here has a part of them: usage of the month and its statement say what they come to.';

const CHECK_STEPS = [
  '1. `company-data statements verify` with this folder and the public keys, or the page that checks statements: the evidence is signed, and no part was changed since.',
  '2. The SHA-256 of manifest.json stands in the event log from before you had the bundle (EvidenceExported); ask for it.',
  '3. digests.ndjson: the SHA-256 of a data event is that of its bytes: in events.ndjson `data_base64` decoded, or the text of `data` to the character. It must be the digest that the event `named_by` holds.',
  '4. rows.ndjson and charges.ndjson are read from events.ndjson: apply the rule to the blocks of each RowsRecorded, and the prices to the units.',
];

function adjustmentLines({ adjustments }: EvidenceSums): string[] {
  if (adjustments.length === 0) return [];
  const rule = `The rule, version ${ADJUSTMENT_RULE.version}: ${ADJUSTMENT_RULE.text}`;
  return [...adjustments.map(adjustmentLine), rule];
}

const rowsInWords = (rows: readonly number[] | null): string =>
  rows === null ? 'every billed row' : `${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')}`;

/** Returns `, 1.00 GBP` for each currency; empty without a price. */
const costSuffix = (cost: EvidenceSums['cost'], field: 'amount' | 'net_amount' = 'amount'): string => {
  const { currencies = [{ ...cost, amount: cost[field] ?? '', net_amount: cost[field] ?? '' }], currency } =
    cost;
  return currencies
    .filter((sum) => sum[field] !== '')
    .map((sum) => `, ${money(sum[field])} ${sum.currency ?? currency ?? ''}`)
    .join('');
};

const countsSentence = ({ rowCount, deliveredRows, units, chargeCount, cost }: EvidenceSums): string =>
  `${countText(rowCount, 'row')} here: ${thousands(deliveredRows)} delivered, ${thousands(rowCount - deliveredRows)} not. ${countText(units, 'unit')} in ${countText(chargeCount, 'charge')}${costSuffix(cost)}.`;

const takenBackSentence = ({ units, netUnits, cost }: EvidenceSums): string =>
  units === netUnits
    ? costSuffix(cost) === costSuffix(cost, 'net_amount')
      ? 'Nothing of it was taken back.'
      : `Nothing of it was taken back. At corrected prices it comes to${costSuffix(cost, 'net_amount').slice(1)} now.`
    : `${countText(units - netUnits, 'unit')} of it taken back since; ${countText(netUnits, 'unit')} charged now${costSuffix(cost, 'net_amount')}.`;

/** The result of comparing the delivered rows with their record and charges. */
const comparisonSentences = ({ comparedRows, contradictedRows }: EvidenceSums): string[] => {
  if (comparedRows === 0) return [];
  const comparisonText = `The statuses in ${countText(comparedRows, 'row')} as delivered were compared with the record and the charges`;
  return [
    contradictedRows === 0
      ? `${comparisonText}: they agree.`
      : `${comparisonText}: ${countText(contradictedRows, 'row')} ${contradictedRows === 1 ? 'does' : 'do'} NOT agree, as stated below and in rows.ndjson (\`contradictions\`).`,
  ];
};

function rowLines({ history, charges }: EvidencedRow): readonly string[] {
  const ref = history.ref === null || history.ref === '' ? '' : `, ref "${history.ref}"`;
  const identifiers = Object.entries(history.asked ?? {}).filter(([name]) => name !== 'ref');
  return section(`Row ${history.row}${ref}`, [
    ...history.story,
    ...identifiers.map(([name, value]) => `Asked by ${name}: ${String(value)}`),
    ...columns(
      Object.entries(history.blocks).map(([key, block]) => [
        key,
        countText(block.units, 'unit'),
        billedSentence(key, history),
      ]),
    ),
    ...charges.map(chargeLine),
  ]);
}

function chargeLine({ charge_id, time, units, adjustments, ...sums }: EvidencedCharge): string {
  const adjustmentTexts = adjustments.map(
    ({ adjustment_id, blocks, price, reversed_by }) =>
      `; ${blocks.join(', ')} ${price === null ? 'taken back' : `corrected to ${price} a unit`} by ${adjustment_id}${reversed_by === null ? '' : `, reversed by ${reversed_by}`}`,
  );
  return `Charge ${charge_id}, ${moment(time)}: ${countText(units, 'unit')}${costSuffix(sums)}${adjustmentTexts.join('')}.`;
}

const priceCells = ({ block, price, currency, from, agreed_at, list }: AppliedPrice): string[] => [
  block,
  `${price} ${currency}`,
  [`from ${from}, agreed ${moment(agreed_at)}`, listText(list)].filter(Boolean).join(', '),
];

const adjustmentLine = (adjustment: AdjustmentTotal): string => {
  const { adjustment_id, time, reason, note, units, price, reversed_by } = adjustment;
  const effect =
    price === null ? `${countText(units, 'unit')} taken back` : `the price corrected to ${price} a unit`;
  return `${adjustment_id}, ${moment(time)}: ${effect} as ${reason} ("${note}")${reversed_by === null ? '' : `; reversed by ${reversed_by}`}.`;
};
