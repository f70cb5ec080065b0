/** Makes an event of each filing, with the day on which it happened. */
import { filingTitle } from '../../sources/filings/filing-description.js';
import type { FilingRecord } from '../../sources/filings/filing-record.js';
import { isoDayOf } from '../../sources/kit/records/values.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { memoize } from '../../../../words/src/memoize.js';
import { familyOfFiling } from './insolvency-events.js';
import { roleWord } from './record-events.js';
import {
  nameWords,
  SourcedEvent,
  type UnwordedEvent,
  type NamedRecord,
  type RegisterEventType,
  type Wording,
} from './register-event.js';
import dayFields from './day-fields.json';

/** Types by the register's key of the description; the first match counts. Second filings match none. */
const TYPES: readonly (readonly [RegExp, RegisterEventType])[] = [
  [
    /^incorporation-|^registration-(?:as|of|and-designation-as)-a-(?:.*limited|scottish)-partnership$|^certificate-(?:of-)?registration-.*limited-partnership$|^registration-overseas-entity$/,
    'incorporated',
  ],
  [
    /^certificate-change-of-name|^change-of-name-overseas|^update-to-limited-partnership-details-change-of-name/,
    'name_changed',
  ],
  [
    /^change-registered-office-addres|^default-companies-house-registered-office|^update-to-limited-partnership-details-registered-office/,
    'address_changed',
  ],
  [/^appoint-person-authorised|^termination-person-authorised/, 'other_filing'],
  [/^appoint-/, 'officer_appointed'],
  [/^termination-/, 'officer_resigned'],
  [/^(?:notification|withdrawal)-of-a-person-with-significant-control-statement/, 'control_statement'],
  [/^notification-of-a-.*significant-control/, 'controller_notified'],
  [/^cessation-of-a-.*significant-control/, 'controller_ceased'],
  [/^mortgage-(?:create|acquire|debenture)-/, 'charge_created'],
  [/^mortgage-satisfy-charge(?!-part)/, 'charge_satisfied'],
  [/^accounts/, 'accounts_filed'],
  [/^confirmation-statement/, 'confirmation_statement_filed'],
  [
    /^capital-(?:allotment|alter-shares|cancellation|return-purchase|sale-or|redomination|reduction|statement-capital)|^statement-of-capital$/,
    'capital_changed',
  ],
  [/^gazette-notice|^dissolution-application-strike-off/, 'strike_off_proposed'],
  [/^gazette-dissolved|^dissolved-company$/, 'dissolved'],
  [/^(?:administrative-|order-of-court-)?restoration-/, 'restored'],
  [/replacement|provisional|gazette-appointment/, 'other_filing'],
  [
    /^liquidation-administration-order$|^liquidation-.*(?:resolution-to-wind-up|winding-up-order|notice-winding-up|court-order-winding-up|appointment-(?:of-)?liquidator|move-to-creditors|appointmentt?-of-administrator|administration-notice-of-administration-order|meeting-approving-.*voluntary-arrangement|appointment-(?:of-)?receiver|commencement-of-moratorium)/,
    'insolvency_started',
  ],
  [
    /^liquidation-.*(?:final-meeting|completion-of-winding-up|compulsory-(?:early-)?completion|end-of-administration|order-ending-administration|automatic-end|discharge-(?:of-)?administration-order|move-to-dissolution|arrangement-(?:notice-)?completion|completion-of-voluntary-arrangement|cease-to-act-receiver|receiver-ceasing-to-act|end(?:ing)?-of-moratorium|rescind-winding-up|early-dissolution|cessation-of-insolvency-proceedings)|^dissolution-termination-overseas-company$/,
    'insolvency_ended',
  ],
];

/** Events that happen on a day of their own. Other events happen on the day of the filing. */
const WITH_OWN_DAY: ReadonlySet<RegisterEventType> = new Set<RegisterEventType>([
  'address_changed',
  'officer_appointed',
  'officer_resigned',
  'controller_notified',
  'controller_ceased',
  'control_statement',
  'charge_created',
  'charge_satisfied',
  'capital_changed',
  'insolvency_started',
  'insolvency_ended',
]);

const DAY_FIELDS: readonly string[] = dayFields;

/** The type for a description, cached: the register has some two thousand descriptions. */
const typeOf = memoize(
  4_000,
  (description): RegisterEventType => TYPES.find(([words]) => words.test(description))?.[1] ?? 'other_filing',
);

/** The event's own day; null where it isn't stated, or would lie after the filing. */
function ownDay({ action_date, values, date }: FilingRecord, type: RegisterEventType): IsoDate | null {
  if (!WITH_OWN_DAY.has(type)) return null;
  for (const field of DAY_FIELDS) {
    const day = isoDayOf(values[field]);
    if (day !== null && day <= date) return day;
  }
  return action_date !== null && action_date <= date ? action_date : null;
}

function aboutOf({ description, values }: FilingRecord, type: RegisterEventType): readonly string[] {
  const key = description ?? '';
  if (type.startsWith('insolvency_')) return [familyOfFiling(key)];
  const name = nameWords(values['officer_name'] ?? values['psc_name'] ?? null);
  if (type.startsWith('officer_')) return [...name, ...roleWord(key)];
  return [...name, ...(values['charge_number'] === undefined ? [] : [values['charge_number']])];
}

/** The values of a filing. A statement of capital has fields of its own. */
function valuesOf({ values, capital, date }: FilingRecord, event: IsoDate): Record<string, string> {
  const [first] = capital;
  const eventValues: Record<string, string> = { ...values };
  if (first !== undefined) {
    eventValues['capital_figure'] = first.figure;
    eventValues['capital_currency'] = first.currency;
  }
  if (event !== date) eventValues['filed_on'] = date;
  return eventValues;
}

const WORDING: Wording<FilingRecord> = {
  title: filingTitle,
  values: (filing, event) => valuesOf(filing, event.date),
  about: (filing, event) => aboutOf(filing, event.type),
};

function eventOf({ key, data }: NamedRecord<FilingRecord>): SourcedEvent<FilingRecord> {
  const type = typeOf(data.description ?? '');
  const eventDay = ownDay(data, type);
  const unworded: UnwordedEvent = {
    date: eventDay ?? data.date,
    type,
    form: data.form,
    source: 'company_register_filings',
    ref: key,
    filed_on: data.date,
    filings: [key],
    is_event_day: eventDay !== null,
  };
  return new SourcedEvent(unworded, data, WORDING);
}

export const filingEvents = (filings: readonly NamedRecord<FilingRecord>[]): SourcedEvent[] =>
  filings.map(eventOf);
