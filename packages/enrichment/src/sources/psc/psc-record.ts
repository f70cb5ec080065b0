/**
 * Declares a record of control (Companies Act 2006 Part 21A; Economic Crime Act 2022): a person, a statement
 * or an exemption, without persons' birth dates, nationalities and addresses.
 */
import { normaliseName } from '../../../../words/src/names/company-name.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { UnreadableRecord } from '../kit/records/form.js';
import { identityDetailsOf, type IdentityDetails } from '../kit/records/identity-details.js';
import type { EditionFacts } from '../kit/editions/edition-file.js';
import { recordHeldOn } from '../kit/records/held-on.js';
import type { Link, Records, Suppressing } from '../kit/records/record.js';
import type { ReadItem } from '../kit/records/register-lines.js';
import {
  idTextOf,
  isoDayOf,
  listOf,
  objectsOf,
  partOf,
  textOf,
  type JsonObject,
} from '../kit/records/values.js';
import { isSuppressedCompany, isSuppressedPerson } from '../../../../contract/src/suppression/suppressed.js';
import { majorityBand } from './ownership-band.js';
import { filedNumber, prefixedNumber, whereaboutsOf, type FiledIdentification } from './owner-identity.js';
import kinds from './controller-kinds.json';

export const CONTROLLER_TYPES = ['individual', 'corporate', 'legal_person', 'super_secure'] as const;
export type ControllerType = (typeof CONTROLLER_TYPES)[number];

export interface ControlPerson {
  readonly record: 'person';
  readonly type: ControllerType;
  readonly name: string | null;
  /** The register's keys of the natures: `ownership-of-shares-75-to-100-percent`. */
  readonly natures_of_control: readonly string[];
  readonly notified_on: IsoDate | null;
  readonly ceased_on: IsoDate | null;
  /** True if the control ceased on a day that the register doesn't show, as for super-secure persons. */
  readonly ceased?: true;
  readonly is_sanctioned?: true;
  readonly identity?: IdentityDetails;
  readonly identification: FiledIdentification | null;
}

export interface ControlStatement {
  readonly record: 'statement';
  /** The register's key, spelt as the register spells it. */
  readonly statement: string;
  readonly notified_on: IsoDate | null;
  readonly ceased_on: IsoDate | null;
}

export interface ControlExemption {
  readonly record: 'exemption';
  /** The register's key: `psc-exempt-as-shares-admitted-on-market`. */
  readonly exemption_type: string;
  readonly exempt_from: IsoDate | null;
  readonly exempt_to: IsoDate | null;
}

export type PscRecord = ControlPerson | ControlStatement | ControlExemption;

/** The index in which companies are found by the number of their present owner. */
export const OWNER_NUMBER = 'owner_number';
export const OWNER_NAME = 'owner_name';

const KINDS = kinds as Readonly<Record<string, ControllerType>>;

const MAX_NATURES = 100;

/** The register's id of a record: the last part of its own address. Empty where a copy lacks it. */
const registerIdOf = ({ links }: JsonObject): string =>
  textOf(partOf(links)['self'])?.split('/').at(-1) ?? '';

/** The id of a record; copies without a link are distinguished by the person and the day of notification. */
const idOf = (item: JsonObject): string =>
  registerIdOf(item) ||
  [item['kind'], item['name'], item['notified_on']].map((part) => textOf(part) ?? '').join(' ');

/** The name as filed, or else its parts joined; null: the record has neither. */
function nameOf(item: JsonObject): string | null {
  const parts = partOf(item['name_elements']);
  const joined = ['title', 'forename', 'middle_name', 'surname'].flatMap((part) => textOf(parts[part]) ?? []);
  return textOf(item['name']) ?? textOf(joined.join(' '));
}

function identificationOf({ identification }: JsonObject): FiledIdentification {
  const filed = partOf(identification);
  return {
    registration_number: idTextOf(filed['registration_number']),
    country_registered: textOf(filed['country_registered']),
    place_registered: textOf(filed['place_registered']),
    legal_authority: textOf(filed['legal_authority']),
    legal_form: textOf(filed['legal_form']),
  };
}

export const isOwner = (record: PscRecord): record is ControlPerson =>
  record.record === 'person' && (record.type === 'corporate' || record.type === 'legal_person');

/** Tells whether the control goes on after that day (ISO day or instant): a record may name a later day. */
export const holdsOn = ({ ceased_on }: Pick<ControlStatement, 'ceased_on'>, day: string): boolean =>
  ceased_on === null || ceased_on > day.slice(0, 10);

export const isCurrentController = (person: ControlPerson, day: string): boolean =>
  person.ceased !== true && holdsOn(person, day);

/** The day up to which a company's records of control hold. Its control is judged at this day. */
export const controlHeldOn = (records: Records<PscRecord> | undefined, facts: EditionFacts): IsoDate =>
  recordHeldOn(records, 'persons', facts);

/** The counts of suppressed controllers: `owners` and the groups after it are among `controllers`. */
export const LEFT_OUT = {
  current: 'controllers',
  ceased: 'ceased_controllers',
  owners: 'owners',
  majority_owners: 'majority_owners',
  majority_individuals: 'majority_individuals',
} as const;

/** The groups in which a controller counts on that day. */
export function groupsOf(person: ControlPerson, day: string): string[] {
  if (!isCurrentController(person, day)) return [LEFT_OUT.ceased];
  const majority = majorityBand(person.natures_of_control) !== null;
  return isOwner(person)
    ? [LEFT_OUT.current, LEFT_OUT.owners, ...(majority ? [LEFT_OUT.majority_owners] : [])]
    : [LEFT_OUT.current, ...(majority ? [LEFT_OUT.majority_individuals] : [])];
}

/** The numbers that the owner's filed text may mean. */
function numbersOf({ identification }: ControlPerson): string[] {
  const number = filedNumber(identification?.registration_number ?? null);
  return [number, prefixedNumber(number, identification)].filter((number) => number !== null);
}

/** A day in the far future. In a record without a day, everyone with a day of ceasing counts as ceased. */
const FAR = '9999-12-31';

/** Leaves out a controller whose record id is suppressed, or who is a suppressed company. */
export const suppressControl: Suppressing<PscRecord> = ({ key, data, version = FAR }, suppressed) => {
  if (data.record !== 'person') return { data };
  if (isSuppressedPerson(suppressed, key))
    return { left_out: groupsOf(data, version), ...(data.name !== null && { name: data.name }) };
  // The number is read from free text, which costs time, only if some company is suppressed.
  const isAsked = suppressed.kinds.has('company_number') && isOwner(data);
  // A foreign number could look the same.
  const isLeftOut =
    isAsked &&
    whereaboutsOf(data.identification) !== 'abroad' &&
    numbersOf(data).some((number) => isSuppressedCompany(suppressed, number));
  return isLeftOut ? { left_out: groupsOf(data, version) } : { data };
};

/** The keys under which the company is found by an owner that is current on the day of its record. */
export function indexKeysOf(person: PscRecord, version: string): Link[] {
  if (!isOwner(person) || !isCurrentController(person, version)) return [];
  return [
    ...numbersOf(person).map((number) => [OWNER_NUMBER, number] as const),
    ...(person.name === null ? [] : [[OWNER_NAME, normaliseName(person.name)] as const]),
  ];
}

/** @param version of the record. @throws UnreadableRecord where it is of no known kind */
export function readPerson(item: JsonObject, _company?: string, version = ''): ReadItem {
  const kind = textOf(item['kind']) ?? '';
  const type = KINDS[kind];
  if (type === undefined) throw new UnreadableRecord(`'${kind.slice(0, 60)}' is no kind of controller`);
  const legal = type === 'corporate' || type === 'legal_person';
  const identity = identityDetailsOf(item['identity_verification_details']);
  const person: ControlPerson = {
    record: 'person',
    type,
    name: type === 'super_secure' ? null : nameOf(item),
    natures_of_control: listOf(item['natures_of_control'])
      .flatMap((nature) => textOf(nature) ?? [])
      .slice(0, MAX_NATURES),
    notified_on: isoDayOf(item['notified_on']),
    ceased_on: isoDayOf(item['ceased_on']),
    ...(item['ceased'] === true && { ceased: true }),
    ...(item['is_sanctioned'] === true && { is_sanctioned: true }),
    ...(identity !== undefined && { identity }),
    identification: legal ? identificationOf(item) : null,
  };
  return { key: idOf(item), data: person, links: indexKeysOf(person, version) };
}

/** The name of a statement whose copy lacks a link. */
export const statementName = ({ statement, notified_on }: ControlStatement): string =>
  `${statement} ${notified_on ?? ''}`;

/** @throws UnreadableRecord */
export function readStatement(item: JsonObject): ReadItem {
  const statement = textOf(item['statement']);
  if (statement === null) throw new UnreadableRecord('the statement has no key');
  const [notified_on, ceased_on] = [isoDayOf(item['notified_on']), isoDayOf(item['ceased_on'])];
  const data: ControlStatement = { record: 'statement', statement, notified_on, ceased_on };
  return { key: registerIdOf(item) || statementName(data), data };
}

/** Reads exemptions. They come in one object, by type, each with its times; the latest time counts. */
export function* readExemptions({ exemptions }: JsonObject): Generator<ReadItem> {
  for (const [name, exemption] of Object.entries(partOf(exemptions))) {
    const { items, exemption_type } = partOf(exemption);
    const latest = objectsOf(items).reduce<JsonObject>((last, time) => {
      return (isoDayOf(time['exempt_from']) ?? '') >= (isoDayOf(last['exempt_from']) ?? '') ? time : last;
    }, {});
    const data: ControlExemption = {
      record: 'exemption',
      exemption_type: textOf(exemption_type) ?? name,
      exempt_from: isoDayOf(latest['exempt_from']),
      exempt_to: isoDayOf(latest['exempt_to']),
    };
    yield { key: name, data };
  }
}
