/** Reads the average number of employees, the company's own if the document states it separately. */
import { OF_PAGE, type Headcount, type ReadAccounts, type Scope } from '../accounts-record.js';
import { HEADCOUNT } from './concepts.js';
import { statedBy, type Column, type ColumnFact, type FactsByName } from './columns.js';
import { peopleIn, type StatedPeople } from '../words/headcount-sentence.js';
import type { ReportedPeriod, ReportedPeriods } from './periods.js';
import { isOfNoPeople } from '../words/row-labels.js';

/** The maximum headcount, above that of any employer. */
const MAX_EMPLOYEES = 5_000_000;

export interface HeadcountTerms {
  readonly facts: FactsByName;
  readonly scope: Scope;
  /** True if the document has columns of a group, or states that it covers one. */
  readonly group: boolean;
}

/** The facts of a period, else those of its last day, at which some documents state the headcount. */
function factsIn(facts: FactsByName, column: Column, period: ReportedPeriod): ColumnFact[] {
  for (const name of HEADCOUNT) {
    const here = (facts.get(name) ?? []).filter(
      (fact) =>
        fact.column === column &&
        fact.end === period.end &&
        fact.dimensions.length === 0 &&
        (fact.fact.value !== null || fact.fact.problem !== null),
    );
    const over = here.filter(({ start }) => start !== null && start === period.start);
    const at = here.filter(({ start }) => start === null);
    if (over.length > 0 || at.length > 0) return over.length > 0 ? over : at;
  }
  return [];
}

const isPeople = (value: string | null): value is string =>
  value !== null && /^\d{1,9}$/.test(value) && Number(value) <= MAX_EMPLOYEES;

/** The number in repeated facts, if they agree. */
function employeesOf(facts: readonly ColumnFact[]): number | null {
  const [first = null, ...others] = new Set(facts.map(({ fact }) => fact.value));
  return others.length === 0 && isPeople(first) ? Number(first) : null;
}

const WAGES = [
  'WagesSalaries',
  'StaffCostsEmployeeBenefitsExpense',
  'StaffCosts',
  'SocialSecurityCosts',
] as const;

export const hasWages = (facts: FactsByName, { start, end }: ReportedPeriod): boolean =>
  WAGES.some((name) =>
    (facts.get(name) ?? []).some(
      ({ fact, dimensions, ...place }) =>
        place.start === start && place.end === end && dimensions.length === 0 && Number(fact.value) > 0,
    ),
  );

/** Returns true if the number is the year of the period or the previous one, as in a heading. */
const isYearOf = ({ end }: ReportedPeriod, employees: number, facts: readonly ColumnFact[]): boolean =>
  [0, 1].includes(Number(end.slice(0, 4)) - employees) &&
  facts.every(({ fact }) => /^\d{4}$/.test(fact.printed));

/** Returns true if the label is of something else, such as directors or an amount of money. */
const hasOtherLabel = (facts: readonly ColumnFact[]): boolean =>
  facts.every(({ fact }) => isOfNoPeople(fact.place.label));

/** A headcount in a sentence. */
type SentencePeople = Pick<StatedPeople, 'printed' | 'ofGroup'> & { readonly count: number };

/** The headcount of a period; null: none is stated. A contradicted number becomes null. */
function headcountOf(
  { facts, scope, group }: HeadcountTerms,
  period: ReportedPeriod,
  people: SentencePeople | null,
): Headcount | null {
  const ownFacts = factsIn(facts, 'company', period);
  const ofGroup = factsIn(facts, 'group', period);
  const counted = ownFacts.length > 0 ? ownFacts : ofGroup;
  const [first] = counted;
  if (first === undefined)
    return people === null ? null : headcountOfSentence({ facts, scope, group }, period, people);
  const stated = employeesOf(counted);
  const sameAsGroup = ownFacts.length > 0 && ofGroup.length > 0 && stated === employeesOf(ofGroup);
  // An unmarked number in accounts of a group may be the group's.
  const itsScope =
    ownFacts.length === 0 || sameAsGroup ? 'group' : group && ofGroup.length === 0 ? 'unknown' : 'company';
  const isOfOthers = people !== null && people.ofGroup !== (itsScope === 'group');
  const isContradicted =
    stated !== null &&
    ((people !== null && !isOfOthers && people.count !== stated) ||
      (stated === 0 && hasWages(facts, period)) ||
      isYearOf(period, stated, counted) ||
      hasOtherLabel(counted));
  const employees = isContradicted ? null : stated;
  return { ...period, scope: scope === 'unknown' ? scope : itsScope, employees, by: statedBy(first) };
}

/** The headcount that only a sentence states, with the page as its context. */
const headcountOfSentence = (
  { facts, scope, group }: HeadcountTerms,
  period: ReportedPeriod,
  { count, printed, ofGroup }: SentencePeople,
): Headcount => ({
  ...period,
  scope: ofGroup ? 'group' : group ? 'unknown' : scope,
  employees: count > MAX_EMPLOYEES || (count === 0 && hasWages(facts, period)) ? null : count,
  by: { concept: 'average number of employees', context: OF_PAGE, printed },
});

/** The headcounts of both periods, each compared with a sentence in the page's text. */
export function headcountsOf(
  terms: HeadcountTerms,
  { now, before, text }: Pick<ReportedPeriods, 'now' | 'before'> & { readonly text: string },
): ReadAccounts['employees'] {
  const yearBefore = Number((before?.end ?? now.end).slice(0, 4)) - (before === null ? 1 : 0);
  const people = peopleIn(text, yearBefore);
  const isYear = people !== null && String(people.now) === now.end.slice(0, 4);
  const sentencePeople = people === null || isYear ? null : { ...people, count: people.now };
  const earlier = sentencePeople?.before == null ? null : { ...sentencePeople, count: sentencePeople.before };
  return {
    now: headcountOf(terms, now, sentencePeople),
    before: before === null ? null : headcountOf(terms, before, earlier),
  };
}
