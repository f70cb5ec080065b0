/** A public contract notice, as one release of the Open Contracting Data Standard 1.1 tells it. */
import { hostOf } from '../../shared/web-hosts/website-host.js';
import type { IsoDate } from '../../shared/calendar.js';
import { completeCompanyNumber, type CompanyNumber } from '../../shared/company-number.js';
import { UnreadableRecord } from '../kit/records/form.js';
import type { Entry } from '../kit/records/record.js';
import {
  instantOf,
  isObject,
  isoDayOf,
  listOf,
  objectsOf,
  partOf,
  textOf,
  type JsonObject,
} from '../kit/records/values.js';

/** An organisation whose company number the notice tells, as its buyer typed both. */
export interface NamedOrganisation {
  /** With its lost zeros put back. Not confirmed: what was typed may be another company's number. */
  readonly number: CompanyNumber;
  readonly name: string | null;
  /** Of the website that the notice gives for it. */
  readonly website: string | null;
}

export interface AwardRecord {
  readonly id: string;
  readonly awarded_on: IsoDate;
  readonly title: string | null;
  /** In the currency's main unit, for all suppliers together; null where none was told. */
  readonly amount: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** All of them, those without a company number included. */
  readonly supplier_count: number;
  readonly suppliers: readonly NamedOrganisation[];
}

export interface NoticeRecord {
  readonly released_on: IsoDate;
  readonly buyer: string | null;
  /** Of the notice itself. */
  readonly url: string | null;
  /** Those that stand. */
  readonly awards: readonly AwardRecord[];
  /** Whoever has a company number and a website in it, in whatever role. */
  readonly websites: readonly NamedOrganisation[];
}

/** The index of an edition in which notices are found by the company numbers in them. */
export const ORGANISATION = 'organisation';

const TITLE_CHARACTERS = 200;
const URL_CHARACTERS = 500;
/** Organisation ids are built from the number, as org-id.guide has it. */
const ORG_ID = /^GB-COH-(\w{1,8})$/;
const REGISTER = 'GB-COH';
/** The publisher lost the backslashes of line ends. No English word has these letters after a consonant. */
const LOST_LINE_END = /(?<=[^aeiou\s])rn(?=[A-Z0-9\s]|rn|$)/g;

const titleOf = (value: unknown): string | null =>
  typeof value === 'string' ? textOf(value.replace(LOST_LINE_END, ' '), TITLE_CHARACTERS) : null;

const isRegistered = (identifier: unknown): identifier is JsonObject =>
  isObject(identifier) && identifier['scheme'] === REGISTER;

/** Of the ids that an organisation bears its own goes first. */
function registeredIdOf(party: JsonObject): JsonObject | undefined {
  const own = party['identifier'];
  return isRegistered(own) ? own : listOf(party['additionalIdentifiers']).find(isRegistered);
}

function numberOf(party: JsonObject): CompanyNumber | null {
  const typed = textOf(registeredIdOf(party)?.['id']) ?? ORG_ID.exec(textOf(party['id']) ?? '')?.[1];
  return completeCompanyNumber(typed ?? null);
}

/** Contact points are not looked at: they are persons. */
function organisationOf(party: JsonObject): NamedOrganisation | null {
  const number = numberOf(party);
  if (number === null) return null;
  const details = partOf(party['details']);
  const url = textOf(details['url'], URL_CHARACTERS);
  return { number, name: textOf(party['name']), website: url === null ? null : hostOf(url) };
}

interface Party {
  readonly id: string;
  readonly filed: JsonObject;
  readonly organisation: NamedOrganisation | null;
}

/** By which suppliers and buyers name the party that they are. */
const idOf = (filed: JsonObject): string => textOf(filed['id']) ?? '';

const partyOf = (filed: JsonObject): Party => ({
  id: idOf(filed),
  filed,
  organisation: organisationOf(filed),
});

function moneyOf(value: unknown): Pick<AwardRecord, 'amount' | 'currency'> {
  const { amount, currency } = partOf(value);
  // 0 is what buyers put where they don't tell (Blocks 4.19).
  const told = typeof amount === 'number' && Number.isFinite(amount) && amount > 0;
  return {
    amount: told ? amount : null,
    currency: told ? (/^[A-Z]{3}$/.exec(textOf(currency) ?? '')?.[0] ?? null) : null,
  };
}

/** Notices of above the thresholds give the amount with the contract that follows the award. */
function valueOf(award: JsonObject, release: JsonObject): unknown {
  const contract = objectsOf(release['contracts']).find(({ awardID }) => awardID === award['id']);
  return award['value'] ?? contract?.['value'];
}

const isStanding = ({ status }: JsonObject): boolean => (textOf(status) ?? 'active') === 'active';

function awardOf(
  award: JsonObject,
  place: number,
  release: JsonObject,
  parties: ReadonlyMap<string, Party>,
): AwardRecord {
  const tender = partOf(release['tender']);
  const suppliers = objectsOf(award['suppliers']);
  const awarded_on = isoDayOf(award['date']) ?? isoDayOf(release['date']);
  if (awarded_on === null) throw new UnreadableRecord('the award has no day');
  return {
    id: textOf(award['id']) ?? String(place + 1),
    awarded_on,
    title: titleOf(award['title']) ?? titleOf(tender['title']),
    ...moneyOf(valueOf(award, release)),
    supplier_count: suppliers.length,
    suppliers: suppliers.flatMap((supplier) => {
      const party = parties.get(idOf(supplier));
      return party?.organisation ?? organisationOf(supplier) ?? [];
    }),
  };
}

const WEB_ADDRESS = /^https?:\/\//i;
const NOTICE = /^(?:award|tender|contract)Notice$/;

/** Where the award can be read, else the tender, else whatever the publisher links. */
function urlOf(release: JsonObject): string | null {
  const noticed = [...objectsOf(release['awards']), ...objectsOf([release['tender']])];
  const documents = noticed
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
  const byId = new Map(parties.map((party) => [party.id, party]));
  const buyer = partOf(release['buyer']);
  return {
    released_on,
    buyer: textOf(buyer['name']) ?? textOf(byId.get(idOf(buyer))?.filed['name']),
    url: urlOf(release),
    awards: objectsOf(release['awards'])
      .filter(isStanding)
      .map((award, place) => awardOf(award, place, release, byId)),
    websites: parties.flatMap(({ organisation }) =>
      organisation === null || organisation.website === null ? [] : [organisation],
    ),
  };
}

/**
 * The entries of a release, which is all that its notice says at that time. Its subject is the notice, and not a
 * company: so the newest release takes the place of the older ones also where it names other suppliers. One that tells
 * of no award leaves those that were told where they are. @throws UnreadableRecord
 */
export function readRelease(release: JsonObject): Entry[] {
  const subject = textOf(release['ocid'], TITLE_CHARACTERS);
  if (subject === null) throw new UnreadableRecord('the release has no ocid');
  const version = instantOf(release['date'], 'date');
  const data = noticeOf(release, version.slice(0, 10));
  const named = [...data.awards.flatMap(({ suppliers }) => suppliers), ...data.websites];
  const numbers = new Set(named.map(({ number }) => number));
  const list = listOf(release['awards']).length > 0 ? 'awards' : 'tender';
  const links = [...numbers].map((number) => [ORGANISATION, number] as const);
  return [{ kind: 'put', subject, list, key: 'notice', version, data, links }];
}
