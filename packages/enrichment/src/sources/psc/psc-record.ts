/**
 * Reads control records (Companies Act 2006 Part 21A; Economic Crime Act 2022): persons, statements and
 * exemptions. Birth dates, nationalities and addresses of persons are not stored.
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

/** The index by which companies are found by the number of a current owner. */
export const OWNER_NUMBER = 'owner_number';
/** The index by which companies are found by the normalised name of a current owner. */
export const OWNER_NAME = 'owner_name';

const KINDS = kinds as Readonly<Record<string, ControllerType>>;

const MAX_NATURES = 100;

/** The register's id of a record: the last part of its link. Empty: the copy has no link. */
const registerIdOf = ({ links }: JsonObject): string =>
  textOf(partOf(links)['self'])?.split('/').at(-1) ?? '';

/** The id of a record; without a link, its kind, name and day of notification. */
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

/** Returns true if the control lasts beyond that day (ISO day or instant). It may cease on a later day. */
export const holdsOn = ({ ceased_on }: Pick<ControlStatement, 'ceased_on'>, day: string): boolean =>
  ceased_on === null || ceased_on > day.slice(0, 10);

export const isCurrentController = (person: ControlPerson, day: string): boolean =>
  person.ceased !== true && holdsOn(person, day);

/** The day up to which a company's control records hold, at which its control is judged. */
export const controlHeldOn = (records: Records<PscRecord> | undefined, facts: EditionFacts): IsoDate =>
  recordHeldOn(records, 'persons', facts);

/** The groups in which suppressed controllers are counted. The last three are parts of `controllers`. */
export const LEFT_OUT = {
  current: 'controllers',
  ceased: 'ceased_controllers',
  owners: 'owners',
  majority_owners: 'majority_owners',
  majority_individuals: 'majority_individuals',
} as const;

/** The groups in which a controller is counted on that day. */
export function groupsOf(person: ControlPerson, day: string): string[] {
  if (!isCurrentController(person, day)) return [LEFT_OUT.ceased];
  const hasMajority = majorityBand(person.natures_of_control) !== null;
  return isOwner(person)
    ? [LEFT_OUT.current, LEFT_OUT.owners, ...(hasMajority ? [LEFT_OUT.majority_owners] : [])]
    : [LEFT_OUT.current, ...(hasMajority ? [LEFT_OUT.majority_individuals] : [])];
}

/** The company numbers that the owner's filed text may mean. */
function numbersOf({ identification }: ControlPerson): string[] {
  const number = filedNumber(identification?.registration_number ?? null);
  return [number, prefixedNumber(number, identification)].filter((number) => number !== null);
}

/** The day for a record without a version, on which everyone with a day of ceasing has ceased. */
const FAR = '9999-12-31';

/** Leaves out a controller with a suppressed record id, or that is a suppressed company. */
export const suppressControl: Suppressing<PscRecord> = ({ key, data, version = FAR }, suppressed) => {
  if (data.record !== 'person') return { data };
  if (isSuppressedPerson(suppressed, key))
    return { left_out: groupsOf(data, version), ...(data.name !== null && { name: data.name }) };
  // Reading the number from free text takes time, so it is read only if a company is suppressed.
  const needsNumber = suppressed.kinds.has('company_number') && isOwner(data);
  // A foreign number could look the same.
  const isLeftOut =
    needsNumber &&
    whereaboutsOf(data.identification) !== 'abroad' &&
    numbersOf(data).some((number) => isSuppressedCompany(suppressed, number));
  return isLeftOut ? { left_out: groupsOf(data, version) } : { data };
};

/** The keys by which the company is found, if the owner is current on the day of its record. */
export function indexKeysOf(person: PscRecord, version: string): Link[] {
  if (!isOwner(person) || !isCurrentController(person, version)) return [];
  return [
    ...numbersOf(person).map((number) => [OWNER_NUMBER, number] as const),
    ...(person.name === null ? [] : [[OWNER_NAME, normaliseName(person.name)] as const]),
  ];
}

/** @param version the record's version @throws UnreadableRecord if its kind is unknown */
export function readPerson(item: JsonObject, _company?: string, version = ''): ReadItem {
  const kind = textOf(item['kind']) ?? '';
  const type = KINDS[kind];
  if (type === undefined) throw new UnreadableRecord(`'${kind.slice(0, 60)}' is no kind of controller`);
  const hasIdentification = type === 'corporate' || type === 'legal_person';
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
    identification: hasIdentification ? identificationOf(item) : null,
  };
  return { key: idOf(item), data: person, links: indexKeysOf(person, version) };
}

/** The key of a statement whose copy lacks a link. */
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

/** Reads exemptions: an object by type, each with its periods. The latest period counts. */
export function* readExemptions({ exemptions }: JsonObject): Generator<ReadItem> {
  for (const [name, exemption] of Object.entries(partOf(exemptions))) {
    const { items, exemption_type } = partOf(exemption);
    const latest = objectsOf(items).reduce<JsonObject>((last, period) => {
      return (isoDayOf(period['exempt_from']) ?? '') >= (isoDayOf(last['exempt_from']) ?? '') ? period : last;
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
