import { z } from 'zod';
import { CHARGES, type ChargeRecord } from '../../sources/charges/charge-record.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { listHeldOn } from '../../sources/kit/records/held-on.js';
import { defineBlock } from '../runner/define-block.js';
import { count, isoDate, text } from '../runner/value-types.js';
import { chargeList } from './charge-list.js';
import { newerList, readFrom, whyNotLive } from './joined-list.js';

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

function answerOf<P extends object>(charges: readonly ChargeRecord[], provenance: P) {
  if (charges.length === 0)
    return { status: 'not_found', reason: 'none_on_register', ...provenance } as const;
  const { value, detail } = chargeList(charges);
  return {
    status: 'available',
    value,
    ...provenance,
    ...(Object.keys(detail).length > 0 && { detail }),
  } as const;
}

/** The charges that the register's file counts, where the charges themselves are not held. */
const countsOf = ({ mortgages }: CompanyRecord) => ({ detail: { register_counts: { ...mortgages } } });
const COUNTED = 'no_charges_data_on_file';

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
  const countedNone = company?.mortgages.charges === 0;
  const live = company === null ? null : readings.register_answer(`${company.number}/charges`);
  const saidTo = heldTo ?? (countedNone ? as_of : null);
  const answer = company && live && newerList(CHARGES, company.number, live, saidTo);
  if (answer !== null) {
    return answerOf(
      answer.items.map(({ data }) => data),
      readFrom(answer, SOURCE),
    );
  }
  if (loaded !== null && heldTo !== null) {
    const items = loaded.record?.items ?? [];
    return answerOf(
      items.map(({ data }) => data),
      { source: SOURCE, as_of: heldTo, freshness: loaded.freshness } as const,
    );
  }
  if (company === null || live === null) return { status: 'not_found', reason: 'no_charges_data_on_file' };
  if (countedNone) {
    return { status: 'not_found', reason: 'none_on_register', source: 'company_register', as_of };
  }
  if (live.status !== 'not_read') return { status: 'pending' };
  // Where there is no live register at all, what the editions lack decides (Blocks 4.6).
  const reason = whyNotLive(live.reason, loaded === null ? 'not_available_yet' : COUNTED);
  const counted = reason === COUNTED && ({ source: 'company_register', as_of } as const);
  return { status: 'not_found', reason, ...counted, ...countsOf(company) };
});
