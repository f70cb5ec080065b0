/** Identifies the corporate owners of a company by their filed number, country and name. */
import type { CompaniesEdition, NameBearers } from '../companies/companies.edition.js';
import { everyName, type CompanyRecord } from '../companies/company-record.js';
import { incorporatedOn } from '../companies/beginning.js';
import { isLive } from '../companies/company-status.js';
import { filedNumber, prefixedNumber, whereaboutsOf, type Whereabouts } from '../psc/owner-identity.js';
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

export interface OwnerIdentity {
  /** The company number in the register's form; null: no UK company can be found. */
  readonly company_number: string | null;
  readonly company: CompanyRecord | null;
  /** The evidence of the match: number with country or name, or the name alone; null: neither. */
  readonly matched_on: 'registration_number' | 'name' | null;
  readonly where: Whereabouts;
  /** The filed number, if its company contradicts it: by name, by age, or as the owned company itself. */
  readonly doubted?: CompanyNumber;
  /** True if only a suppressed company has the owner's name. Nothing of it is shown. */
  readonly suppressed: boolean;
}

export interface NamedOwner {
  /** The key of the record in the edition. */
  readonly key: string;
  readonly person: ControlPerson;
  readonly identity: OwnerIdentity;
}

const UNKNOWN = { company_number: null, company: null, matched_on: null, suppressed: false } as const;

/** An owner to identify, with the number of the owned company. */
export interface UnidentifiedOwner {
  readonly ownedNumber: string;
  readonly person: ControlPerson;
}

interface Filed extends UnidentifiedOwner {
  readonly where: Whereabouts;
  readonly number: CompanyNumber | null;
  /** The number with a prefix that the owner may have left out; null: no prefix is missing. */
  readonly prefixed: CompanyNumber | null;
  /** The normalised name. */
  readonly name: string | null;
}

function filedBy({ ownedNumber, person }: UnidentifiedOwner): Filed {
  const { name, identification } = person;
  const where = whereaboutsOf(identification);
  const number = filedNumber(identification?.registration_number ?? null);
  return {
    ownedNumber,
    person,
    where,
    number,
    prefixed: prefixedNumber(number, identification),
    name: name === null ? null : normaliseName(name),
  };
}

/** Returns true if the company has or had the name, compared in normalised form. */
export function bears(company: CompanyRecord, filed: string): boolean {
  const wantedName = normaliseName(filed);
  return everyName(company).some((name) => normaliseName(name) === wantedName);
}

/** Returns true if name, age and number of the company allow it to be the owner (Blocks 5.5). */
function agrees(company: CompanyRecord, { ownedNumber, person: { name, notified_on } }: Filed): boolean {
  // Null for a body that is only registered here, because its day doesn't show its age.
  const born = incorporatedOn(company);
  return (
    company.number !== ownedNumber &&
    (name === null || bears(company, name)) &&
    (born === null || notified_on === null || born <= notified_on)
  );
}

/** Restores a missing prefix if the prefixed number's company agrees; removes a number that isn't on file. */
function withPrefix(claim: Filed, onFile: ReadonlyMap<string, CompanyRecord> | undefined): Filed {
  const { number, prefixed } = claim;
  if (prefixed === null) return claim;
  const companyOf = (number: string | null) => onFile?.get(number ?? '');
  const isAgreed = (company: CompanyRecord | undefined) => company !== undefined && agrees(company, claim);
  if (isAgreed(companyOf(number))) return claim;
  if (isAgreed(companyOf(prefixed))) return { ...claim, number: prefixed };
  return companyOf(number) === undefined ? { ...claim, number: null } : claim;
}

interface Judged extends Filed, Pick<OwnerIdentity, 'company' | 'doubted'> {
  /** True if the owner is registered here, or the number's company agrees. */
  readonly countsAsUk: boolean;
  /** True if the owner's number doesn't identify the owner. */
  readonly byNameAlone: boolean;
}

/** @param company the company with the number; null: none is on file */
function judged(claim: Filed, company: CompanyRecord | null): Judged {
  const { ownedNumber, where, number, name } = claim;
  const isAgreed = company !== null && agrees(company, claim);
  const isDoubted = where !== 'abroad' && (number === ownedNumber || (company !== null && !isAgreed));
  const countsAsUk = where === 'uk' || (name !== null && isAgreed);
  // A number of unknown form counts only if it is on file.
  const isNumbered = company !== null || parseCompanyNumber(number ?? '') !== null;
  return {
    ...claim,
    company,
    ...(isDoubted && number !== null && { doubted: number }),
    countsAsUk,
    // A look-up by number leaves out suppressed companies. One by name tells if the owner is such.
    byNameAlone: !isNumbered || isDoubted || (where === 'abroad' && !countsAsUk),
  };
}

/**
 * The live company with this name, if the owner is registered in the UK and only one company has the name.
 * It is never the owned company, a company with a doubted number, or a suppressed company.
 */
function byName(
  { where, ownedNumber, doubted }: Judged,
  { current = [], suppressed = false }: Partial<NameBearers>,
): OwnerIdentity {
  const doubt = doubted === undefined ? {} : { doubted };
  const [company, ...others] = current.filter(
    (company) => isLive(company) && company.number !== ownedNumber && company.number !== doubted,
  );
  if (company === undefined) return { ...UNKNOWN, where, suppressed, ...doubt };
  return where !== 'uk' || others.length > 0 || suppressed
    ? { ...UNKNOWN, where, ...doubt }
    : { company_number: company.number, company, matched_on: 'name', where, suppressed: false, ...doubt };
}

function byNumber({ where, number, company, countsAsUk }: Judged): OwnerIdentity {
  return countsAsUk
    ? { company_number: number, company, matched_on: 'registration_number', where, suppressed: false }
    : { ...UNKNOWN, where };
}

/**
 * Identifies owners by two queries. The number counts if its company agrees, or if it isn't on file and the
 * owner is registered in the UK. Otherwise the name counts.
 * @throws SqliteFileError
 */
export function identifyOwners(
  owners: readonly UnidentifiedOwner[],
  companies: CompaniesEdition | null,
): Map<ControlPerson, OwnerIdentity> {
  const filed = owners.map(filedBy);
  const numbered = companies?.byNumbers(
    filed.flatMap(({ number, prefixed }) => [number, prefixed].filter((number) => number !== null)),
  );
  const all = filed
    .map((claim) => withPrefix(claim, numbered))
    .map((claim) => judged(claim, numbered?.get(claim.number ?? '') ?? null));
  const bearers = companies?.bearers(
    all.flatMap(({ byNameAlone, name }) => (byNameAlone ? (name ?? []) : [])),
  );
  const identities = new Map<ControlPerson, OwnerIdentity>();
  for (const judgement of all) {
    const bearersOfName = judgement.name === null ? undefined : bearers?.get(judgement.name);
    identities.set(
      judgement.person,
      judgement.byNameAlone ? byName(judgement, bearersOfName ?? {}) : byNumber(judgement),
    );
  }
  return identities;
}

interface FiledOwner {
  readonly key: string;
  readonly person: ControlPerson;
}

/** Lists every owner on file, ceased ones included. */
function ownersIn(records: Records<PscRecord> | undefined): FiledOwner[] {
  const owners: FiledOwner[] = [];
  for (const { key, data } of records?.items ?? []) if (isOwner(data)) owners.push({ key, person: data });
  return owners;
}

/** The owners on the day up to which the records hold. @param facts the facts of the PSC edition */
export function currentOwnersIn(records: Records<PscRecord> | undefined, facts: EditionFacts): FiledOwner[] {
  const day = controlHeldOn(records, facts);
  return ownersIn(records).filter(({ person }) => isCurrentController(person, day));
}

/** Identifies the owners of each company that has any (`identifyOwners`). @throws SqliteFileError */
export function identifiedOwners(
  filed: Iterable<readonly [number: string, owners: readonly FiledOwner[]]>,
  companies: CompaniesEdition | null,
): ReadonlyMap<string, readonly NamedOwner[]> {
  const owned = [...filed].filter(([, owners]) => owners.length > 0);
  const identities = identifyOwners(
    owned.flatMap(([company, owners]) => owners.map(({ person }) => ({ ownedNumber: company, person }))),
    companies,
  );
  const ownersByCompany = new Map<string, readonly NamedOwner[]>();
  for (const [number, owners] of owned) {
    const named = owners.flatMap(({ key, person }) => {
      const identity = identities.get(person);
      return identity === undefined ? [] : [{ key, person, identity }];
    });
    ownersByCompany.set(number, named);
  }
  return ownersByCompany;
}

/** The current owners that are on file as companies. @param facts the facts of the PSC edition */
export function registeredOwners(
  named: ReadonlyMap<string, readonly NamedOwner[]>,
  psc: ReadonlyMap<string, Records<PscRecord>>,
  facts: EditionFacts,
): ReadonlyMap<string, readonly CompanyRecord[]> {
  const current = new Map<string, readonly CompanyRecord[]>();
  for (const [number, ownersOfCompany] of named) {
    const day = controlHeldOn(psc.get(number), facts);
    const companies = ownersOfCompany.flatMap(({ person, identity: { company } }) =>
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
