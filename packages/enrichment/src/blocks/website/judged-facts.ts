/** Collects the facts of a company that a site is compared with. */
import type { OfficeCrowd } from '../../sources/facts/office-crowd.fact.js';
import type { NamedOwner } from '../../sources/facts/owners.fact.js';
import { type JudgedCompany, namesOf } from '../../sites/verdict/judged-company.js';
import { judgedRecord, type CompanyRecord } from '../../sources/companies/company-record.js';
import { appointmentsOf, isInOffice, type OfficerRecord } from '../../sources/officers/officer-record.js';
import type { Records } from '../../sources/kit/records/record.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';

export interface JudgedFacts {
  readonly company: SourceFact<CompanyRecord>;
  readonly office_crowd: SourceFact<OfficeCrowd> | WhyMissing;
  readonly officers: SourceFact<Records<OfficerRecord>> | WhyMissing;
  readonly owners: SourceFact<readonly NamedOwner[]> | WhyMissing;
}

/** The number of companies at the postcode; null: unknown, because the register isn't loaded whole. */
const crowdOf = (fact: JudgedFacts['office_crowd']): number | null =>
  typeof fact === 'string' || fact.part ? null : (fact.record?.companies ?? null);

const currentOfficers = (fact: JudgedFacts['officers']): string[] =>
  typeof fact === 'string'
    ? []
    : appointmentsOf(fact.record?.items ?? []).flatMap((officer) =>
        isInOffice(officer) && !officer.is_corporate ? officer.name : [],
      );

export function ownerNumbersOf(fact: JudgedFacts['owners']): ReadonlySet<string> {
  const owners = typeof fact === 'string' ? [] : (fact.record ?? []);
  return new Set(owners.flatMap(({ identity }) => identity.company_number ?? []));
}

/** @param usesOfficers true if the site is searched for names of directors (`validation=officers`) */
export function judgedCompany(
  record: CompanyRecord,
  { office_crowd, officers, owners }: Omit<JudgedFacts, 'company'>,
  usesOfficers: boolean,
): JudgedCompany {
  return {
    ...judgedRecord(record),
    // This getter reads the fact only for rows with a verdict.
    get crowd() {
      return crowdOf(office_crowd);
    },
    directors: usesOfficers ? currentOfficers(officers) : null,
    group: ownerNumbersOf(owners),
  };
}

/** The names that others may use for a company: present, trading and previous names. */
export const companyNames = (record: CompanyRecord | null): readonly string[] =>
  record === null ? [] : namesOf(judgedRecord(record));
