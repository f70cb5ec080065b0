/** Declares a public contract notice: one release of the Open Contracting Data Standard 1.1. */
import { hostOf } from '../../../../words/src/hosts/website-host.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { namedCompanyNumber, type CompanyNumber } from '../../../../words/src/company-number.js';
import { UnreadableRecord } from '../kit/records/form.js';
import type { Entry } from '../kit/records/record.js';
import {
  amountOf,
  idTextOf,
  instantOf,
  isObject,
  isoDayOf,
  listOf,
  objectsOf,
  partOf,
  textOf,
  type JsonObject,
} from '../kit/records/values.js';

/** An organisation with a company number in the notice, as its buyer typed both. */
export interface NamedOrganisation {
  /** The typed number with its lost zeros restored. It may be another company's number. */
  readonly number: CompanyNumber;
  readonly name: string | null;
  readonly website: string | null;
}

/** The value of an award or a contract in one release; null: the release doesn't state it. */
export interface Money {
  /** The amount in the currency's main unit. An award's amount is for all suppliers together. */
  readonly amount: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** True if the release removes the amount (OCDS 1.1, merging: null removes an earlier value). */
  readonly unvalued?: true;
}

/** An award in one release; null: the release doesn't state it. The amount is the award's own. */
export interface AwardRecord extends Money {
  readonly id: string | null;
  /** True if the release gives this id to several awards, so the id can't be used. */
  readonly repeated?: boolean;
  /** True if the award is in force; cancelled and pending ones are not. */
  readonly stands?: boolean | null;
  readonly awarded_on: IsoDate | null;
  readonly title: string | null;
  /** The number of all suppliers, including those without a company number. */
  readonly supplier_count: number | null;
  readonly suppliers: readonly NamedOrganisation[];
  /** Ids of suppliers without a company number here. Another release may have it. Absent: none. */
  readonly untold?: readonly string[];
}

/** A contract that follows an award. */
export interface ContractRecord extends Money {
  readonly id: string | null;
  readonly repeated?: boolean;
  readonly award: string | null;
  readonly cancelled: boolean | null;
}

export interface NoticeRecord {
  readonly released_on: IsoDate;
  readonly buyer: string | null;
  readonly url: string | null;
  readonly title?: string | null;
  readonly awards: readonly AwardRecord[];
  readonly contracts?: readonly ContractRecord[];
  /** The organisations with a company number and a website in the notice, in any role. */
  readonly websites: readonly NamedOrganisation[];
  /** The organisations with a company number, by id. Absent: none, or imported before they were kept. */
  readonly parties?: readonly (readonly [id: string, organisation: NamedOrganisation])[];
}

/** The index by which notices are found by the company numbers in them. */
export const ORGANISATION = 'organisation';

const TITLE_CHARACTERS = 200;
const URL_CHARACTERS = 500;
/** Matches an organisation id, which is built from the number as org-id.guide describes. */
const ORG_ID = /^GB-COH-(\w{1,8})$/i;
const REGISTER = /^GB-COH$/i;
/** Line ends (`\r\n`) that lost their backslashes. No English word has these letters after a consonant. */
const LOST_LINE_END = /(?<=[^aeiou\s])rn(?=[A-Z0-9\s]|rn|$)/g;

const titleOf = (value: unknown): string | null =>
  typeof value === 'string' ? textOf(value.replace(LOST_LINE_END, ' '), TITLE_CHARACTERS) : null;

const isRegistered = (identifier: unknown): identifier is JsonObject =>
  isObject(identifier) && REGISTER.test(textOf(identifier['scheme']) ?? '');

/** The company number's identifier: the organisation's main one, else an additional one. */
function registeredIdOf(party: JsonObject): JsonObject | undefined {
  const identifier = party['identifier'];
  return isRegistered(identifier) ? identifier : listOf(party['additionalIdentifiers']).find(isRegistered);
}

function numberOf(party: JsonObject): CompanyNumber | null {
  const typed = idTextOf(registeredIdOf(party)?.['id']) ?? ORG_ID.exec(textOf(party['id']) ?? '')?.[1];
  return namedCompanyNumber(typed ?? null);
}

/** Reads an organisation. Contact points are left out, because they are persons. */
function organisationOf(party: JsonObject): NamedOrganisation | null {
  const number = numberOf(party);
  if (number === null) return null;
  const details = partOf(party['details']);
  const url = textOf(details['url'], URL_CHARACTERS);
  return { number, name: textOf(party['name']), website: url === null ? null : hostOf(url) };
}

interface Party {
  /** The id by which suppliers and buyers refer to the party; null: it has none. */
  readonly id: string | null;
  readonly filed: JsonObject;
  readonly organisation: NamedOrganisation | null;
  /** True if different companies have the id, so it identifies none of them. */
  readonly isShared?: true;
}

const partyOf = (filed: JsonObject): Party => ({
  id: idTextOf(filed['id']),
  filed,
  organisation: organisationOf(filed),
});

/** The parties by id. An id that several companies share has no organisation. */
function partiesById(parties: readonly Party[]): ReadonlyMap<string, Party> {
  const byId = new Map<string, Party>();
  for (const party of parties) {
    if (party.id === null) continue;
    const { organisation = party.organisation } = byId.get(party.id) ?? {};
    const isSingleCompany = organisation?.number === party.organisation?.number;
    byId.set(party.id, isSingleCompany ? party : { ...party, organisation: null, isShared: true });
  }
  return byId;
}

const NO_VALUE: Money = { amount: null, currency: null };

function moneyOf(value: unknown): Money {
  if (value === null) return { ...NO_VALUE, unvalued: true };
  const { amount: filed, currency } = partOf(value);
  const amount = amountOf(filed);
  // Buyers write 0 if they state no amount (Blocks 4.19).
  if (amount === null || amount <= 0) return NO_VALUE;
  return { amount, currency: /^[A-Z]{3}$/.exec(textOf(currency)?.toUpperCase() ?? '')?.[0] ?? null };
}

/** The ids that a list has more than once. */
function repeatedIn(list: readonly JsonObject[]): ReadonlySet<string | null> {
  const seenIds = new Set<string | null>();
  const repeated = new Set<string | null>();
  for (const id of list.map((item) => idTextOf(item['id']))) {
    if (id !== null && seenIds.has(id)) repeated.add(id);
    seenIds.add(id);
  }
  return repeated;
}

function awardOf(
  award: JsonObject,
  parties: ReadonlyMap<string, Party>,
  repeated: ReadonlySet<string | null>,
): AwardRecord {
  const id = idTextOf(award['id']);
  const status = textOf(award['status'])?.toLowerCase() ?? null;
  const filed = objectsOf(award['suppliers']).map((supplier) => {
    const key = idTextOf(supplier['id']);
    return { key, organisation: parties.get(key ?? '')?.organisation ?? organisationOf(supplier) };
  });
  const untold = filed.flatMap(({ key, organisation }) =>
    organisation === null && key !== null && parties.get(key)?.isShared !== true ? key : [],
  );
  return {
    id,
    ...(repeated.has(id) && { repeated: true }),
    stands: status === null ? null : status === 'active',
    awarded_on: isoDayOf(award['date']),
    title: titleOf(award['title']),
    ...(repeated.has(id) ? NO_VALUE : moneyOf(award['value'])),
    // An empty list states nothing (OCDS 1.1, merging).
    supplier_count: filed.length === 0 ? null : filed.length,
    suppliers: filed.flatMap(({ organisation }) => organisation ?? []),
    ...(untold.length > 0 && { untold }),
  };
}

function contractOf(contract: JsonObject, repeated: ReadonlySet<string | null>): ContractRecord {
  const id = idTextOf(contract['id']);
  const status = textOf(contract['status'])?.toLowerCase() ?? null;
  return {
    id,
    ...(repeated.has(id) && { repeated: true }),
    award: idTextOf(contract['awardID']),
    cancelled: status === null ? null : status === 'cancelled',
    ...(repeated.has(id) ? NO_VALUE : moneyOf(contract['value'])),
  };
}

const WEB_ADDRESS = /^https?:\/\//i;
const NOTICE = /^(?:award|tender|contract)Notice$/;

/** The URL of the award's notice, else of the tender's, else of any link. */
function urlOf(release: JsonObject): string | null {
  const stages = [...objectsOf(release['awards']), ...objectsOf([release['tender']])];
  const documents = stages
    .flatMap(({ documents }) => objectsOf(documents))
    .filter(({ documentType }) => NOTICE.test(String(documentType)));
  const urls = [...documents.map(({ url }) => url), ...objectsOf(release['links']).map(({ href }) => href)];
  for (const url of urls) {
    const text = textOf(url, URL_CHARACTERS);
    if (text !== null && WEB_ADDRESS.test(text)) return text;
  }
  return null;
}

function noticeOf(release: JsonObject, released_on: IsoDate): NoticeRecord {
  const parties = objectsOf(release['parties']).map(partyOf);
  const byId = partiesById(parties);
  const buyer = partOf(release['buyer']);
  const [awards, contracts] = [objectsOf(release['awards']), objectsOf(release['contracts'])];
  const [repeatedAwards, repeatedContracts] = [repeatedIn(awards), repeatedIn(contracts)];
  const registered = [...byId].flatMap(([id, { organisation }]) =>
    organisation === null ? [] : [[id, organisation] as const],
  );
  return {
    released_on,
    buyer: textOf(buyer['name']) ?? textOf(byId.get(idTextOf(buyer['id']) ?? '')?.filed['name']),
    url: urlOf(release),
    title: titleOf(partOf(release['tender'])['title']),
    awards: awards.map((award) => awardOf(award, byId, repeatedAwards)),
    contracts: contracts.map((contract) => contractOf(contract, repeatedContracts)),
    websites: parties.flatMap(({ organisation }) =>
      organisation === null || organisation.website === null ? [] : [organisation],
    ),
    ...(registered.length > 0 && { parties: registered }),
  };
}

/** The list of releases with awards, contracts or numbered parties (`merged-awards.ts`). */
export const AWARDS = 'awards';

/** The entry of a release, by notice. Of releases without awards, contracts or parties the newest is kept. */
export function readRelease(release: JsonObject): Entry[] {
  const ocid = idTextOf(release['ocid']);
  if (ocid === null) throw new UnreadableRecord('the release has no ocid');
  const version = instantOf(release['date'], 'date');
  const data = noticeOf(release, version.slice(0, 10));
  const { awards, contracts = [], parties = [] } = data;
  const named = [
    ...awards.flatMap(({ suppliers }) => suppliers),
    ...parties.map(([, organisation]) => organisation),
    ...data.websites,
  ];
  const numbers = new Set(named.map(({ number }) => number));
  const links = [...numbers].map((number) => [ORGANISATION, number] as const);
  const hasAwards = awards.length + contracts.length + parties.length > 0;
  const place = hasAwards
    ? { list: AWARDS, key: `${version} ${idTextOf(release['id']) ?? ''}` }
    : { list: 'tender', key: 'notice' };
  return [{ kind: 'put', subject: ocid.slice(0, TITLE_CHARACTERS), ...place, version, data, links }];
}
