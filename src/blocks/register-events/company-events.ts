/** What the register of companies itself dates: incorporation, changes of name, dissolution. */
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { incorporatedOn } from '../../sources/companies/incorporated-on.js';
import { textOf } from '../../sources/records/values.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { RegisterEventType, ToldEvent } from './register-event.js';

const TITLE_CHARACTERS = 200;

function told(
  company: CompanyRecord,
  type: RegisterEventType,
  event: {
    readonly date: IsoDate;
    readonly title: string;
    readonly values?: Readonly<Record<string, string>>;
  },
): ToldEvent {
  const { date, title, values = {} } = event;
  return {
    date,
    type,
    title: textOf(title, TITLE_CHARACTERS) ?? title,
    form: null,
    values,
    source: 'company_register',
    ref: company.number,
    about: [],
    filed_on: null,
    filings: [],
    day_told: true,
  };
}

/** Each former name ended where the next newer one, or the name of today, began. */
function nameChanges(company: CompanyRecord): ToldEvent[] {
  return company.previous_names.flatMap(({ name, ceased_on }, place) => {
    if (ceased_on === null) return [];
    const new_name = company.previous_names[place - 1]?.name ?? company.name;
    const values = { old_name: name, new_name };
    return [
      told(company, 'name_changed', {
        date: ceased_on,
        title: `Name changed from ${name} to ${new_name}`,
        values,
      }),
    ];
  });
}

export function companyEvents(company: CompanyRecord): ToldEvent[] {
  const [born, dissolved] = [incorporatedOn(company), company.dissolved_on];
  return [
    ...(born === null ? [] : [told(company, 'incorporated', { date: born, title: 'Incorporation' })]),
    ...nameChanges(company),
    ...(dissolved === null ? [] : [told(company, 'dissolved', { date: dissolved, title: 'Dissolution' })]),
  ];
}
