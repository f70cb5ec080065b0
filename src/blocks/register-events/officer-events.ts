/** Appointments and their ends, as the register of officers has them. */
import type { OfficerRecord } from '../../sources/officers/officer-record.js';
import { textOf } from '../../sources/records/values.js';
import { nameWords, type Named, type ToldEvent } from './register-event.js';

const ROLE = /director|secretary|member|partner|manager|factor/;

/** What kind of officer a role or a description of a filing speaks of, as a word that no name has. */
export const roleWord = (text: string): string[] => {
  const found = ROLE.exec(text)?.[0];
  return found === undefined ? [] : [`as ${found}`];
};

const plain = (role: string): string => role.replaceAll('-', ' ');

export function officerEvents(officers: readonly Named<OfficerRecord>[]): ToldEvent[] {
  return officers.flatMap(({ key, data: { name, role, appointed_on, resigned_on } }) => {
    const common = {
      form: null,
      values: { officer_name: name, officer_role: role },
      source: 'company_register_officers',
      ref: key,
      about: [...nameWords(name), ...roleWord(role)],
      filed_on: null,
      filings: [],
      day_told: true,
    } as const;
    const shown = `${textOf(name, 100) ?? name} as ${plain(role)}`;
    return [
      ...(appointed_on === null
        ? []
        : [
            {
              ...common,
              date: appointed_on,
              type: 'officer_appointed' as const,
              title: `Appointment of ${shown}`,
            },
          ]),
      ...(resigned_on === null
        ? []
        : [
            {
              ...common,
              date: resigned_on,
              type: 'officer_resigned' as const,
              title: `Termination of appointment of ${shown}`,
            },
          ]),
    ];
  });
}
