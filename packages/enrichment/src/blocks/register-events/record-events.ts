/** Makes events from the dated records of companies, officers, control and charges. */
import type { ChargeRecord } from '../../sources/charges/charge-record.js';
import { beginningOf, beganOn } from '../../sources/companies/beginning.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { companyStatus } from '../../sources/companies/company-status.js';
import { legalForm } from '../../sources/companies/legal-form.js';
import { textOf } from '../../sources/kit/records/values.js';
import type { OfficerRecord } from '../../sources/officers/officer-record.js';
import { statementInWords } from '../../sources/psc/control-statement.js';
import type { ControlPerson, ControlStatement, PscRecord } from '../../sources/psc/psc-record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import {
  nameWords,
  NO_WORDS,
  personInTitle,
  TITLE_CHARACTERS,
  withoutNulls,
  SourcedEvent,
  type UnwordedEvent,
  type NamedRecord,
  type RegisterEventType,
  type Wording,
} from './register-event.js';

interface EventText {
  readonly title: string;
  readonly values: Readonly<Record<string, string>>;
}
const DISSOLUTION: EventText = { title: 'Dissolution', values: {} };

const COMPANY_WORDING: Wording<EventText> = {
  title: ({ title }) => textOf(title, TITLE_CHARACTERS) ?? title,
  values: ({ values }) => values,
  about: () => NO_WORDS,
};

const companyEvent = (
  { number: ref }: CompanyRecord,
  unworded: Pick<UnwordedEvent, 'type' | 'date'>,
  eventText: EventText,
): SourcedEvent<EventText> =>
  new SourcedEvent({ ...unworded, source: 'company_register', ref }, eventText, COMPANY_WORDING);

/** Changes of name. Each former name ended on the day on which the next newer name began. */
function nameChanges(company: CompanyRecord): SourcedEvent[] {
  return company.previous_names.flatMap(({ name, ceased_on }, place) => {
    if (ceased_on === null) return [];
    const new_name = company.previous_names[place - 1]?.name ?? company.name;
    const title = `Name changed from ${name} to ${new_name}`;
    const values = { old_name: name, new_name };
    return [companyEvent(company, { type: 'name_changed', date: ceased_on }, { title, values })];
  });
}

export function companyEvents(company: CompanyRecord): SourcedEvent[] {
  const began = beganOn(company);
  // A day of conversion, closure or removal is no day of dissolution.
  const dissolved = companyStatus(company) === 'dissolved' ? company.dissolved_on : null;
  const events: SourcedEvent[] = [];
  if (began !== null) {
    const { title } = beginningOf(legalForm(company));
    events.push(companyEvent(company, { type: 'incorporated', date: began }, { title, values: {} }));
  }
  if (company.previous_names.length > 0) events.push(...nameChanges(company));
  if (dissolved !== null)
    events.push(companyEvent(company, { type: 'dissolved', date: dissolved }, DISSOLUTION));
  return events;
}

const ROLE = /director|secretary|member|partner|manager|factor/;

/** The kind of officer in a role or a filing's description, as a word that no name has. */
export const roleWord = (text: string): string[] => {
  const role = ROLE.exec(text)?.[0];
  return role === undefined ? [] : [`as ${role}`];
};

const roleInWords = (role: string): string => role.replaceAll('-', ' ');

const OFFICER_WORDING: Wording<OfficerRecord> = {
  title({ name, role }, { type }) {
    const personText = `${textOf(name, 100) ?? name} as ${roleInWords(role)}`;
    return type === 'officer_appointed'
      ? `Appointment of ${personText}`
      : `Termination of appointment of ${personText}`;
  },
  values: ({ name, role }) => ({ officer_name: name, officer_role: role }),
  about: ({ name, role }) => [...nameWords(name), ...roleWord(role)],
};

const officerEvent = (
  { key, data }: NamedRecord<OfficerRecord>,
  type: RegisterEventType,
  date: IsoDate,
): SourcedEvent<OfficerRecord> =>
  new SourcedEvent({ date, type, source: 'company_register_officers', ref: key }, data, OFFICER_WORDING);

export function officerEvents(officers: readonly NamedRecord<OfficerRecord>[]): SourcedEvent[] {
  const events: SourcedEvent[] = [];
  for (const officer of officers) {
    const { appointed_on, resigned_on } = officer.data;
    if (appointed_on !== null) events.push(officerEvent(officer, 'officer_appointed', appointed_on));
    if (resigned_on !== null) events.push(officerEvent(officer, 'officer_resigned', resigned_on));
  }
  return events;
}

/** Owners of registered overseas entities are beneficial owners (Economic Crime Act 2022, schedule 2). */
const isOfOverseasEntity = (nature: string): boolean => nature.includes('registered-overseas-entity');

const PERSON_WORDING: Wording<ControlPerson> = {
  title({ name, natures_of_control }, { type }) {
    const noun = type === 'controller_notified' ? 'Notification' : 'Cessation';
    const capacity = natures_of_control.some(isOfOverseasEntity)
      ? 'beneficial owner'
      : 'person with significant control';
    return `${noun} of ${personInTitle(name)} as a ${capacity}`;
  },
  values: ({ name, type }) => withoutNulls({ controller_name: name, controller_type: type }),
  about: ({ name }) => nameWords(name),
};

const statementWording = (lead: string): Wording<ControlStatement> => ({
  title: ({ statement }) => textOf(`${lead}: ${statementInWords(statement)}`, TITLE_CHARACTERS) ?? lead,
  values: ({ statement }) => ({ statement }),
  about: () => NO_WORDS,
});
const STATED = statementWording('Statement about control');
const WITHDRAWN = statementWording('Statement about control withdrawn');

const controlEvent = <R extends PscRecord>(
  { ref, data }: { readonly ref: string; readonly data: R },
  unworded: Pick<UnwordedEvent, 'type' | 'date'>,
  wording: Wording<R>,
): SourcedEvent<R> => new SourcedEvent({ ...unworded, source: 'company_register_psc', ref }, data, wording);

export function controlEvents(records: readonly NamedRecord<PscRecord>[]): SourcedEvent[] {
  const events: SourcedEvent[] = [];
  for (const { key: ref, data } of records) {
    if (data.record === 'exemption') continue;
    const { notified_on: from, ceased_on: to } = data;
    if (data.record === 'statement') {
      const type = 'control_statement';
      if (from !== null) events.push(controlEvent({ ref, data }, { type, date: from }, STATED));
      if (to !== null) events.push(controlEvent({ ref, data }, { type, date: to }, WITHDRAWN));
    } else {
      if (from !== null)
        events.push(controlEvent({ ref, data }, { type: 'controller_notified', date: from }, PERSON_WORDING));
      if (to !== null)
        events.push(controlEvent({ ref, data }, { type: 'controller_ceased', date: to }, PERSON_WORDING));
    }
  }
  return events;
}

const CREATION = /^create|acqui|debenture/;
const SATISFACTION = /^charge-satisfaction/;
const HOLDERS_CHARACTERS = 200;

/** The day on which property with a charge on it was bought: the event's day (Companies Act 2006 s859C). */
const acquiredOn = ({ acquired_on }: ChargeRecord): IsoDate | null => acquired_on ?? null;

/** The register's name of the charge: its code, or the company's own number of a charge without a code. */
const chargeName = ({ charge_code, charge_number }: ChargeRecord): string | null =>
  charge_code ?? (charge_number === null ? null : String(charge_number));

const holdersOf = ({ persons_entitled }: ChargeRecord): string | null =>
  textOf(persons_entitled.join('; '), HOLDERS_CHARACTERS);

const CHARGE_WORDING: Wording<ChargeRecord> = {
  title(charge, { type }) {
    const holders = holdersOf(charge);
    const creationVerb = acquiredOn(charge) === null ? 'created' : 'acquired with its property';
    const verb = type === 'charge_created' ? creationVerb : 'satisfied';
    const holderText = holders === null ? '' : `, held by ${holders}`;
    return textOf(`Charge ${chargeName(charge) ?? ''} ${verb}${holderText}`, TITLE_CHARACTERS) ?? '';
  },
  values: (charge) =>
    withoutNulls({
      [charge.charge_code === null ? 'charge_number' : 'charge_code']: chargeName(charge),
      persons_entitled: holdersOf(charge),
    }),
  about: ({ charge_code, charge_number }) =>
    [charge_code, charge_number].filter((part) => part !== null).map(String),
};

function chargeEvent(
  { key, data }: NamedRecord<ChargeRecord>,
  type: RegisterEventType,
  date: IsoDate,
): SourcedEvent<ChargeRecord> {
  const kind = type === 'charge_created' ? CREATION : SATISFACTION;
  const deliveries = data.transactions.filter(({ filing_type }) => kind.test(filing_type ?? ''));
  const unworded: UnwordedEvent = {
    date,
    type,
    source: 'company_register_charges',
    ref: chargeName(data) ?? key,
    filed_on: deliveries[0]?.delivered_on ?? (type === 'charge_created' ? data.delivered_on : null),
    filings: deliveries.map(({ filing }) => filing).filter((filing) => filing !== null),
  };
  return new SourcedEvent(unworded, data, CHARGE_WORDING);
}

export function chargeEvents(charges: readonly NamedRecord<ChargeRecord>[]): SourcedEvent[] {
  const events: SourcedEvent[] = [];
  for (const charge of charges) {
    const { created_on, delivered_on, satisfied_on } = charge.data;
    const created = acquiredOn(charge.data) ?? created_on ?? delivered_on;
    if (created !== null) events.push(chargeEvent(charge, 'charge_created', created));
    if (satisfied_on !== null) events.push(chargeEvent(charge, 'charge_satisfied', satisfied_on));
  }
  return events;
}
