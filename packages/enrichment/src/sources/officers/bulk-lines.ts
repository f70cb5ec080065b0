/**
 * Reads the bulk files of officers of Companies House: the snapshot (Prod195) and daily updates (Prod198).
 * They have a line for each company, followed by a line for each person. Columns are numbered from 1, as by
 * the publisher.
 */
import { UnreadableRecord, type Form, type StatedForm } from '../kit/records/form.js';
import { columnReaderOf, countedLines, dayIn, type ColumnReader } from '../kit/records/counted-lines.js';
import type { Entry } from '../kit/records/record.js';
import { publishedNumber, textOf } from '../kit/records/values.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { appointmentItem, birthMonth, UNNAMED_ROLE, type OfficerRecord } from './officer-record.js';
import roles from './appointment-types.json';

interface AppointmentType {
  readonly role: string;
  readonly isResigned: boolean;
}

/**
 * The types from `appointment-types.json`: the register's key of each role (API enumerations, OGL v3.0), with
 * the type of a present officer and the type of a resigned one, which only updates have.
 */
const TYPES: ReadonlyMap<string, AppointmentType> = new Map(
  roles.flatMap(({ role, holds, resigned }): [string, AppointmentType][] => [
    [holds, { role, isResigned: false }],
    [resigned, { role, isResigned: true }],
  ]),
);

/** Matches the roles whose keys differ for a company (`corporate-secretary`). */
const CORPORATE_ROLES = /^(?:secretary|director|llp-|member-of-)/;

/** The type of an appointment that was recorded in error. */
const ERRORED = '99';

/** Finds a type. An unlisted one of two digits becomes a role such as `appointment-type-23` (Blocks 6.3). */
function appointmentType(type: string, isCorporate: boolean): AppointmentType {
  const listedType = TYPES.get(type);
  if (listedType === undefined) {
    if (!/^\d\d$/.test(type)) throw new UnreadableRecord(`'${type}' is no type of appointment`);
    return { role: `${UNNAMED_ROLE}${type}`, isResigned: false };
  }
  return isCorporate && CORPORATE_ROLES.test(listedType.role)
    ? { ...listedType, role: `corporate-${listedType.role}` }
    : listedType;
}

/** The name of a person or of a company. @throws UnreadableRecord */
function nameOf(surname: string | undefined, forenames: string | undefined, isCorporate: boolean): string {
  const names = [textOf(surname), isCorporate ? null : textOf(forenames)].filter((name) => name !== null);
  if (names.length === 0) throw new UnreadableRecord('the person has no name');
  return names.join(', ');
}

/** Reads the person of a line. The columns differ between the two files. */
function personOf(
  at: ColumnReader,
  columns: {
    readonly corporate: number;
    readonly number: number;
    readonly birth: number;
    readonly appointed: number;
    readonly variable: number;
  },
): Omit<OfficerRecord, 'role' | 'resigned_on'> {
  const [, forenames, surname, , , , , , , , , occupation, nationality, residence] = at(
    columns.variable,
    Infinity,
  ).split('<');
  const is_corporate = at(columns.corporate, columns.corporate) === 'Y';
  const number = at(columns.number, columns.number + 11);
  const birth = at(columns.birth, columns.birth + 5);
  return {
    name: nameOf(surname, forenames, is_corporate),
    appointed_on: dayIn(at(columns.appointed, columns.appointed + 7)),
    appointed_before: null,
    nationality: textOf(nationality),
    country_of_residence: textOf(residence),
    occupation: textOf(occupation),
    date_of_birth: birthMonth(Number(birth.slice(0, 4)) || null, Number(birth.slice(4)) || null),
    is_corporate,
    person_number: /^\d{12}$/.test(number) ? number : null,
  };
}

const SNAPSHOT = { corporate: 25, number: 13, birth: 57, appointed: 33, variable: 77 } as const;
const UPDATE = { corporate: 13, number: 32, birth: 44, appointed: 76, variable: 112 } as const;

function* readSnapshot(at: ColumnReader, version: string): Generator<Entry> {
  if (at(11, 12) === ERRORED) return;
  const person = personOf(at, SNAPSHOT);
  const { role } = appointmentType(at(11, 12), person.is_corporate);
  const item = appointmentItem({ ...person, role, resigned_on: dayIn(at(41, 48)) });
  yield { kind: 'put', subject: publishedNumber(at(1, 8)), list: 'officers', version, ...item };
}

/** Yields the changed appointment. An earlier role, or an appointment in error, is removed. */
function* readUpdate(at: ColumnReader, fileDay: IsoDate): Generator<Entry> {
  const person = personOf(at, UPDATE);
  const target = { subject: publishedNumber(at(1, 8)), list: 'officers' } as const;
  const version = dayIn(at(100, 107)) ?? fileDay;
  const [oldType, newType] = [at(16, 17), at(18, 19)];
  const earlier = oldType === ERRORED ? null : appointmentType(oldType, person.is_corporate);
  const now = newType === ERRORED ? null : appointmentType(newType, person.is_corporate);
  if (earlier !== null && earlier.role !== now?.role) {
    const { key } = appointmentItem({ ...person, role: earlier.role, resigned_on: null });
    yield { kind: 'drop', ...target, key, version };
  }
  if (now === null) return;
  const resigned_on = dayIn(at(84, 91));
  const item = appointmentItem({ ...person, role: now.role, resigned_on });
  // Without a day of resignation the person would seem to be in office.
  if (now.isResigned && resigned_on === null) yield { kind: 'drop', ...target, key: item.key, version };
  else yield { kind: 'put', ...target, version, ...item };
}

interface BulkFile extends StatedForm {
  readonly header: RegExp;
  readonly read: (at: ColumnReader, day: IsoDate) => Iterable<Entry>;
}

const bulkFile = ({ header, read, ...form }: BulkFile): Form =>
  countedLines({
    ...form,
    dayOf: (line) => (header.test(line) ? (dayIn(line.slice(12, 20)) ?? '') : null),
    counted: true,
    // The ninth column is 1 for a company, 2 for a person.
    read: (line, day) => (line[8] === '2' ? read(columnReaderOf(line), day) : []),
  });

export const officersSnapshot = bulkFile({
  name: 'the officers snapshot Prod195',
  partial: false,
  header: /^DDDDSNAP\d{12}/,
  read: readSnapshot,
});

/** The form of one day's changes. The file has no other officers. */
export const officersUpdate = bulkFile({
  name: 'the officers update Prod198',
  partial: true,
  header: /^DDDDUPDT\d{12}/,
  read: readUpdate,
});
