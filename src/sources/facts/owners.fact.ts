/** Which companies the corporate owners of a company are, as far as what they filed of themselves can tell. */
import type { CompaniesEdition, NameBearers } from '../companies/companies.edition.js';
import type { CompanyRecord } from '../companies/company-record.js';
import { isLive } from '../companies/company-status.js';
import { whereaboutsOf, type Whereabouts } from '../psc/owner-identity.js';
import { isOwner, type ControlPerson, type PscRecord } from '../psc/psc-record.js';
import type { Records } from '../kit/records/record.js';
import { normaliseName } from '../../shared/names/company-name.js';
import { completeCompanyNumber } from '../../shared/company-number.js';
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

/** What an owner filed of itself, as it is looked up. */
interface Filed {
  readonly person: ControlPerson;
  readonly where: Whereabouts;
  readonly number: string | null;
  /** Normalised; null where its name alone can't tell who it is. */
  readonly name: string | null;
}

/** `N/A`, `None`, `-`: in the place of a number. */
const isNumbered = (filed: string | null | undefined): boolean => /\d/.test(filed ?? '');

/** By name alone: an owner without a number, not registered abroad. */
function filedBy(person: ControlPerson): Filed {
  const { name, identification } = person;
  const where = whereaboutsOf(identification);
  const number = completeCompanyNumber(identification?.registration_number ?? null);
  const isNamed = name !== null && !isNumbered(identification?.registration_number) && where === 'uk';
  return { person, where, number, name: isNamed ? normaliseName(name) : null };
}

/** By number, where country or name says that it is ours; a bare foreign number would pass for one. */
function byNumber(
  { person: { name }, where }: Filed,
  number: string,
  company: CompanyRecord | null,
): OwnerIdentity {
  const isOurs =
    where === 'uk' ||
    (company !== null && name !== null && normaliseName(company.name) === normaliseName(name));
  return isOurs
    ? { company_number: number, company, matched_on: 'registration_number', where, suppressed: false }
    : { ...UNKNOWN, where };
}

/** Where one live company bears the name. */
function byName({ where }: Filed, { current = [], suppressed = false }: Partial<NameBearers>): OwnerIdentity {
  const [company, ...others] = current.filter(isLive);
  if (company === undefined) return { ...UNKNOWN, where, suppressed };
  return others.length > 0 || suppressed
    ? { ...UNKNOWN, where }
    : { company_number: company.number, company, matched_on: 'name', where, suppressed: false };
}

/** Finds out who these owners are: two queries, whatever their number. @throws SqliteFileError */
export function identifyOwners(
  persons: readonly ControlPerson[],
  companies: CompaniesEdition | null,
): Map<ControlPerson, OwnerIdentity> {
  const filed = persons.map(filedBy);
  const numbered = companies?.byNumbers(filed.flatMap(({ number }) => number ?? []));
  const bearers = companies?.bearers(filed.flatMap(({ name }) => name ?? []));
  const identities = new Map<ControlPerson, OwnerIdentity>();
  for (const one of filed) {
    const { person, where, number, name } = one;
    if (number !== null) identities.set(person, byNumber(one, number, numbered?.get(number) ?? null));
    else if (name !== null) identities.set(person, byName(one, bearers?.get(name) ?? {}));
    else identities.set(person, { ...UNKNOWN, where });
  }
  return identities;
}

interface FiledOwner {
  readonly key: string;
  readonly person: ControlPerson;
}

/** Every owner on file, those that ceased included. */
export function ownersIn(records: Records<PscRecord> | undefined): FiledOwner[] {
  const owners: FiledOwner[] = [];
  for (const { key, data } of records?.items ?? []) if (isOwner(data)) owners.push({ key, person: data });
  return owners;
}

/** Owners of those companies that have any, as many queries as `identifyOwners` makes. @throws SqliteFileError */
export function identifiedOwners(
  filed: Iterable<readonly [number: string, owners: readonly FiledOwner[]]>,
  companies: CompaniesEdition | null,
): ReadonlyMap<string, readonly NamedOwner[]> {
  const owned = [...filed].filter(([, owners]) => owners.length > 0);
  const persons = owned.flatMap(([, owners]) => owners.map(({ person }) => person));
  const identities = identifyOwners(persons, companies);
  const found = new Map<string, readonly NamedOwner[]>();
  for (const [number, owners] of owned) {
    const named = owners.flatMap(({ key, person }) => {
      const identity = identities.get(person);
      return identity === undefined ? [] : [{ key, person, identity }];
    });
    found.set(number, named);
  }
  return found;
}

export const owners = defineFact({
  name: 'owners',
  source: 'psc',
  also: ['companies'],
  needs: ['psc'],
  join: (numbers, { facts: { psc }, editions: { companies } }) =>
    identifiedOwners(
      numbers.map((number) => [number, ownersIn(psc.get(number))]),
      companies,
    ),
});
