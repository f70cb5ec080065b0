/** Appointments and their ends, as the register of officers has them. */
import type { OfficerRecord } from '../../sources/officers/officer-record.js';
import { textOf } from '../../sources/kit/records/values.js';
import type { IsoDate } from '../../shared/calendar.js';
import { nameWords, ToldEvent, type Named, type RegisterEventType, type Wording } from './register-event.js';

const ROLE = /director|secretary|member|partner|manager|factor/;

/** What kind of officer a role or a description of a filing speaks of, as a word that no name has. */
export const roleWord = (text: string): string[] => {
  const found = ROLE.exec(text)?.[0];
  return found === undefined ? [] : [`as ${found}`];
};

const plain = (role: string): string => role.replaceAll('-', ' ');

const WORDING: Wording<OfficerRecord> = {
  title({ name, role }, { type }) {
    const shown = `${textOf(name, 100) ?? name} as ${plain(role)}`;
    return type === 'officer_appointed'
      ? `Appointment of ${shown}`
      : `Termination of appointment of ${shown}`;
  },
  values: ({ name, role }) => ({ officer_name: name, officer_role: role }),
  about: ({ name, role }) => [...nameWords(name), ...roleWord(role)],
};

const event = (
  { key, data }: Named<OfficerRecord>,
  type: RegisterEventType,
  date: IsoDate,
): ToldEvent<OfficerRecord> =>
  new ToldEvent({ date, type, source: 'company_register_officers', ref: key }, data, WORDING);

export function officerEvents(officers: readonly Named<OfficerRecord>[]): ToldEvent[] {
  const events: ToldEvent[] = [];
  for (const officer of officers) {
    const { appointed_on, resigned_on } = officer.data;
    if (appointed_on !== null) events.push(event(officer, 'officer_appointed', appointed_on));
    if (resigned_on !== null) events.push(event(officer, 'officer_resigned', resigned_on));
  }
  return events;
}
