import { z } from 'zod';
import { isLive } from '../../sources/companies/company-status.js';
import { appointmentsOf, OFFICERS, type OfficerRecord } from '../../sources/officers/officer-record.js';
import { listHeldOn } from '../../sources/kit/records/held-on.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { defineBlock } from '../runner/define-block.js';
import { count, int, isoDate, text } from '../runner/value-types.js';
import { newerList, readFrom, whyNotLive } from './joined-list.js';
import { allFormer, nobody, officerList } from './officer-list.js';

const officer = {
  name: text,
  role: text.describe("The register's own word."),
  appointed_on: isoDate.nullable(),
  nationality: text.nullable(),
  country_of_residence: text.nullable(),
  occupation: text.nullable(),
  person_number: text.nullable(),
  person_key: text.nullable().optional(),
  date_of_birth: z.strictObject({ month: int.min(1).max(12), year: int }).nullable(),
  is_corporate: z.boolean(),
};

const SOURCE = 'company_register_officers';

/** Charities, societies and chartered bodies have no officers on the register (Blocks 4.7). */
const WITHOUT_OFFICERS = /^(?:CE|CS|IP|SP|NP|RS|RC)/;
/** Only the register's list shows that a partnership has no partners: no bulk file has any (Blocks 6.3). */
const PARTNERSHIP = /^(?:LP|SL|NL)/;

const COVERAGE = {
  full: { coverage: 'full' },
  current_only: { coverage: 'current_only' },
};

interface HeldAppointments {
  readonly hasEnded: boolean;
  readonly officers: readonly OfficerRecord[];
  readonly whole: boolean;
  /** The number of officers left out as suppressed, by list. */
  readonly suppressed: Readonly<Record<string, number>> | undefined;
}

function answerOf<P extends { readonly as_of: IsoDate }>(
  { officers, whole, hasEnded, ...counts }: HeldAppointments,
  provenance: P,
) {
  const suppressed = hasEnded ? allFormer(counts.suppressed ?? {}) : (counts.suppressed ?? {});
  if (officers.length === 0) {
    const reason = 'no_officers_on_file';
    return { status: 'not_found', reason, ...provenance, ...nobody(suppressed) } as const;
  }
  const { value, cut, verification, contributions } = officerList(officers, provenance.as_of, {
    hasEnded,
    suppressed,
  });
  const coverage = whole ? COVERAGE.full : COVERAGE.current_only;
  const detail = { ...coverage, ...verification, ...contributions, ...cut };
  return { status: 'available', value, ...provenance, detail } as const;
}

export default defineBlock({
  key: 'officers',
  tier: 'core',
  latency_class: 'register_live',
  description: 'Directors, secretaries and members, current and former, with month and year of birth only.',
  source: ['company_register_officers', 'cache'],
  coverage:
    'Companies, LLPs and overseas companies; limited partnerships where the register lists partners; not charities or chartered bodies.',
  needs: ['company'],
  uses: ['officers'],
  readings: ['register_answer'],
  reasons: ['no_officers_on_file', 'not_looked_up', 'register_unavailable', 'source_busy'],
  value: z.strictObject({
    total: count,
    active: count,
    resigned: count,
    current: z.array(z.strictObject(officer)),
    former: z.array(z.strictObject({ ...officer, resigned_on: isoDate.nullable() })),
    ages: z
      .strictObject({ average: z.number().nullable(), youngest: int.nullable(), oldest: int.nullable() })
      .describe('Whole years at as_of over active natural persons; the average to one decimal.'),
  }),
})(({ company: { record: company, as_of }, officers, readings }) => {
  if (officers === 'source_unavailable') return { status: 'not_found', reason: officers };
  const loaded = officers === 'not_available_yet' ? null : officers;
  const isUnread = company !== null && PARTNERSHIP.test(company.number) && loaded?.record == null;
  const heldTo = loaded === null || isUnread ? null : listHeldOn(loaded, 'officers');
  const live = company === null ? null : readings.register_answer(`${company.number}/officers`);
  const answer = company && live && newerList(OFFICERS, company.number, live, heldTo);
  const hasEnded = company !== null && !isLive(company);
  const items = answer?.items.map(({ data }) => data) ?? [];
  // The edition leaves a person out by the person number. An answer without such numbers can't, so it isn't
  // shown.
  const hidden =
    loaded?.record?.suppressed !== undefined && items.some((officer) => officer.person_number === null);
  if (answer !== null && !hidden) {
    const { suppressed } = answer;
    return answerOf({ officers: items, whole: true, hasEnded, suppressed }, readFrom(answer, SOURCE));
  }
  if (loaded !== null && heldTo !== null) {
    const { items: onFile = [], whole, suppressed } = loaded.record ?? {};
    const isWhole = whole?.['officers'] !== undefined;
    const appointments = { officers: appointmentsOf(onFile), whole: isWhole, hasEnded, suppressed };
    return answerOf(appointments, { source: SOURCE, as_of: heldTo, freshness: loaded.freshness } as const);
  }
  if (company === null || live === null) return { status: 'not_found', reason: 'no_officers_on_file' };
  if (WITHOUT_OFFICERS.test(company.number)) {
    return { status: 'not_found', reason: 'no_officers_on_file', source: 'company_register', as_of };
  }
  if (hidden) return { status: 'not_found', reason: 'not_looked_up' };
  if (live.status !== 'not_read') return { status: 'pending' };
  return {
    status: 'not_found',
    reason: whyNotLive(live.reason, loaded === null ? 'not_available_yet' : 'not_looked_up'),
  };
});
