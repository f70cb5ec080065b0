/** Makes events of identity verification by role, and of the registrar's annotations. Pure. */
import { annotationWords, type Annotation } from '../../sources/companies/annotation.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { IdentityDetails } from '../../sources/kit/records/identity-details.js';
import { textOf } from '../../sources/kit/records/values.js';
import { isInOffice, type OfficerRecord } from '../../sources/officers/officer-record.js';
import type { PscRecord } from '../../sources/psc/psc-record.js';
import { daysBefore, type IsoDate } from '../../../../words/src/calendar.js';
import type { BlockSource } from '../runner/envelope.js';
import {
  nameWords,
  NO_WORDS,
  personInTitle,
  TITLE_CHARACTERS,
  withoutNulls,
  SourcedEvent,
  type NamedRecord,
  type RegisterEventType,
  type Wording,
} from './register-event.js';

interface Role {
  readonly name: string | null;
  /** The role in the register's words. */
  readonly role: string;
  readonly identity: IdentityDetails;
  /** The last day of the role; null: it is still held. */
  readonly until: IsoDate | null;
}

const TITLE_STARTS: Readonly<Partial<Record<RegisterEventType, string>>> = {
  identity_verified: 'Identity verified of',
  identity_verification_overdue: 'Identity verification overdue of',
  identity_verification_ended: 'Identity verification ended of',
};

const ROLE_WORDING: Wording<Role> = {
  title: ({ name, role }, { type }) => `${TITLE_STARTS[type] ?? ''} ${personInTitle(name)} as ${role}`,
  values: ({ name, role }) => withoutNulls({ person_name: name, role }),
  about: ({ name }) => nameWords(name),
};

/** The first overdue day, which follows the due day. Null if the person verified in time or later. */
function overdueSince({ identity: { due_on, start_on, end_on }, until }: Role): IsoDate | null {
  if (due_on === null || (until !== null && until <= due_on)) return null;
  const wasVerified = start_on !== null && (end_on === null || end_on >= due_on);
  return wasVerified ? null : daysBefore(due_on, -1);
}

function eventsOf(role: Role, source: BlockSource, ref: string): SourcedEvent[] {
  const days: readonly (readonly [RegisterEventType, IsoDate | null])[] = [
    ['identity_verified', role.identity.start_on],
    ['identity_verification_overdue', overdueSince(role)],
    ['identity_verification_ended', role.identity.end_on],
  ];
  return days.flatMap(([type, date]) =>
    date === null ? [] : [new SourcedEvent<Role>({ date, type, source, ref }, role, ROLE_WORDING)],
  );
}

/** Events of identity verification. The caller leaves out events in the future, which have not happened. */
export function verificationEvents(
  officers: readonly NamedRecord<OfficerRecord>[],
  control: readonly NamedRecord<PscRecord>[],
): SourcedEvent[] {
  const ofOfficers = officers.flatMap(({ key, data }) => {
    const { name, role, identity, resigned_on } = data;
    if (identity === undefined || (resigned_on === null && !isInOffice(data))) return [];
    const officerRole = { name, role: role.replaceAll('-', ' '), identity, until: resigned_on };
    return eventsOf(officerRole, 'company_register_officers', key);
  });
  const ofControllers = control.flatMap(({ key, data }) => {
    if (data.record !== 'person' || data.identity === undefined || data.ceased === true) return [];
    const { name, identity, ceased_on } = data;
    return eventsOf({ name, role: 'controller', identity, until: ceased_on }, 'company_register_psc', key);
  });
  return ofOfficers.concat(ofControllers);
}

const ANNOTATION_WORDING: Wording<Annotation> = {
  title: (annotation) =>
    textOf(`The registrar notes: ${annotationWords(annotation)}`, TITLE_CHARACTERS) ?? annotation.type,
  values: ({ type, description }) => withoutNulls({ annotation_type: type, description }),
  about: () => NO_WORDS,
};

export const annotationEvents = ({ number: ref, profile }: CompanyRecord): SourcedEvent[] =>
  (profile?.annotations ?? []).flatMap((annotation) => {
    const { created_on: date } = annotation;
    if (date === null) return [];
    const unworded = { type: 'registrar_annotation', date, source: 'company_register', ref } as const;
    return [new SourcedEvent(unworded, annotation, ANNOTATION_WORDING)];
  });
