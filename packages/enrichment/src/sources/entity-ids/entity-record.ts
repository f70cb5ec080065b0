/** Reads legal entities and their consolidating parents from the register of entity identifiers (LEI). */
import { isSuppressedCompany } from '../../../../contract/src/suppression/suppressed.js';
import type { Suppressing, Entry } from '../kit/records/record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { namedCompanyNumber, type CompanyNumber } from '../../../../words/src/company-number.js';
import { UnreadableRecord, type FormContext } from '../kit/records/form.js';
import { isoDayOf, textOf } from '../kit/records/values.js';
import type { XmlText } from '../kit/records/xml-records.js';

export interface LegalEntity {
  readonly record: 'entity';
  readonly name: string;
  /** The number in the register of companies; null: registered elsewhere, or not stated. */
  readonly company_number: CompanyNumber | null;
  /** The jurisdiction: `GB`, `US-DE`. */
  readonly jurisdiction: string | null;
  /** The status: `ACTIVE`, `INACTIVE`. */
  readonly status: string | null;
  /** The status of the registration: `ISSUED`, `LAPSED`, `RETIRED`, `DUPLICATE` ... */
  readonly registration_status: string | null;
}

export interface EntityRelation {
  readonly record: 'relation';
  /** The type: `IS_ULTIMATELY_CONSOLIDATED_BY`, `IS_DIRECTLY_CONSOLIDATED_BY`, `IS_FUND-MANAGED_BY` ... */
  readonly type: string;
  readonly to: string;
  readonly status: string | null;
  readonly registration_status: string | null;
  /** True if documents beyond the entity's own statement confirm the relation. */
  readonly corroborated: boolean;
  readonly since: IsoDate | null;
}

/** The reason why an entity names no parent. */
export interface ReportingException {
  readonly record: 'exception';
  readonly category: string;
  readonly reason: string | null;
}

export type EntityIdRecord = LegalEntity | EntityRelation | ReportingException;

/** A suppressed company is left out as an entity and as a parent. */
export const suppressEntity: Suppressing<EntityIdRecord> = ({ data }, suppressed) =>
  data.record === 'entity' &&
  data.company_number !== null &&
  isSuppressedCompany(suppressed, data.company_number)
    ? { left_out: ['entities'] }
    : { data };

/** The index under which an entity is found by its number in the register of companies. */
export const COMPANY_NUMBER = 'company_number';

/** The prefix of company numbers by authority: England and Wales, Northern Ireland, Scotland. */
const PREFIX_BY_AUTHORITY: Readonly<Record<string, string>> = {
  RA000585: '',
  RA000586: 'NI',
  RA000587: 'SC',
};
/** The statuses of identifiers that were registered by mistake, or whose entity ended or merged. */
const VOID = new Set(['DUPLICATE', 'ANNULLED', 'RETIRED', 'MERGED']);
/** The statuses of ended relations (RR-CDF). */
const VOID_RELATIONS = new Set(['ANNULLED', 'CANCELLED', 'DUPLICATE', 'RETIRED', 'TRANSFERRED']);

/** Returns true if the entity exists and its identifier is valid (Blocks 5.18). */
export const isEntityInForce = ({ status, registration_status }: LegalEntity): boolean =>
  status !== 'INACTIVE' && !VOID.has(registration_status ?? '');

/** Returns true for a relation in force. Its registration may have lapsed or be pending. */
export const isRelationInForce = ({ status, registration_status }: EntityRelation): boolean =>
  status === 'ACTIVE' && !VOID_RELATIONS.has(registration_status ?? '');

/** The company number with its lost zeros and the prefix of the authority. */
export function registeredNumber(authority: string, id: string): CompanyNumber | null {
  const prefix = PREFIX_BY_AUTHORITY[authority];
  if (prefix === undefined) return null;
  const bare = id.replaceAll(/\s/g, '');
  return namedCompanyNumber(prefix !== '' && /^\d{1,6}$/.test(bare) ? prefix + bare : bare);
}

function leiOf(text: string): string {
  if (/^[A-Z0-9]{18}\d{2}$/.test(text)) return text;
  throw new UnreadableRecord(`'${text.slice(0, 30)}' is no legal entity identifier`);
}

export const HEADER_FIELDS = ['ContentDate'];
export const ENTITY_FIELDS = [
  'LEI',
  'Entity/LegalName',
  'Entity/RegistrationAuthority/RegistrationAuthorityID',
  'Entity/RegistrationAuthority/RegistrationAuthorityEntityID',
  'Entity/LegalJurisdiction',
  'Entity/EntityStatus',
  'Registration/RegistrationStatus',
];
export const RELATION_FIELDS = [
  'Relationship/StartNode/NodeID',
  'Relationship/EndNode/NodeID',
  'Relationship/RelationshipType',
  'Relationship/RelationshipStatus',
  'Relationship/RelationshipPeriods/RelationshipPeriod/StartDate',
  'Registration/RegistrationStatus',
  'Registration/ValidationSources',
];
export const EXCEPTION_FIELDS = ['LEI', 'ExceptionCategory', 'ExceptionReason'];

/** The version of a file's records: the day of its content. */
const versionOf = (header: XmlText, { version }: FormContext): string =>
  isoDayOf(header('ContentDate')) === null ? version : header('ContentDate');

type Read = (text: XmlText, header: XmlText, context: FormContext) => Entry[];

interface FoundEntity extends Pick<Entry & { kind: 'put' }, 'subject' | 'list' | 'key' | 'links'> {
  readonly data: EntityIdRecord;
}

const entryReader =
  (read: (text: XmlText) => FoundEntity): Read =>
  (text, header, context) => [{ kind: 'put', version: versionOf(header, context), ...read(text) }];

export const readEntity = entryReader((text) => {
  const subject = leiOf(text('LEI'));
  const name = textOf(text('Entity/LegalName'));
  if (name === null) throw new UnreadableRecord('the entity has no name');
  const registration_status = textOf(text('Registration/RegistrationStatus'));
  const authority = 'Entity/RegistrationAuthority/RegistrationAuthority';
  const company_number = registeredNumber(text(`${authority}ID`), text(`${authority}EntityID`));
  const data: LegalEntity = {
    record: 'entity',
    name,
    company_number,
    jurisdiction: textOf(text('Entity/LegalJurisdiction')),
    status: textOf(text('Entity/EntityStatus')),
    registration_status,
  };
  const isVoid = registration_status !== null && VOID.has(registration_status);
  const links = company_number === null || isVoid ? [] : [[COMPANY_NUMBER, company_number] as const];
  return { subject, list: 'entity', key: 'entity', data, links };
});

export const readRelation = entryReader((text) => {
  const subject = leiOf(text('Relationship/StartNode/NodeID'));
  const to = leiOf(text('Relationship/EndNode/NodeID'));
  const type = textOf(text('Relationship/RelationshipType'));
  if (type === null) throw new UnreadableRecord('the relationship has no type');
  const data: EntityRelation = {
    record: 'relation',
    type,
    to,
    status: textOf(text('Relationship/RelationshipStatus')),
    registration_status: textOf(text('Registration/RegistrationStatus')),
    corroborated: text('Registration/ValidationSources') === 'FULLY_CORROBORATED',
    since: isoDayOf(text('Relationship/RelationshipPeriods/RelationshipPeriod/StartDate')),
  };
  return { subject, list: 'relations', key: `${type} ${to}`, data };
});

export const readException = entryReader((text) => {
  const category = textOf(text('ExceptionCategory'));
  if (category === null) throw new UnreadableRecord('the exception has no category');
  const data: ReportingException = { record: 'exception', category, reason: textOf(text('ExceptionReason')) };
  return { subject: leiOf(text('LEI')), list: 'exceptions', key: category, data };
});
