/**
 * Reads an appointment of an officer (Companies Act 2006 ss 162 to 167, 240 to 246). Of the birth date it
 * keeps only month and year. It keeps no address.
 */
import type { IsoDate } from '../../../../words/src/calendar.js';
import {
  isSuppressedByName,
  isSuppressedPerson,
  type NamedPerson,
} from '../../../../contract/src/suppression/suppressed.js';
import { UnreadableRecord } from '../kit/records/form.js';
import { isNewer, type Item, type Keeping, type Suppressing } from '../kit/records/record.js';
import { identityDetailsOf, type IdentityDetails } from '../kit/records/identity-details.js';
import type { ReadItem, RegisterList } from '../kit/records/register-lines.js';
import {
  amountOf,
  isObject,
  isoDayOf,
  listOf,
  partOf,
  textOf,
  wholeNumberOf,
  type JsonObject,
} from '../kit/records/values.js';

export interface BirthMonth {
  readonly month: number;
  readonly year: number;
}

export interface OfficerRecord {
  /** The name: `SURNAME, Forenames` of a person, the name of a company. */
  readonly name: string;
  /** The register's key of the role: `director`, `corporate-secretary`. */
  readonly role: string;
  readonly appointed_on: IsoDate | null;
  /** The day before which the officer was appointed. Some appointments before 1992 have only this. */
  readonly appointed_before: IsoDate | null;
  readonly resigned_on: IsoDate | null;
  readonly nationality: string | null;
  readonly country_of_residence: string | null;
  readonly occupation: string | null;
  readonly date_of_birth: BirthMonth | null;
  readonly is_corporate: boolean;
  /** The number in bulk files: twelve digits, of which the first eight identify the person. */
  readonly person_number: string | null;
  /** The register's id of the officer, from the link to the appointments in answers and events. */
  readonly officer_id?: string;
  /** The register's id of the appointment, from answers and events. An event may delete it by that id. */
  readonly register_id?: string;
  /** True if the register counts the officer as inactive: the company ended without a resignation. */
  readonly inactive?: true;
  /** The identity verification for this appointment, from answers and events. */
  readonly identity?: IdentityDetails;
  readonly contribution?: Contribution;
}

/** The contribution of a limited partner (Limited Partnerships Act 1907, section 4). */
export interface Contribution {
  /** The amount in units of the currency; null: it can't be read. */
  readonly amount: number | null;
  /** ISO 4217; null: unknown. */
  readonly currency: string | null;
  /** The register's keys of the kinds: `money`, `land-or-property`. */
  readonly kinds: readonly string[];
}

/** Returns true if the officer still holds the office according to the record. */
export const isInOffice = ({ resigned_on, inactive }: OfficerRecord): boolean =>
  resigned_on === null && inactive !== true;

/** The month of birth; null if the numbers are no month of a year. */
export const birthMonth = (year: number | null, month: number | null): BirthMonth | null =>
  year !== null && month !== null && year > 1800 && month >= 1 && month <= 12 ? { month, year } : null;

/** The sorted words of a name: answers write names in two orders, and bulk files in parts. */
const nameWords = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .sort()
    .join(' ');

/** Makes the item. Its key is name, role and day. Different people may share it (`keepIdentity`). */
export const appointmentItem = (data: OfficerRecord): ReadItem & { readonly data: OfficerRecord } => ({
  key: `${nameWords(data.name)} ${data.role} ${data.appointed_on ?? data.appointed_before ?? ''}`,
  data,
});

/** The prefix of the role of an unlisted type. The type's two digits follow. */
export const UNNAMED_ROLE = 'appointment-type-';
type Appointment = Pick<Item<OfficerRecord>, 'key' | 'data'>;
const isUnnamed = ({ data }: Appointment): boolean => data.role.startsWith(UNNAMED_ROLE);
const keyWithoutRole = ({ key, data }: Appointment): string => key.replace(data.role, '');

/** Leaves out items with an unnamed role if the same appointment also has an item with a named role. */
export function withNamedRoles<T extends Appointment>(items: readonly T[]): readonly T[] {
  if (!items.some(isUnnamed)) return items;
  const namedKeys = new Set(items.filter((item) => !isUnnamed(item)).map(keyWithoutRole));
  return items.filter((item) => !isUnnamed(item) || !namedKeys.has(keyWithoutRole(item)));
}

/** The appointments on file, each once. If a person number has two names, the newer counts. */
export function appointmentsOf(onFile: readonly Item<OfficerRecord>[]): OfficerRecord[] {
  const items = withNamedRoles(onFile);
  const newest = new Map<string, Item<OfficerRecord>>();
  for (const item of items) {
    const { person_number, role, appointed_on, date_of_birth: born, officer_id } = item.data;
    const personKey =
      person_number === null
        ? `${item.key} ${born === null ? (officer_id ?? '') : `${born.year}-${born.month}`}`
        : `${person_number.slice(0, 8)} ${role} ${appointed_on}`;
    const heldItem = newest.get(personKey);
    if (heldItem === undefined || isNewer(item.version, heldItem.version)) newest.set(personKey, item);
  }
  const keptItems = newest.size === items.length ? items : [...newest.values()];
  return keptItems.map(({ data }) => data);
}

function birthOf(value: unknown): BirthMonth | null {
  const filed = partOf(value);
  return birthMonth(wholeNumberOf(filed['year']), wholeNumberOf(filed['month']));
}

const NO_NUMBER = '"person_number":null';
const NUMBER = /"person_number":"\d{12}"/;
const OFFICER_ID = /"officer_id":"[\w-]{1,64}"/;
const APPOINTMENT = /"register_id":"[\w-]{1,64}"/;
/** Matches the parts of an item that bulk files never have. */
const NEVER_IN_FILES = [
  /"identity":\{(?:[^"{}]|"(?:[^"\\]|\\.)*")*\}/,
  /"contribution":\{(?:[^"{}]|"(?:[^"\\]|\\.)*")*\}/,
];
const PERSON = /"person_number":"\d{8}/;
const BORN = /"date_of_birth":\{[^}]*\}/;

/** Returns true if the matched texts of two items differ; null: an item has no match. */
function differ(item: string, other: string, pattern: RegExp): boolean | null {
  const [match] = pattern.exec(item) ?? [];
  const [otherMatch] = pattern.exec(other) ?? [];
  return match === undefined || otherMatch === undefined ? null : match !== otherMatch;
}

/** Returns true if items of one key are of two people: by month of birth, else by number, else by id. */
const areTwoPeople = (item: string, other: string): boolean =>
  differ(item, other, BORN) ?? differ(item, other, PERSON) ?? differ(item, other, OFFICER_ID) ?? false;

/** @param item an officer as JSON */
export const hasPersonNumber = (item: string): boolean => NUMBER.test(item);

/**
 * Keeps the person number of bulk files and the ids of answers and events in one item, so that a suppression
 * by any of them stays effective. Also keeps identities and contributions, which bulk files lack. Quotes
 * inside JSON texts are escaped, so the patterns find only the item's own keys.
 */
export const keepIdentity: Keeping = (item, other) => {
  if (areTwoPeople(item, other)) return null;
  const number = item.includes(NO_NUMBER) ? NUMBER.exec(other)?.[0] : undefined;
  const numbered = number === undefined ? item : item.replace(NO_NUMBER, number);
  const isOfFile = !OFFICER_ID.test(item) && !APPOINTMENT.test(item);
  const ids = [OFFICER_ID, APPOINTMENT, ...(isOfFile ? NEVER_IN_FILES : [])].flatMap((id) =>
    id.test(item) ? [] : (id.exec(other)?.[0] ?? []),
  );
  return ids.length === 0 ? numbered : `${[numbered.slice(0, -1), ...ids].join(',')}}`;
};

const namedPerson = ({
  name,
  date_of_birth,
  appointed_on,
  appointed_before,
}: OfficerRecord): NamedPerson => ({
  name,
  birthMonth:
    date_of_birth === null ? null : `${date_of_birth.year}-${String(date_of_birth.month).padStart(2, '0')}`,
  appointedOn: appointed_on ?? appointed_before,
});

/** Leaves out a suppressed officer and counts it as current or former. */
export const suppressOfficer: Suppressing<OfficerRecord> = ({ data }, suppressed) =>
  isSuppressedPerson(suppressed, data.person_number) ||
  isSuppressedPerson(suppressed, data.officer_id ?? null) ||
  isSuppressedByName(suppressed, namedPerson(data))
    ? { left_out: [isInOffice(data) ? 'current' : 'former'], name: data.name }
    : { data };

/** Reads `{self: '/company/1/appointments/ID', officer: {appointments: '/officers/ID/appointments'}}`. */
function idsOf({ links }: JsonObject): Pick<OfficerRecord, 'officer_id' | 'register_id'> {
  const { self, officer } = partOf(links);
  const appointments = textOf(partOf(officer)['appointments']) ?? '';
  const officer_id = /^\/officers\/([\w-]{1,64})\/appointments$/.exec(appointments)?.[1];
  const register_id = /\/appointments\/([\w-]{1,64})$/.exec(textOf(self) ?? '')?.[1];
  return {
    ...(officer_id !== undefined && { officer_id }),
    ...(register_id !== undefined && { register_id }),
  };
}

const INACTIVE = 'inactive';

/** Marks all officers as inactive if the company has only inactive ones, as ended companies have. */
const saidOfAll = ({ active_count, inactive_count }: JsonObject): JsonObject =>
  wholeNumberOf(active_count) === 0 && (wholeNumberOf(inactive_count) ?? 0) > 0 ? { [INACTIVE]: true } : {};

const MAX_KINDS = 20;

/** Undefined: none is stated. Filers write `GBP` or `Pound Sterling (GBP)`, `shares` or `SHARES`. */
function contributionOf(item: JsonObject): Contribution | undefined {
  const amount = amountOf(item['contribution_currency_value']);
  const [currency = null] = /\b[A-Z]{3}\b/.exec(textOf(item['contribution_currency_type']) ?? '') ?? [];
  const kinds = listOf(item['contribution_sub_types'])
    .flatMap((kind) => textOf(isObject(kind) ? kind['sub_type'] : kind) ?? [])
    .map((kind) => kind.toLowerCase().replaceAll('_', '-'))
    .slice(0, MAX_KINDS);
  return amount === null && kinds.length === 0 ? undefined : { amount, currency, kinds };
}

/** @throws UnreadableRecord */
function readOfficer(item: JsonObject): ReturnType<typeof appointmentItem> {
  const [name, role] = [textOf(item['name']), textOf(item['officer_role'])];
  if (name === null || role === null) throw new UnreadableRecord('the officer has no name or no role');
  const identity = identityDetailsOf(item['identity_verification_details']);
  const contribution = contributionOf(item);
  return appointmentItem({
    name,
    role,
    appointed_on: isoDayOf(item['appointed_on']),
    appointed_before: isoDayOf(item['appointed_before']),
    resigned_on: isoDayOf(item['resigned_on']),
    nationality: textOf(item['nationality']),
    country_of_residence: textOf(item['country_of_residence']),
    occupation: textOf(item['occupation']),
    date_of_birth: birthOf(item['date_of_birth']),
    is_corporate: role.startsWith('corporate-'),
    person_number: textOf(item['person_number']),
    ...idsOf(item),
    ...(item[INACTIVE] === true && { inactive: true }),
    ...(identity !== undefined && { identity }),
    ...(contribution !== undefined && { contribution }),
  });
}

/** The officers as the register lists them: `GET /company/{number}/officers`, and the officers stream. */
export const OFFICERS = {
  list: 'officers',
  resource: 'officers',
  events: ['company-officers'],
  items: 'items',
  read: readOfficer,
  saidOfAll,
} as const satisfies RegisterList;
