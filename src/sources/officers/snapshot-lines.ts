/**
 * The officers snapshot (Prod195) of Companies House: lines of fixed columns, counted in characters of the text. A company
 * record, then one a person; the first line is a header, the last says how many lines stand between.
 */
import { ImportRefusal } from '../editions/import-outcome.js';
import {
  readOrReject,
  UnreadableRecord,
  type Form,
  type FormContext,
  type TextReader,
} from '../records/form.js';
import type { Entry } from '../records/record.js';
import { publishedNumber, textOf } from '../records/values.js';
import { isCalendarDay, type IsoDate } from '../../shared/calendar.js';
import { appointmentItem, birthMonth } from './officer-record.js';

/** Appointment types of the snapshot; those of who has resigned stand in update files only. */
const ROLES: Readonly<Record<string, string>> = {
  '00': 'secretary',
  '01': 'director',
  '04': 'llp-member',
  '05': 'llp-designated-member',
  '11': 'judicial-factor',
  '12': 'receiver-and-manager',
  '13': 'cic-manager',
  '17': 'member-of-an-administrative-organ',
  '18': 'member-of-a-supervisory-organ',
  '19': 'member-of-a-management-organ',
};
/** A company in such a role has a role of its own name. */
const CORPORATE_ROLES = /^(?:secretary|director|llp-|member-of-)/;

/** `CCYYMMDD`, or null. */
function dayAt(columns: string): IsoDate | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})(\d{2})(\d{2})$/.exec(columns) ?? [];
  return isCalendarDay(Number(year), Number(month), Number(day)) ? `${year}-${month}-${day}` : null;
}

function roleOf(type: string, corporate: boolean): string {
  const role = ROLES[type];
  if (role === undefined) throw new UnreadableRecord(`'${type}' is no type of appointment`);
  return corporate && CORPORATE_ROLES.test(role) ? `corporate-${role}` : role;
}

/** Columns are numbered from 1 in the publisher's description: 1-8 number, 11-12 type, 13-24 person, 25 corporate ... */
function readPerson(line: string, version: string): Entry {
  const at = (first: number, last: number): string => line.slice(first - 1, last);
  const [, forenames, surname, , , , , , , , , occupation, nationality, residence] = line
    .slice(76)
    .split('<');
  const is_corporate = at(25, 25) === 'Y';
  const names = [textOf(surname), is_corporate ? null : textOf(forenames)].filter((name) => name !== null);
  if (names.length === 0) throw new UnreadableRecord('the person has no name');
  const item = appointmentItem({
    name: names.join(', '),
    role: roleOf(at(11, 12), is_corporate),
    appointed_on: dayAt(at(33, 40)),
    appointed_before: null,
    resigned_on: dayAt(at(41, 48)),
    nationality: textOf(nationality),
    country_of_residence: textOf(residence),
    occupation: textOf(occupation),
    date_of_birth: birthMonth(Number(at(57, 60)) || null, Number(at(61, 62)) || null),
    is_corporate,
    person_number: /^\d{12}$/.test(at(13, 24)) ? at(13, 24) : null,
  });
  return { kind: 'put', subject: publishedNumber(at(1, 8)), list: 'officers', version, ...item };
}

const HEADER = /^DDDDSNAP\d{4}(\d{4})(\d{2})(\d{2})/;
const TRAILER = /^9{8}(\d{8})/;

class SnapshotLines implements TextReader {
  private line = 0;
  private version = '';
  private announced: number | null = null;

  constructor(private readonly context: FormContext) {}

  push(text: string): void {
    for (const line of text.split('\n')) if (line !== '') this.take(line.replace(/\r$/, ''));
  }

  end(): void {
    const read = this.line - 2;
    if (this.announced === read) return;
    const said =
      this.announced === null ? 'has no last line' : `says that ${this.announced} lines stand in it`;
    throw new ImportRefusal(
      'corrupt_archive',
      `${this.context.name} is truncated: it ${said}, and ${Math.max(read, 0)} do`,
    );
  }

  private take(line: string): void {
    this.line += 1;
    const [, year = '', month = '', day = ''] = HEADER.exec(line) ?? [];
    const trailer = TRAILER.exec(line);
    if (this.line === 1 && year !== '') this.version = `${year}-${month}-${day}`;
    else if (trailer !== null) this.announced = Number(trailer[1]);
    else if (line[8] === '2') readOrReject(this.context, this.line, () => [readPerson(line, this.version)]);
  }
}

export const officersSnapshot: Form = {
  name: 'the officers snapshot Prod195',
  partial: false,
  recognises: (head) => HEADER.test(head),
  open: (context) => new SnapshotLines(context),
};
