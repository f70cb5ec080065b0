/**
 * Which companies the corporate owners of a company are, as far as what they filed of themselves can tell.
 */
import type { CompaniesEdition, NameBearers } from '../companies/companies.edition.js';
import type { CompanyRecord } from '../companies/company-record.js';
import { incorporatedOn } from '../companies/incorporated-on.js';
import { isLive } from '../companies/company-status.js';
import { filedNumber, whereaboutsOf, type Whereabouts } from '../psc/owner-identity.js';
import {
  controlHeldOn,
  isCurrentController,
  isOwner,
  type ControlPerson,
  type PscRecord,
} from '../psc/psc-record.js';
import type { EditionFacts } from '../kit/editions/edition-file.js';
import type { Records } from '../kit/records/record.js';
import { normaliseName } from '../../../../words/src/names/company-name.js';
import { parseCompanyNumber, type CompanyNumber } from '../../../../words/src/company-number.js';
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
  /**
   * The number that it filed, where that is another's: its company bears another name, is too young, or is
   * the owned one.
   */
  readonly doubted?: CompanyNumber;
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

/** An owner of a company, as it is looked up. */
export interface OwnerOf {
  /** The number of the company. */
  readonly of: string;
  readonly person: ControlPerson;
}

interface Filed extends OwnerOf {
  readonly where: Whereabouts;
  readonly number: CompanyNumber | null;
  /** Normalised. */
  readonly name: string | null;
}

function filedBy({ of, person }: OwnerOf): Filed {
  const { name, identification } = person;
  const where = whereaboutsOf(identification);
  const number = filedNumber(identification?.registration_number ?? null);
  return {
    of,
    person,
    where,
    number,
    name: name === null ? null : normaliseName(name),
  };
}

/** The company bears or bore the name, endings and legal forms folded. */
export function bears({ name, previous_names }: CompanyRecord, filed: string): boolean {
  const wanted = normaliseName(filed);
  return [name, ...previous_names.map((previous) => previous.name)].some(
    (one) => normaliseName(one) === wanted,
  );
}

/**
 * The number's company may be the owner (Blocks 5.5): its name agrees, it isn't younger than the notice, nor
 * the owned one.
 */
function agrees(company: CompanyRecord, { of, person: { name, notified_on } }: Filed): boolean {
  // Null for a body that was only registered here: the day tells nothing of its age.
  const born = incorporatedOn(company);
  return (
    company.number !== of &&
    (name === null || bears(company, name)) &&
    (born === null || notified_on === null || born <= notified_on)
  );
}

/** An owner with what the number that it filed tells of it. */
interface Judged extends Filed, Pick<OwnerIdentity, 'company' | 'doubted'> {
  /** It is registered here, or the number's company agrees. */
  readonly isOurs: boolean;
  /** Its number doesn't tell who it is. */
  readonly byNameAlone: boolean;
}

/** @param company that has the number; null: none is on file */
function judged(one: Filed, company: CompanyRecord | null): Judged {
  const { of, where, number, name } = one;
  const isAgreed = company !== null && agrees(company, one);
  const isDoubted = where !== 'abroad' && (number === of || (company !== null && !isAgreed));
  const isOurs = where === 'uk' || (name !== null && isAgreed);
  // A number of no known form is one only where it is on file.
  const isNumbered = company !== null || parseCompanyNumber(number ?? '') !== null;
  return {
    ...one,
    company,
    ...(isDoubted && number !== null && { doubted: number }),
    isOurs,
    // The number of an owner abroad may be that of a company which isn't shown: its name tells.
    byNameAlone: !isNumbered || isDoubted || (where === 'abroad' && !isOurs),
  };
}

/**
 * Where it is registered here and one live company bears the name; never the owned one, nor one whose number
 * is doubted. The name of a suppressed company isn't shown, wherever its owner is registered.
 */
function byName(
  { where, of, doubted }: Judged,
  { current = [], suppressed = false }: Partial<NameBearers>,
): OwnerIdentity {
  const told = doubted === undefined ? {} : { doubted };
  const [company, ...others] = current.filter(
    (one) => isLive(one) && one.number !== of && one.number !== doubted,
  );
  if (company === undefined) return { ...UNKNOWN, where, suppressed, ...told };
  return where !== 'uk' || others.length > 0 || suppressed
    ? { ...UNKNOWN, where, ...told }
    : { company_number: company.number, company, matched_on: 'name', where, suppressed: false, ...told };
}

function byNumber({ where, number, company, isOurs }: Judged): OwnerIdentity {
  return isOurs
    ? { company_number: number, company, matched_on: 'registration_number', where, suppressed: false }
    : { ...UNKNOWN, where };
}

/**
 * Finds out who these owners are: two queries, whatever their number. By number, where the company that has
 * it agrees, or isn't on file and the owner is registered here; else by name. @throws SqliteFileError
 */
export function identifyOwners(
  owners: readonly OwnerOf[],
  companies: CompaniesEdition | null,
): Map<ControlPerson, OwnerIdentity> {
  const filed = owners.map(filedBy);
  const numbered = companies?.byNumbers(filed.flatMap(({ number }) => number ?? []));
  const all = filed.map((one) => judged(one, numbered?.get(one.number ?? '') ?? null));
  const bearers = companies?.bearers(
    all.flatMap(({ byNameAlone, name }) => (byNameAlone ? (name ?? []) : [])),
  );
  const identities = new Map<ControlPerson, OwnerIdentity>();
  for (const one of all) {
    const found = one.name === null ? undefined : bearers?.get(one.name);
    identities.set(one.person, one.byNameAlone ? byName(one, found ?? {}) : byNumber(one));
  }
  return identities;
}

interface FiledOwner {
  readonly key: string;
  readonly person: ControlPerson;
}

/** Every owner on file, those that ceased included. */
function ownersIn(records: Records<PscRecord> | undefined): FiledOwner[] {
  const owners: FiledOwner[] = [];
  for (const { key, data } of records?.items ?? []) if (isOwner(data)) owners.push({ key, person: data });
  return owners;
}

/**
 * Those that control the company on the day to which its records hold.
 * @param facts of the edition of control
 */
export function currentOwnersIn(records: Records<PscRecord> | undefined, facts: EditionFacts): FiledOwner[] {
  const day = controlHeldOn(records, facts);
  return ownersIn(records).filter(({ person }) => isCurrentController(person, day));
}

/**
 * Owners of those companies that have any, as many queries as `identifyOwners` makes. @throws SqliteFileError
 */
export function identifiedOwners(
  filed: Iterable<readonly [number: string, owners: readonly FiledOwner[]]>,
  companies: CompaniesEdition | null,
): ReadonlyMap<string, readonly NamedOwner[]> {
  const owned = [...filed].filter(([, owners]) => owners.length > 0);
  const identities = identifyOwners(
    owned.flatMap(([of, owners]) => owners.map(({ person }) => ({ of, person }))),
    companies,
  );
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

/**
 * The current owners of each of these companies that are in the register of companies; a company without any
 * is left out.
 * @param facts of the edition of control
 */
export function registeredOwners(
  named: ReadonlyMap<string, readonly NamedOwner[]>,
  psc: ReadonlyMap<string, Records<PscRecord>>,
  facts: EditionFacts,
): ReadonlyMap<string, readonly CompanyRecord[]> {
  const current = new Map<string, readonly CompanyRecord[]>();
  for (const [number, list] of named) {
    const day = controlHeldOn(psc.get(number), facts);
    const companies = list.flatMap(({ person, identity: { company } }) =>
      isCurrentController(person, day) && company !== null ? company : [],
    );
    if (companies.length > 0) current.set(number, companies);
  }
  return current;
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
