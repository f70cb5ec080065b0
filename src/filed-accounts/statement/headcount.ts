/** The average number of employees, of the company itself where that can be told. */
import type { Headcount, Scope } from '../accounts-record.js';
import { HEADCOUNT } from './concepts.js';
import { statedBy, type Column, type ColumnFact, type FactsByName } from './columns.js';
import type { ReportedPeriod } from './periods.js';

/** Beyond every employer on earth. */
const MOST_EMPLOYEES = 5_000_000;

export interface HeadcountTerms {
  readonly facts: FactsByName;
  readonly scope: Scope;
  /** Columns of a group stand in the document, or it says that it covers one. */
  readonly group: boolean;
}

/** Of a period as most documents state it; some state it at the day of the balance sheet. */
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
  value !== null && /^\d{1,9}$/.test(value) && Number(value) <= MOST_EMPLOYEES;

/** Facts that repeat agree, or nobody is counted. */
function employeesOf(facts: readonly ColumnFact[]): number | null {
  const [first = null, ...others] = new Set(facts.map(({ fact }) => fact.value));
  return others.length === 0 && isPeople(first) ? Number(first) : null;
}

/** The headcount of a period; null: none is stated. */
export function headcountOf(
  { facts, scope, group }: HeadcountTerms,
  period: ReportedPeriod,
): Headcount | null {
  const own = factsIn(facts, 'company', period);
  const ofGroup = factsIn(facts, 'group', period);
  const [first] = own.length > 0 ? own : ofGroup;
  if (first === undefined) return null;
  const employees = employeesOf(own.length > 0 ? own : ofGroup);
  const sameAsGroup = own.length > 0 && ofGroup.length > 0 && employees === employeesOf(ofGroup);
  // A number without a column, in accounts of a group, may be the group's.
  const itsScope =
    own.length === 0 || sameAsGroup ? 'group' : group && ofGroup.length === 0 ? 'unknown' : 'company';
  return { ...period, scope: scope === 'unknown' ? scope : itsScope, employees, by: statedBy(first) };
}
