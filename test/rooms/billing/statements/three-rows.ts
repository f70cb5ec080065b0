/** A statement of three charged rows, and what may be taken back of them, for the tables of contradictions. */
import {
  FORMATS,
  adjustment,
  charge,
  jobId,
  statements,
  type AdjustmentOrder,
  type LineOrder,
  type StatementOrder,
} from '../../../support/statements/made-statements.js';
import type { Entry } from '../../../support/statements/wrong-statements.js';
import type { Case } from './cases.js';

export const DAY = '2027-01-10';
export const NEXT = '2027-01-11';
export const BEFORE = '2026-11-05';
export const JOB = { job_id: jobId(1) };
export const ROW = { ...JOB, row: 0 };
export const OTHER = { job_id: jobId(2) };
export const DAYS = { from: DAY, to: NEXT };
export const AT = '0.50';

/** Rows 0 and 1 of job 1, with two blocks each, and row 0 of job 2. */
export const ROWS: readonly Entry[] = [
  charge({ id: 1, day: DAY, blocks: { industry: AT, officers: null } }),
  charge({ id: 2, row: 1, day: DAY, blocks: { industry: AT, officers: null } }),
  charge({ id: 3, job: 2, day: NEXT, blocks: { industry: AT } }),
];
export const WHOLE: readonly LineOrder[] = [
  [DAY, 'industry', AT, -2],
  [DAY, 'officers', null, -2],
];
export const ONE: readonly LineOrder[] = [
  [DAY, 'industry', AT, -1],
  [DAY, 'officers', null, -1],
];
export const negated = (lines: readonly LineOrder[]): readonly LineOrder[] =>
  lines.map(([date, block, price, units]) => [date, block, price, -units]);
export const repriced = (units: number, date = DAY): readonly LineOrder[] => [
  [date, 'industry', AT, -units],
  [date, 'industry', '0.40', units],
];
export const INDUSTRY = { block: 'industry' };

type Adjusting = Partial<AdjustmentOrder>;
let ids = 100;
export const taken = (
  scope: AdjustmentOrder['scope'],
  lines: readonly LineOrder[],
  more: Adjusting = {},
): Entry => adjustment({ id: ids++, scope, lines, day: NEXT, ...more });
/** The entries that take the same back, and give it again under the number of the second. */
export const undone = (scope: AdjustmentOrder['scope'], lines: readonly LineOrder[]): readonly Entry[] => {
  const id = ids++;
  return [taken(scope, lines, { id }), taken(scope, negated(lines), { reverses: id })];
};

/** A statement that goes on from three leaves, unless it says otherwise. */
export const of = (
  what: string,
  found: string | null,
  entries: readonly Entry[],
  order: Omit<StatementOrder, 'entries'> = {},
): Case => [
  what,
  found === null ? [] : [found],
  () => statements([{ leavesBefore: 3, entries, ...order }])[0] ?? '',
];
/** Behind the three rows: on line 5, and 6, 7. */
export const behindRows = (what: string, found: string | null, ...more: readonly Entry[]): Case =>
  of(what, found, [...ROWS, ...more]);
/** The account's first statement: all its lines are known. */
export const inFirst = (what: string, found: string | null, ...more: readonly Entry[]): Case =>
  of(what, found, [...ROWS, ...more], { leavesBefore: 0 });
export const second = (what: string, found: string | null, ...more: readonly Entry[]): Case =>
  of(what, found, [...ROWS, ...more], { format: FORMATS.second });
export const inSecond = { format: FORMATS.second };
