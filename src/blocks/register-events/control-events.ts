/** Who was notified as a controller and who ceased to be one, and statements about control. */
import type { ControlPerson, ControlStatement, PscRecord } from '../../sources/psc/psc-record.js';
import { textOf } from '../../sources/records/values.js';
import { nameWords, told, type Named, type RegisterEventType, type ToldEvent } from './register-event.js';

type Dated = readonly [day: string | null, type: RegisterEventType, title: string];

const NAME_CHARACTERS = 100;

function datesOf(record: ControlPerson | ControlStatement): readonly Dated[] {
  if (record.record === 'statement') {
    return [
      [record.notified_on, 'control_statement', `Statement about control: ${record.statement}`],
      [record.ceased_on, 'control_statement', `Statement about control withdrawn: ${record.statement}`],
    ];
  }
  const who = textOf(record.name, NAME_CHARACTERS) ?? 'a protected person';
  return [
    [
      record.notified_on,
      'controller_notified',
      `Notification of ${who} as a person with significant control`,
    ],
    [record.ceased_on, 'controller_ceased', `Cessation of ${who} as a person with significant control`],
  ];
}

export function controlEvents(records: readonly Named<PscRecord>[]): ToldEvent[] {
  return records.flatMap(({ key, data }) => {
    if (data.record === 'exemption') return [];
    const values =
      data.record === 'statement'
        ? { statement: data.statement }
        : told({ controller_name: data.name, controller_type: data.type });
    return datesOf(data).flatMap(([date, type, title]): ToldEvent[] => {
      if (date === null) return [];
      const about = data.record === 'person' ? nameWords(data.name) : [];
      const source = 'company_register_psc';
      return [
        {
          date,
          type,
          title: textOf(title, 200) ?? title,
          form: null,
          values,
          source,
          ref: key,
          about,
          filed_on: null,
          filings: [],
          day_told: true,
        },
      ];
    });
  });
}
