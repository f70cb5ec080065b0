/** Finds the beginning and end of insolvency cases (Insolvency Act 1986), as the register dates them. */
import type {
  InsolvencyCase,
  InsolvencyDate,
  InsolvencyRecord,
} from '../../sources/filings/insolvency-record.js';
import { daysBetween } from '../../../../words/src/calendar.js';
import {
  withoutNulls,
  SourcedEvent,
  type NamedRecord,
  type RegisterEvent,
  type RegisterEventType,
  type Wording,
} from './register-event.js';
import caseDates from './case-dates.json';

/** Types of dates that begin a case, the best first. A petition counts only where nothing else is dated. */
const START_DATES: readonly string[] = caseDates.starts;
const END_DATES: readonly string[] = caseDates.ends;

/** A winding-up by members needs a declaration that the company can pay (Insolvency Act 1986 s89). */
const SOLVENT_CASE = 'members-voluntary-liquidation';
const DECLARATION = /declaration of solvency/i;
const SOLVENT = /members.{0,2} voluntary|\bsolvency\b|special resolution to wind up/i;
const VOLUNTARY_LIQUIDATION = /voluntary liquidator|resolution to wind up/i;
/** The resolution follows the declaration within five weeks, and its copy fifteen days later. */
const MAX_DAYS_APART = 50;

type SolvencyEvent = Pick<RegisterEvent, 'type' | 'date' | 'title' | 'values'>;

/** Tells whether the event begins a solvent liquidation, as all known events of the company show. */
export function isSolvent({ title, date, values }: SolvencyEvent, events: readonly SolvencyEvent[]): boolean {
  const { case_type } = values;
  if (case_type !== undefined) return case_type === SOLVENT_CASE;
  if (SOLVENT.test(title)) return true;
  const isNear = (other: SolvencyEvent): boolean => Math.abs(daysBetween(other.date, date)) <= MAX_DAYS_APART;
  return (
    VOLUNTARY_LIQUIDATION.test(title) &&
    events.some((event) => DECLARATION.test(event.title) && isNear(event))
  );
}

/** Tells whether the last proceedings that began before a company's dissolution were solvent. */
export function wasSolvent({ date }: SolvencyEvent, events: readonly SolvencyEvent[]): boolean {
  const begun = events.filter((event) => event.type === 'insolvency_started' && event.date <= date);
  const last = begun.reduce<SolvencyEvent | undefined>(
    (a, b) => (a !== undefined && a.date > b.date ? a : b),
    undefined,
  );
  return last !== undefined && isSolvent(last, events);
}

/** Kinds of proceedings that may follow one another in one company, with the words that distinguish them. */
const FAMILIES = [
  ['moratorium', /moratorium/],
  ['arrangement', /arrangement|restructuring/],
  ['receivership', /receiver/],
  ['administration', /administration/],
  ['liquidation', /liquidat|wind/],
] as const;

const familyOf = (key: string): string => FAMILIES.find(([, words]) => words.test(key))?.[0] ?? key;

/** The kind of proceedings in a filing. Its key begins with `liquidation-` for all kinds. */
export function familyOfFiling(key: string): string {
  if (key.includes('move-to-creditors')) return 'liquidation';
  const caseKey = key.replace(/^liquidation-/, '');
  return FAMILIES.find(([, words]) => words.test(caseKey))?.[0] ?? 'liquidation';
}

const inWords = (key: string): string => key.replaceAll('-', ' ');
const heading = (key: string): string => inWords(key.charAt(0).toUpperCase() + key.slice(1));

function firstOf(types: readonly string[], dates: readonly InsolvencyDate[]): InsolvencyDate | undefined {
  return types.flatMap((type) => dates.find((date) => date.type === type) ?? [])[0];
}

interface DatedCase {
  readonly filed: InsolvencyCase;
  readonly day: InsolvencyDate;
}

const WORDING: Wording<DatedCase> = {
  title: ({ filed, day }) => {
    const solvent = filed.type === SOLVENT_CASE ? ' (solvent)' : '';
    return `${heading(filed.type)}${solvent}: ${inWords(day.type).replace(/ on$/, '')}`;
  },
  values: ({ filed, day }) =>
    withoutNulls({ case_type: filed.type, case_number: filed.number, date_type: day.type }),
  about: ({ filed }) => [familyOf(filed.type)],
};

function eventOf(
  filed: InsolvencyCase,
  type: RegisterEventType,
  day: InsolvencyDate,
): SourcedEvent<DatedCase> {
  const ref = `insolvency case ${filed.number ?? filed.type}`;
  const unworded = { date: day.date, type, source: 'company_register_filings', ref } as const;
  return new SourcedEvent(unworded, { filed, day }, WORDING);
}

export function insolvencyEvents(records: readonly NamedRecord<InsolvencyRecord>[]): SourcedEvent[] {
  const cases = records.flatMap(({ data }) => data.cases);
  return cases.flatMap((filed) => {
    const days = [
      ['insolvency_started', firstOf(START_DATES, filed.dates)],
      ['insolvency_ended', firstOf(END_DATES, filed.dates)],
      ['dissolved', firstOf(['dissolved-on'], filed.dates)],
    ] as const;
    return days.flatMap(([type, day]) => (day === undefined ? [] : [eventOf(filed, type, day)]));
  });
}
