/** What the register of companies itself dates: incorporation, changes of name, dissolution. */
import { beginningOf } from '../../sources/companies/beginning.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { companyStatus } from '../../sources/companies/company-status.js';
import { incorporatedOn } from '../../sources/companies/incorporated-on.js';
import { legalForm } from '../../sources/companies/legal-form.js';
import { textOf } from '../../sources/kit/records/values.js';
import { NONE, ToldEvent, type Happening, type Wording } from './register-event.js';

const TITLE_CHARACTERS = 200;

interface Told {
  readonly title: string;
  readonly values: Readonly<Record<string, string>>;
}
const DISSOLUTION: Told = { title: 'Dissolution', values: {} };

const WORDING: Wording<Told> = {
  title: ({ title }) => textOf(title, TITLE_CHARACTERS) ?? title,
  values: ({ values }) => values,
  about: () => NONE,
};

const event = (
  { number: ref }: CompanyRecord,
  happening: Pick<Happening, 'type' | 'date'>,
  told: Told,
): ToldEvent<Told> => new ToldEvent({ ...happening, source: 'company_register', ref }, told, WORDING);

/** Each former name ended where the next newer one, or the name of today, began. */
function nameChanges(company: CompanyRecord): ToldEvent[] {
  return company.previous_names.flatMap(({ name, ceased_on }, place) => {
    if (ceased_on === null) return [];
    const new_name = company.previous_names[place - 1]?.name ?? company.name;
    const title = `Name changed from ${name} to ${new_name}`;
    const values = { old_name: name, new_name };
    return [event(company, { type: 'name_changed', date: ceased_on }, { title, values })];
  });
}

export function companyEvents(company: CompanyRecord): ToldEvent[] {
  const born = incorporatedOn(company);
  // The day on which a company was converted, closed or removed is none of its dissolution.
  const dissolved = companyStatus(company) === 'dissolved' ? company.dissolved_on : null;
  const events: ToldEvent[] = [];
  if (born !== null) {
    const { title } = beginningOf(legalForm(company));
    events.push(event(company, { type: 'incorporated', date: born }, { title, values: {} }));
  }
  if (company.previous_names.length > 0) events.push(...nameChanges(company));
  if (dissolved !== null) events.push(event(company, { type: 'dissolved', date: dissolved }, DISSOLUTION));
  return events;
}
