import { z } from 'zod';
import type { Subsidiary } from '../../sources/facts/subsidiaries.fact.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { companyStatus, statusGroup } from '../../sources/companies/company-status.js';
import { heldThrough, OWNERSHIP_BANDS, ownershipBand } from '../../sources/psc/ownership-band.js';
import { defineBlock } from '../runner/define-block.js';
import { ascending, cutLists, newestDayFirst, OF_A_PART } from '../runner/served-lists.js';
import { companyNumber, count, isoDate, text } from '../runner/value-types.js';

/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 500;
/** Confidence if only its name ties a subsidiary to this company (Blocks 4.33). */
const NAME_CONFIDENCE = 0.7;

const valueOf = (
  company: NonNullable<Subsidiary['company']>,
  { company_number, person, matched_on }: Subsidiary,
) => ({
  company_number,
  company_name: company.name,
  company_status: companyStatus(company),
  natures_of_control: [...person.natures_of_control],
  ownership_band: ownershipBand(person.natures_of_control),
  notified_on: person.notified_on,
  matched_on,
});

const isActive = (company: CompanyRecord): boolean => {
  const status = companyStatus(company);
  return status !== null && statusGroup(status) === 'active';
};

export default defineBlock({
  key: 'subsidiaries',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Companies that name this one as their corporate controller.',
  source: ['company_register_psc'],
  coverage: 'Companies named as corporate controller of another.',
  needs: ['company'],
  uses: ['subsidiaries'],
  reasons: ['none_on_register', 'not_looked_up', 'subsidiary_search_unavailable', 'not_confirmed'],
  value: z.strictObject({
    subsidiaries: z.array(
      z.strictObject({
        company_number: companyNumber,
        company_name: text,
        company_status: text.nullable(),
        natures_of_control: z.array(text),
        ownership_band: z.enum(OWNERSHIP_BANDS),
        notified_on: isoDate.nullable(),
        matched_on: z.enum(['registration_number', 'name']),
      }),
    ),
    count,
    active_count: count,
  }),
})(({ subsidiaries }) => {
  if (subsidiaries === 'source_unavailable')
    return { status: 'not_found', reason: 'subsidiary_search_unavailable' };
  if (subsidiaries === 'not_available_yet') return { status: 'not_found', reason: subsidiaries };
  const { record, as_of, part, freshness } = subsidiaries;
  const provenance = { source: 'company_register_psc', as_of, freshness } as const;
  const { shown: shownSubsidiaries = [], suppressed = 0 } = record ?? {};
  const allSubsidiaries = [...shownSubsidiaries].sort(
    (a, b) =>
      newestDayFirst(a.person.notified_on, b.person.notified_on) ||
      ascending(a.company_number, b.company_number),
  );
  // A subsidiary that is not in the register of companies has no name to serve.
  const listed = allSubsidiaries.flatMap((subsidiary) =>
    subsidiary.company === null ? [] : [valueOf(subsidiary.company, subsidiary)],
  );
  const cut = cutLists({ subsidiaries: listed.length }, MAX_SERVED, { subsidiaries: suppressed });
  if (listed.length === 0) {
    // Subsidiaries may be absent from the loaded register or part, so `none_on_register` would be wrong.
    const reason = part || allSubsidiaries.length > 0 ? 'not_looked_up' : 'none_on_register';
    return { status: 'not_found', reason, ...provenance, ...(suppressed > 0 && { detail: cut }) };
  }
  const active = allSubsidiaries.filter(({ company }) => company !== null && isActive(company));
  const served = listed.slice(0, MAX_SERVED);
  const hasNameMatch = listed.some(({ matched_on }) => matched_on === 'name');
  const held_through = allSubsidiaries
    .filter(({ company }) => company !== null)
    .map(({ company_number, person }) => ({
      company_number,
      through: heldThrough(person.natures_of_control),
    }))
    .filter(({ through }) => through.length > 0)
    .slice(0, MAX_SERVED);
  const detail = {
    ...(part && OF_A_PART),
    ...(held_through.length > 0 && { held_through }),
    ...cut,
    ...(listed.length < allSubsidiaries.length && { not_on_file: allSubsidiaries.length - listed.length }),
  };
  return {
    status: 'available',
    value: { subsidiaries: served, count: listed.length, active_count: active.length },
    ...provenance,
    ...(hasNameMatch && { confidence: NAME_CONFIDENCE }),
    flagged_for_review: hasNameMatch || part || held_through.length > 0,
    ...(Object.keys(detail).length > 0 && { detail }),
  };
});
