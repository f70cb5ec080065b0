/** Appointments and their ends, as the register of officers has them. */
import type { OfficerRecord } from '../../sources/officers/officer-record.js';
import { textOf } from '../../sources/records/values.js';
import type { IsoDate } from '../../shared/calendar.js';
import { nameWords, type Named, type RegisterEventType, type ToldEvent } from './register-event.js';

const ROLE = /director|secretary|member|partner|manager|factor/;

/** What kind of officer a role or a description of a filing speaks of, as a word that no name has. */
export const roleWord = (text: string): string[] => {
  const found = ROLE.exec(text)?.[0];
  return found === undefined ? [] : [`as ${found}`];
};

const plain = (role: string): string => role.replaceAll('-', ' ');

/** Written out field by field, because it runs for every appointment of every row. */
function event(
  { key, data: { name, role } }: Named<OfficerRecord>,
  what: Pick<ToldEvent, 'date' | 'type' | 'title'>,
  about: readonly string[],
): ToldEvent {
  return {
    form: null,
    values: { officer_name: name, officer_role: role },
    source: 'company_register_officers',
    ref: key,
    about,
    filed_on: null,
    filings: [],
    day_told: true,
    date: what.date,
    type: what.type,
    title: what.title,
  };
}

export function officerEvents(officers: readonly Named<OfficerRecord>[]): ToldEvent[] {
  const events: ToldEvent[] = [];
  for (const officer of officers) {
    const { name, role, appointed_on, resigned_on } = officer.data;
    const about = [...nameWords(name), ...roleWord(role)];
    const shown = `${textOf(name, 100) ?? name} as ${plain(role)}`;
    const add = (date: IsoDate | null, type: RegisterEventType, title: string): void => {
      if (date !== null) events.push(event(officer, { date, type, title }, about));
    };
    add(appointed_on, 'officer_appointed', `Appointment of ${shown}`);
    add(resigned_on, 'officer_resigned', `Termination of appointment of ${shown}`);
  }
  return events;
}
