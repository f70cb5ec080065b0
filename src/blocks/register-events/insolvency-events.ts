/** Beginning and end of insolvency cases (Insolvency Act 1986), as the register dates them. */
import type {
  InsolvencyCase,
  InsolvencyDate,
  InsolvencyRecord,
} from '../../sources/filings/insolvency-record.js';
import { told, ToldEvent, type Named, type RegisterEventType, type Wording } from './register-event.js';

/** The first that a case has is its beginning; a petition alone is one only where nothing else is dated. */
const STARTS = [
  'wound-up-on',
  'ordered-to-wind-up-on',
  'administration-started-on',
  'voluntary-arrangement-started-on',
  'moratorium-started-on',
  'instrumented-on',
  'declaration-solvent-on',
  'petitioned-on',
];
const ENDS = [
  'concluded-winding-up-on',
  'administration-ended-on',
  'administration-discharged-on',
  'voluntary-arrangement-ended-on',
  'moratorium-ended-on',
];

/** Kinds of proceedings that follow one another in one company, and are told apart by these words. */
const FAMILIES = [
  ['moratorium', /moratorium/],
  ['arrangement', /arrangement|restructuring/],
  ['receivership', /receiver/],
  ['administration', /administration/],
  ['liquidation', /liquidat|wind/],
] as const;

/** The kind of proceedings that a case is. */
const familyOf = (key: string): string => FAMILIES.find(([, words]) => words.test(key))?.[0] ?? key;

/** The kind of proceedings that a filing speaks of; its key begins with `liquidation-`, whatever they are. */
export function familyOfFiling(key: string): string {
  if (key.includes('move-to-creditors')) return 'liquidation';
  const own = key.replace(/^liquidation-/, '');
  return FAMILIES.find(([, words]) => words.test(own))?.[0] ?? 'liquidation';
}

const words = (key: string): string => key.replaceAll('-', ' ');
const heading = (key: string): string => words(key.charAt(0).toUpperCase() + key.slice(1));

function firstOf(types: readonly string[], dates: readonly InsolvencyDate[]): InsolvencyDate | undefined {
  return types.flatMap((type) => dates.find((date) => date.type === type) ?? [])[0];
}

interface DatedCase {
  readonly filed: InsolvencyCase;
  readonly day: InsolvencyDate;
}

const WORDING: Wording<DatedCase> = {
  title: ({ filed, day }) => `${heading(filed.type)}: ${words(day.type).replace(/ on$/, '')}`,
  values: ({ filed, day }) => told({ case_type: filed.type, case_number: filed.number, date_type: day.type }),
  about: ({ filed }) => [familyOf(filed.type)],
};

function eventOf(filed: InsolvencyCase, type: RegisterEventType, day: InsolvencyDate): ToldEvent<DatedCase> {
  const ref = `insolvency case ${filed.number ?? filed.type}`;
  const happening = { date: day.date, type, source: 'company_register_filings', ref } as const;
  return new ToldEvent(happening, { filed, day }, WORDING);
}

export function insolvencyEvents(records: readonly Named<InsolvencyRecord>[]): ToldEvent[] {
  const cases = records.flatMap(({ data }) => data.cases);
  return cases.flatMap((filed) => {
    const days = [
      ['insolvency_started', firstOf(STARTS, filed.dates)],
      ['insolvency_ended', firstOf(ENDS, filed.dates)],
      ['dissolved', firstOf(['dissolved-on'], filed.dates)],
    ] as const;
    return days.flatMap(([type, day]) => (day === undefined ? [] : [eventOf(filed, type, day)]));
  });
}
