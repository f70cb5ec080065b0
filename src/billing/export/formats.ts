/** Writes the lines of a bill in the formats that other systems import (`docs/exports.md`). Pure. */
import { csvLine, type CsvColumns } from '../../../packages/words/src/text/csv-cell.js';
import { firstDayOf, monthAfter } from '../../../packages/words/src/month.js';
import type { ExportLine } from './export-line.js';

export const EXPORT_FORMATS = ['focus', 'cloudevents', 'stripe-meter', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The formats whose lines can carry their proofs. Stripe refuses fields that it doesn't know. */
export const PROVABLE_FORMATS = ['focus', 'cloudevents', 'csv'] as const;
export type ProvableFormat = (typeof PROVABLE_FORMATS)[number];

/** The proof that a line is in a signed statement. */
export interface LineProof {
  /** The statement's line: canonical JSON. */
  readonly entry: string;
  /** Hashes from the leaf to the root in hexadecimal digits, with a blank between them. */
  readonly path: string;
  /** The statement's last line, its signed head; only in the first line of a file, else null. */
  readonly head: string | null;
}
export type WrittenLine = ExportLine & { readonly proof?: LineProof };

interface Format {
  readonly extension: string;
  readonly mediaType: string;
  /** Returns the line of column names; empty where the format has none. */
  readonly columnNamesLine: (hasProofs: boolean) => string;
  readonly lineText: (line: WrittenLine) => string;
}

const PROVIDER = 'Company Data API';
const UNIT = 'Units';
const startOfDay = (day: string): string => `${day}T00:00:00Z`;
const withoutFraction = (time: string): string => `${time.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`;

/** Returns true for a line that names a block. */
const isUse = ({ block }: ExportLine): boolean => block !== null;
/** Returns the cost, which may not be null in FOCUS. A unit without a price costs nothing. */
const costOf = ({ amount }: ExportLine): string => amount ?? '0';

/**
 * FOCUS 1.2, "Charge Category" and "Discount Handling": an amount that is taken off afterwards is a credit.
 */
const categoryOf = (line: ExportLine): string => {
  if (isUse(line)) return 'Usage';
  return line.kind === 'credit' || (line.kind === 'month_rule' && line.reason !== 'minimum')
    ? 'Credit'
    : 'Adjustment';
};

const frequencyOf = (line: ExportLine): string =>
  isUse(line) ? 'Usage-Based' : line.kind === 'month_rule' ? 'Recurring' : 'One-Time';

function descriptionOf(line: ExportLine): string {
  const { kind, block, price, currency, reason, note, reverses } = line;
  if (kind === 'charge')
    return block === null
      ? 'A row without a billed block'
      : `${block}, ${price === null ? 'no price' : `${price} ${currency ?? ''} a unit`}`;
  if (kind === 'month_rule') return `Month rule ${reason ?? ''} ${note ?? ''}`;
  const entry = kind === 'credit' ? 'Credit' : block === null ? 'Adjustment' : `Adjustment of ${block}`;
  return `${entry}, ${reason ?? ''}: ${note ?? ''}${reverses === null ? '' : ` (reverses ${reverses})`}`;
}

const FOCUS: CsvColumns<WrittenLine> = {
  BilledCost: costOf,
  BillingAccountId: ({ account }) => account,
  BillingAccountName: ({ account }) => `Account ${account}`,
  BillingCurrency: ({ currency }) => currency,
  BillingPeriodEnd: ({ billedMonth }) => startOfDay(firstDayOf(monthAfter(billedMonth))),
  BillingPeriodStart: ({ billedMonth }) => startOfDay(firstDayOf(billedMonth)),
  ChargeCategory: categoryOf,
  ChargeClass: ({ isCorrection }) => (isCorrection ? 'Correction' : null),
  ChargeDescription: descriptionOf,
  ChargeFrequency: frequencyOf,
  ChargePeriodEnd: ({ before }) => startOfDay(before),
  ChargePeriodStart: ({ from }) => startOfDay(from),
  ConsumedQuantity: (line) => (isUse(line) ? line.units : null),
  ConsumedUnit: (line) => (isUse(line) ? UNIT : null),
  ContractedCost: costOf,
  ContractedUnitPrice: (line) => (isUse(line) ? (line.price ?? '0') : null),
  EffectiveCost: costOf,
  InvoiceIssuerName: () => PROVIDER,
  ListCost: costOf,
  PricingQuantity: (line) => (isUse(line) ? line.units : null),
  PricingUnit: (line) => (isUse(line) ? UNIT : null),
  ProviderName: () => PROVIDER,
  PublisherName: () => PROVIDER,
  ServiceCategory: () => 'Other',
  ServiceName: () => PROVIDER,
  ServiceSubcategory: () => 'Other (Other)',
  SkuId: ({ block }) => block,
  SkuMeter: ({ block }) => block,
  SkuPriceDetails: () => null,
  SkuPriceId: ({ block }) => block,
  x_LineId: ({ id }) => id,
  x_LineKind: ({ kind }) => kind,
  x_EntryTime: ({ madeAt }) => (madeAt === null ? null : withoutFraction(madeAt)),
  x_JobId: ({ job }) => job,
  x_JobRow: ({ row }) => row,
};

const PLAIN_CSV: CsvColumns<WrittenLine> = {
  id: ({ id }) => id,
  kind: ({ kind }) => kind,
  account_id: ({ account }) => account,
  time: ({ time }) => time,
  made_at: ({ madeAt }) => madeAt,
  billed_month: ({ billedMonth }) => billedMonth,
  correction: ({ isCorrection }) => isCorrection,
  job_id: ({ job }) => job,
  row: ({ row }) => row,
  company_number: ({ companyNumber }) => companyNumber,
  block: ({ block }) => block,
  units: ({ units }) => units,
  unit_price: ({ price }) => price,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  reason: ({ reason }) => reason,
  reverses: ({ reverses }) => reverses,
  note: ({ note }) => note,
};

/** Returns base64url, so that no cell of a proof contains a comma, a quote or a formula. */
const encodedText = (text: string | null | undefined): string | null =>
  text == null ? null : Buffer.from(text).toString('base64url');

const proofColumns = (prefix: string, names: readonly [string, string, string]): CsvColumns<WrittenLine> => ({
  [`${prefix}${names[0]}`]: ({ proof }) => encodedText(proof?.entry),
  [`${prefix}${names[1]}`]: ({ proof }) => proof?.path,
  [`${prefix}${names[2]}`]: ({ proof }) => encodedText(proof?.head),
});

function csvFormat(columns: CsvColumns<WrittenLine>, columnsOfProof: CsvColumns<WrittenLine>): Format {
  const cellFunctions = Object.values(columns);
  const cellFunctionsWithProof = [...cellFunctions, ...Object.values(columnsOfProof)];
  return {
    ...{ extension: 'csv', mediaType: 'text/csv; charset=utf-8' },
    columnNamesLine: (hasProofs) =>
      csvLine([...Object.keys(columns), ...(hasProofs ? Object.keys(columnsOfProof) : [])]),
    lineText: (line) =>
      csvLine((line.proof === undefined ? cellFunctions : cellFunctionsWithProof).map((cell) => cell(line))),
  };
}

const EVENT_TYPES = {
  charge: 'company-data.units',
  adjustment: 'company-data.units',
  credit: 'company-data.credit',
  month_rule: 'company-data.month-rule',
} as const;

/** Returns a CloudEvents 1.0 event in JSON. `source` and `id` together name the line. */
const cloudEvent = (line: WrittenLine): object => {
  const { id, kind, account, time, madeAt: made_at, billedMonth: billed_month, proof } = line;
  return {
    ...{ specversion: '1.0', id, source: 'urn:company-data-api', type: EVENT_TYPES[kind] },
    ...{ subject: String(account), time, datacontenttype: 'application/json' },
    data: {
      ...{ kind, block: line.block, units: line.units, unit_price: line.price },
      ...{ amount: line.amount, currency: line.currency, billed_month },
      ...{ correction: line.isCorrection, made_at },
      ...{ job_id: line.job, row: line.row, company_number: line.companyNumber },
      ...{ reason: line.reason, reverses: line.reverses, note: line.note },
      ...(proof === undefined ? {} : { proof }),
    },
  };
};

/** Returns a meter event of Stripe. Each block has a meter, which sums `value`. The line must have units. */
const meterEvent = ({ id, account, block, time, units }: ExportLine): object => ({
  event_name: `company_data_${block ?? ''}`,
  identifier: id,
  timestamp: Math.floor(Date.parse(time) / 1_000),
  payload: { stripe_customer_id: String(account), value: String(units ?? 0) },
});

const jsonFormat = (objectOf: (line: WrittenLine) => object): Format => ({
  ...{ extension: 'ndjson', mediaType: 'application/x-ndjson' },
  columnNamesLine: () => '',
  lineText: (line) => `${JSON.stringify(objectOf(line))}\n`,
});

export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  focus: csvFormat(FOCUS, proofColumns('x_Statement', ['Entry', 'Path', 'Head'])),
  cloudevents: jsonFormat(cloudEvent),
  'stripe-meter': jsonFormat(meterEvent),
  csv: csvFormat(PLAIN_CSV, proofColumns('statement_', ['entry', 'path', 'head'])),
};

/** Stripe refuses events that are older than 35 days. */
export const STRIPE_MAX_AGE_DAYS = 35;

/**
 * Returns the reason why Stripe can't take a line; null where it can. `old`: the line is too old. `money`:
 * the line has no units.
 */
export function stripeObstacle({ block, units, time }: ExportLine, now: Date): 'old' | 'money' | null {
  if (block === null || units === null) return 'money';
  return now.getTime() - Date.parse(time) > STRIPE_MAX_AGE_DAYS * 86_400_000 ? 'old' : null;
}
