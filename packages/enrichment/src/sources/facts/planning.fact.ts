/** Finds the planning applications and sites of a company, by its name or by its addresses. */
import { everyBearer, type CompaniesEdition, type NameBearers } from '../companies/companies.edition.js';
import { everyName, type CompanyRecord } from '../companies/company-record.js';
import { isLive } from '../companies/company-status.js';
import { APPLICANT, POSTCODE, type PlanningRecord } from '../planning/planning-record.js';
import { samePremises } from '../planning/site-address.js';
import type { TitleRecord } from '../property/title-record.js';
import type { Records } from '../kit/records/record.js';
import { normaliseName } from '../../../../words/src/names/company-name.js';
import { postcodeKey } from '../../../../words/src/postcode.js';
import { defineFact, type JoinedEditions } from './define-fact.js';
import { authoritiesOf, liesIn, loadedAuthorities, type LoadedAuthority } from './planning-coverage.js';

export interface PlanningMatch {
  readonly record: PlanningRecord;
  readonly matched_on: 'applicant_name' | 'property_title' | 'site_address';
  /** The confidence, 0 to 1, that the record is about this company or one of its sites. */
  readonly confidence: number;
}

export interface Planning {
  readonly matches: readonly PlanningMatch[];
  /** The loaded authorities in whose areas the company's addresses are. */
  readonly covered: readonly LoadedAuthority[];
}

interface Addresses {
  readonly company: CompanyRecord;
  /** The printed addresses of registered titles, by postcode. */
  readonly titles: ReadonlyMap<string, readonly string[]>;
  readonly office: { readonly postcode: string; readonly written: string } | null;
}

/** The initial values of the confidence (Blocks 4.27). */
const CONFIDENCE = {
  /** An applicant with this name, at an address of the company. */
  name_and_place: 0.95,
  name: 0.85,
  former_name: 0.75,
  /** A registered title of the company; the applicant may be a tenant. */
  title: 0.75,
  /** The registered office, if few companies share it. */
  office: 0.6,
} as const;

interface PlanningData {
  /** The subjects by an applicant's normalised name, and by postcode. */
  readonly named: ReadonlyMap<string, readonly string[]>;
  readonly placed: ReadonlyMap<string, readonly string[]>;
  readonly records: ReadonlyMap<string, Records<PlanningRecord>>;
  /** The companies that have the names of applicants. */
  readonly bearers: ReadonlyMap<string, NameBearers>;
  readonly crowded: ReadonlySet<string>;
  readonly authorities: ReadonlyMap<string, LoadedAuthority>;
  readonly places: ReadonlyMap<string, string>;
}

/** The maximum number of titles that are looked up, in order of their postcodes. */
const MAX_POSTCODES = 500;

function titlesByPostcode(records: Records<TitleRecord> | undefined): Map<string, string[]> {
  const addressesByPostcode = new Map<string, string[]>();
  for (const { data } of records?.items ?? []) {
    const key = data.postcode === null ? null : postcodeKey(data.postcode);
    if (key === null || data.address === null) continue;
    addressesByPostcode.set(key, [...(addressesByPostcode.get(key) ?? []), data.address]);
  }
  return new Map([...addressesByPostcode].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MAX_POSTCODES));
}

function addressesOf(company: CompanyRecord, titles: Records<TitleRecord> | undefined): Addresses {
  const { care_of, po_box, line_1, line_2, postcode } = company.office;
  const key = postcode === null ? null : postcodeKey(postcode);
  // The address of another person, or a PO box, is no site of the company.
  const isOwn = care_of === null && po_box === null && key !== null;
  const written = [line_1, line_2].filter((line) => line !== null).join(', ');
  return {
    company,
    titles: titlesByPostcode(titles),
    office: isOwn ? { postcode: key, written } : null,
  };
}

const namesOf = (company: CompanyRecord): string[] => everyName(company).map(normaliseName);

const isAtTitle = ({ postcode, site_address }: PlanningRecord, { titles }: Addresses): boolean =>
  postcode !== null &&
  site_address !== null &&
  (titles.get(postcode) ?? []).some((address) => samePremises(address, site_address));

const isAtOffice = ({ postcode, site_address }: PlanningRecord, { office }: Addresses): boolean =>
  office !== null &&
  office.postcode === postcode &&
  site_address !== null &&
  samePremises(office.written, site_address);

/** Returns true if the company had one of the names when the application was received. */
function hadNameOn(company: CompanyRecord, applicants: ReadonlySet<string>, day: string | null): boolean {
  return company.previous_names.some(
    ({ name, ceased_on }) =>
      applicants.has(normaliseName(name)) && day !== null && ceased_on !== null && day <= ceased_on,
  );
}

/** The confidence by the applicant's name; null: the name differs, or several companies have it. */
function byName(
  record: PlanningRecord,
  addresses: Addresses,
  bearers: ReadonlyMap<string, NameBearers>,
): number | null {
  const { company } = addresses;
  const applicants = new Set(record.applicants.map(normaliseName));
  const name = normaliseName(company.name);
  const isCurrent = applicants.has(name);
  if (!isCurrent && !hadNameOn(company, applicants, record.received_on)) return null;
  if (isAtTitle(record, addresses) || isAtOffice(record, addresses)) return CONFIDENCE.name_and_place;
  if (!isCurrent) return CONFIDENCE.former_name;
  const others = everyBearer(bearers.get(name)).filter(
    (other) => isLive(other) && other.number !== company.number,
  );
  return others.length === 0 ? CONFIDENCE.name : null;
}

function matchOf(
  record: PlanningRecord,
  addresses: Addresses,
  { bearers, crowded }: PlanningData,
): PlanningMatch | null {
  const confidence = byName(record, addresses, bearers);
  if (confidence !== null) return { record, matched_on: 'applicant_name', confidence };
  if (isAtTitle(record, addresses))
    return { record, matched_on: 'property_title', confidence: CONFIDENCE.title };
  // An address alone proves nothing if many companies are registered there, or another company applied.
  const { postcode, applicants } = record;
  if (!isAtOffice(record, addresses) || crowded.has(postcode ?? '') || applicants.length > 0) return null;
  return { record, matched_on: 'site_address', confidence: CONFIDENCE.office };
}

const postcodesOf = ({ office, titles }: Addresses): string[] => [
  ...titles.keys(),
  ...(office === null ? [] : [office.postcode]),
];

/** The postcodes of all addresses, also of an office that is no site of the company. */
function everyPostcodeOf(addresses: Addresses): string[] {
  const { postcode } = addresses.company.office;
  const office = postcode === null ? null : postcodeKey(postcode);
  return [...postcodesOf(addresses), ...(office === null ? [] : [office])];
}

/** The number of companies at a postcode above which the address is probably a shared office. */
const CROWD = 10;

/** The postcodes with a crowd. In an edition with only some companies every postcode may have one. */
function crowdedOf(placed: Iterable<string>, companies: CompaniesEdition | null): ReadonlySet<string> {
  if (companies === null || companies.facts.part === true) return new Set(placed);
  const registered = [...companies.registeredAt(placed)];
  return new Set(registered.flatMap(([postcode, count]) => (count > CROWD ? postcode : [])));
}

/** Reads the records of a chunk, by one query for each field. @throws SqliteFileError */
function readPlanningData(
  companyAddresses: readonly Addresses[],
  { planning, postcodes, companies }: JoinedEditions<'planning', 'postcodes' | 'companies'>,
): PlanningData {
  const names = companyAddresses.flatMap(({ company }) => namesOf(company));
  const named = planning.subjectsUnder(APPLICANT, names);
  const placed = planning.subjectsUnder(POSTCODE, companyAddresses.flatMap(postcodesOf));
  return {
    named,
    placed,
    records: planning.byNumbers([...named.values(), ...placed.values()].flat()),
    bearers: companies?.bearers(named.keys()) ?? new Map<string, NameBearers>(),
    crowded: crowdedOf(placed.keys(), companies),
    authorities: loadedAuthorities(planning, postcodes),
    places: authoritiesOf(postcodes, companyAddresses.flatMap(everyPostcodeOf)),
  };
}

function planningOf(addresses: Addresses, data: PlanningData): Planning {
  const { company } = addresses;
  const subjects = new Set([
    ...namesOf(company).flatMap((name) => data.named.get(name) ?? []),
    ...postcodesOf(addresses).flatMap((postcode) => data.placed.get(postcode) ?? []),
  ]);
  const candidates = [...subjects].flatMap((subject) => data.records.get(subject)?.items ?? []);
  const codes = new Set(everyPostcodeOf(addresses).flatMap((key) => data.places.get(key) ?? []));
  const covered = [...data.authorities].filter((authority) => liesIn(authority, codes, company.office));
  return {
    matches: candidates.flatMap((candidate) => matchOf(candidate.data, addresses, data) ?? []),
    covered: covered.map(([, authority]) => authority),
  };
}

export const planning = defineFact({
  name: 'planning',
  source: 'planning',
  also: ['postcodes', 'property', 'companies'],
  needs: ['company'],
  join: (numbers, { facts, editions }) => {
    const titles = editions.property?.byNumbers(numbers);
    const addressesByNumber = [...facts.company].map(
      ([number, company]) => [number, addressesOf(company, titles?.get(number))] as const,
    );
    const data = readPlanningData(
      addressesByNumber.map(([, addresses]) => addresses),
      editions,
    );
    return new Map(addressesByNumber.map(([number, addresses]) => [number, planningOf(addresses, data)]));
  },
});
