import { z } from 'zod';
import { CHARGES, type ChargeRecord } from '../../sources/charges/charge-record.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { listHeldOn } from '../../sources/kit/records/held-on.js';
import { defineBlock } from '../runner/define-block.js';
import { count, isoDate, text } from '../runner/value-types.js';
import { newerList, readFrom, whyNotLive } from './newer-list.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { cutLists, newestDayFirst } from '../runner/served-lists.js';

/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 300;
const MAX_HOLDERS = 100;
const SATISFIED: ReadonlySet<string | null> = new Set(['fully-satisfied', 'satisfied']);
/** Filings that release property from the charge, or by which receivers cease to act. */
const RELEASE = /^charge-(?:.*(?:release|cease)|(?:whole|part)-both)/;

const newestOf = (days: readonly (IsoDate | null)[]): IsoDate | null =>
  days.reduce((latest, day) => ((day ?? '') > (latest ?? '') ? day : latest), null);

/** Newest first, then the company's own count. */
const newestFirst = (a: ChargeRecord, b: ChargeRecord): number =>
  newestDayFirst(a.created_on, b.created_on) || (b.charge_number ?? 0) - (a.charge_number ?? 0);

const servedCharge = (charge: ChargeRecord) => ({
  charge_code: charge.charge_code,
  status: charge.status ?? '',
  created_on: charge.created_on,
  registered_on: charge.delivered_on,
  persons_entitled: [...charge.persons_entitled],
  particulars: charge.particulars,
  contains: [...charge.contains],
  satisfied_on: charge.satisfied_on,
});

const holdersOf = (charges: readonly ChargeRecord[]): string[] => [
  ...new Set(charges.flatMap(({ persons_entitled }) => persons_entitled)),
];

/** Evidence in `detail`: numbers of charges without a code, and releases without a satisfaction. */
function evidenceOf(charges: readonly ChargeRecord[]): object[] {
  return charges.flatMap(({ charge_code, charge_number, created_on, satisfied_on, transactions }) => [
    ...(charge_code === null && charge_number !== null
      ? [{ kind: 'charge_number', charge_number, created_on }]
      : []),
    ...transactions.flatMap(({ filing_type, delivered_on }) =>
      satisfied_on === null && filing_type !== null && RELEASE.test(filing_type)
        ? [{ kind: 'release_without_satisfaction', charge_number, filing_type, delivered_on }]
        : [],
    ),
  ]);
}

/** @param charges at least one */
function chargeList(charges: readonly ChargeRecord[]) {
  const ordered = [...charges].sort(newestFirst);
  const satisfied = ordered.filter(({ status }) => SATISFIED.has(status));
  const outstanding = ordered.filter(({ status }) => !SATISFIED.has(status));
  const holders = holdersOf(outstanding);
  const past_holders = holdersOf(satisfied).filter((name) => !holders.includes(name));
  const evidence = evidenceOf(ordered).slice(0, MAX_SERVED);
  const lists = {
    ...cutLists({ charges: outstanding.length, satisfied_charges: satisfied.length }, MAX_SERVED).lists,
    ...cutLists({ holders: holders.length, past_holders: past_holders.length }, MAX_HOLDERS).lists,
  };
  return {
    value: {
      outstanding_count: outstanding.length,
      satisfied_count: satisfied.length,
      total_count: ordered.length,
      holders: holders.slice(0, MAX_HOLDERS),
      charges: outstanding.slice(0, MAX_SERVED).map(servedCharge),
      satisfied_charges: satisfied.slice(0, MAX_SERVED).map(servedCharge),
      past_holders: past_holders.slice(0, MAX_HOLDERS),
      latest_created_on: newestOf(ordered.map(({ created_on }) => created_on)),
      latest_satisfied_on: newestOf(satisfied.map(({ satisfied_on }) => satisfied_on)),
    },
    detail: {
      ...(evidence.length > 0 && { evidence }),
      ...(Object.keys(lists).length > 0 && { lists }),
    },
  };
}

const charge = z.strictObject({
  charge_code: text.nullable().describe('Null before April 2013.'),
  status: text,
  created_on: isoDate.nullable(),
  registered_on: isoDate.nullable(),
  persons_entitled: z.array(text),
  particulars: text.nullable(),
  contains: z
    .array(text)
    .describe('fixed_charge, floating_charge, floating_charge_covers_all, negative_pledge.'),
  satisfied_on: isoDate.nullable(),
});

const SOURCE = 'company_register_charges';

function answerOf<P extends object>(items: readonly { readonly data: ChargeRecord }[], provenance: P) {
  if (items.length === 0) return { status: 'not_found', reason: 'none_on_register', ...provenance } as const;
  const { value, detail } = chargeList(items.map(({ data }) => data));
  return {
    status: 'available',
    value,
    ...provenance,
    ...(Object.keys(detail).length > 0 && { detail }),
  } as const;
}

/** The charges that the register's file counts, where the charges themselves are not held. */
const countsOf = ({ mortgages }: CompanyRecord) => ({ detail: { register_counts: { ...mortgages } } });
const NO_DATA = 'no_charges_data_on_file';

export default defineBlock({
  key: 'charges',
  tier: 'core',
  latency_class: 'register_live',
  description: 'Charges registered against the company, outstanding and satisfied, with their holders.',
  source: ['company_register_charges', 'cache'],
  coverage: 'Companies and LLPs registered in the UK.',
  needs: ['company'],
  uses: ['charges'],
  readings: ['register_answer'],
  reasons: [
    'none_on_register',
    'not_looked_up',
    'no_charges_data_on_file',
    'register_unavailable',
    'source_busy',
  ],
  value: z.strictObject({
    outstanding_count: count.describe('Part-satisfied charges count as outstanding.'),
    satisfied_count: count,
    total_count: count,
    holders: z.array(text).describe('Distinct names as filed on outstanding charges.'),
    charges: z.array(charge),
    satisfied_charges: z.array(charge),
    past_holders: z.array(text),
    latest_created_on: isoDate.nullable(),
    latest_satisfied_on: isoDate.nullable(),
  }),
})(({ company: { record: company, as_of }, charges, readings }) => {
  if (charges === 'source_unavailable') return { status: 'not_found', reason: charges };
  const loaded = charges === 'not_available_yet' ? null : charges;
  const heldTo = loaded === null ? null : listHeldOn(loaded, 'charges');
  const hasNoneByCount = company?.mortgages.charges === 0;
  const live = company === null ? null : readings.register_answer(`${company.number}/charges`);
  const knownTo = heldTo ?? (hasNoneByCount ? as_of : null);
  const answer = company && live && newerList(CHARGES, company.number, live, knownTo);
  if (answer !== null) return answerOf(answer.items, readFrom(answer, SOURCE));
  if (loaded !== null && heldTo !== null) {
    const provenance = { source: SOURCE, as_of: heldTo, freshness: loaded.freshness } as const;
    return answerOf(loaded.record?.items ?? [], provenance);
  }
  if (company === null || live === null) return { status: 'not_found', reason: 'no_charges_data_on_file' };
  if (hasNoneByCount)
    return { status: 'not_found', reason: 'none_on_register', source: 'company_register', as_of };
  if (live.status !== 'not_read') return { status: 'pending' };
  // Without a live register the reason says what the editions lack (Blocks 4.6).
  const reason = whyNotLive(live.reason, loaded === null ? 'not_available_yet' : NO_DATA);
  const countProvenance = reason === NO_DATA && ({ source: 'company_register', as_of } as const);
  return { status: 'not_found', reason, ...countProvenance, ...countsOf(company) };
});
