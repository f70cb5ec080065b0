/** Which companies the corporate owners of a company are, as far as what they filed of themselves can tell. */
import type { CompaniesEdition, NameBearers } from '../sources/companies/companies.edition.js';
import type { CompanyRecord } from '../sources/companies/company-record.js';
import { isLive } from '../sources/companies/company-status.js';
import { whereaboutsOf, type Whereabouts } from '../sources/psc/owner-identity.js';
import { isOwner, type ControlPerson, type PscRecord } from '../sources/psc/psc-record.js';
import type { Records } from '../sources/records/record.js';
import { normaliseName } from '../shared/names/company-name.js';
import { completeCompanyNumber } from '../shared/company-number.js';
import { defineFact } from './define-fact.js';

/** Who an owner is. */
export interface OwnerIdentity {
  /** In the register's writing; null where no UK company can be told. */
  readonly company_number: string | null;
  /** Where the register of companies has it. */
  readonly company: CompanyRecord | null;
  /** By its number with its country or name, or by its name alone; null where neither tells. */
  readonly matched_on: 'registration_number' | 'name' | null;
  readonly where: Whereabouts;
  /** It goes by the name alone of a company that is suppressed: nothing of it is shown. */
  readonly suppressed: boolean;
}

export interface NamedOwner {
  /** Of the record in the edition. */
  readonly key: string;
  readonly person: ControlPerson;
  readonly identity: OwnerIdentity;
}

const UNKNOWN = { company_number: null, company: null, matched_on: null, suppressed: false } as const;

/** By number, where country or name says that it is ours; a bare foreign number would pass for one. */
function byNumber(
  { name }: ControlPerson,
  number: string,
  where: Whereabouts,
  company: CompanyRecord | null,
): Omit<OwnerIdentity, 'where'> {
  const sameName = company !== null && name !== null && normaliseName(company.name) === normaliseName(name);
  return where === 'uk' || sameName
    ? { company_number: number, company, matched_on: 'registration_number', suppressed: false }
    : UNKNOWN;
}

/** By name alone: an owner without a number, not registered abroad, whose name one live company bears. */
function byName(
  { name, identification }: ControlPerson,
  where: Whereabouts,
  bearersOf: (normalised: string) => NameBearers | undefined,
): Omit<OwnerIdentity, 'where'> {
  if (name === null || identification?.registration_number || where !== 'uk') return UNKNOWN;
  const { current = [], suppressed = false } = bearersOf(normaliseName(name)) ?? {};
  const [company, ...others] = current.filter(isLive);
  if (company === undefined) return { ...UNKNOWN, suppressed };
  return others.length > 0 || suppressed
    ? UNKNOWN
    : { company_number: company.number, company, matched_on: 'name', suppressed: false };
}

/** Finds out who these owners are: two queries, whatever their number. @throws SqliteFileError */
export function identifyOwners(
  persons: readonly ControlPerson[],
  companies: CompaniesEdition | null,
): Map<ControlPerson, OwnerIdentity> {
  const filed = persons.map((person) => {
    const number = completeCompanyNumber(person.identification?.registration_number ?? null);
    return { person, number, where: whereaboutsOf(person.identification) };
  });
  const numbered = companies?.byNumbers(filed.flatMap(({ number }) => number ?? []));
  const nameless = filed.filter(({ number }) => number === null);
  const names = nameless.flatMap(({ person }) => (person.name === null ? [] : [normaliseName(person.name)]));
  const bearers = companies?.bearers(names);
  return new Map(
    filed.map(({ person, number, where }) => {
      const found =
        number === null
          ? byName(person, where, (name) => bearers?.get(name))
          : byNumber(person, number, where, numbered?.get(number) ?? null);
      return [person, { ...found, where }];
    }),
  );
}

/** Every owner on file, those that ceased included. */
export const ownersIn = (records: Records<PscRecord> | undefined): { key: string; person: ControlPerson }[] =>
  (records?.items ?? []).flatMap(({ key, data }) => (isOwner(data) ? [{ key, person: data }] : []));

export const owners = defineFact({
  name: 'owners',
  source: 'psc',
  also: ['companies'],
  needs: ['psc'],
  join: (numbers, { facts, editions }) => {
    const named = new Map(numbers.map((number) => [number, ownersIn(facts.psc.get(number))]));
    const persons = [...named.values()].flatMap((list) => list.map(({ person }) => person));
    const identities = identifyOwners(persons, editions.companies);
    const found = new Map<string, readonly NamedOwner[]>();
    for (const [number, list] of named) {
      const identified = list.flatMap(({ key, person }) => {
        const identity = identities.get(person);
        return identity === undefined ? [] : [{ key, person, identity }];
      });
      if (identified.length > 0) found.set(number, identified);
    }
    return found;
  },
});
