/**
 * Every contradiction that the lines of one statement can have with each other, with their own values or with
 * the head, in the formats two and three. `docs/statements.md`, "Checking", has the rules.
 */
import {
  FORMATS,
  adjustment,
  charge,
  credit,
  jobId,
  statements,
  type AdjustmentOrder,
  type LineOrder,
  type StatementOrder,
} from '../../../support/statements/made-statements.js';
import type { Entry } from '../../../support/statements/wrong-statements.js';
import type { Case } from './cases.js';

const DAY = '2027-01-10';
const NEXT = '2027-01-11';
const BEFORE = '2026-11-05';
const JOB = { job_id: jobId(1) };
const ROW = { ...JOB, row: 0 };
const OTHER = { job_id: jobId(2) };
const DAYS = { from: DAY, to: NEXT };
const AT = '0.50';

/** Rows 0 and 1 of job 1, with two blocks each, and row 0 of job 2. */
const ROWS: readonly Entry[] = [
  charge({ id: 1, day: DAY, blocks: { industry: AT, officers: null } }),
  charge({ id: 2, row: 1, day: DAY, blocks: { industry: AT, officers: null } }),
  charge({ id: 3, job: 2, day: NEXT, blocks: { industry: AT } }),
];
const WHOLE: readonly LineOrder[] = [
  [DAY, 'industry', AT, -2],
  [DAY, 'officers', null, -2],
];
const ONE: readonly LineOrder[] = [
  [DAY, 'industry', AT, -1],
  [DAY, 'officers', null, -1],
];
const negated = (lines: readonly LineOrder[]): readonly LineOrder[] =>
  lines.map(([date, block, price, units]) => [date, block, price, -units]);
const repriced = (units: number, date = DAY): readonly LineOrder[] => [
  [date, 'industry', AT, -units],
  [date, 'industry', '0.40', units],
];
const INDUSTRY = { block: 'industry' };

type Adjusting = Partial<AdjustmentOrder>;
let ids = 100;
const taken = (scope: AdjustmentOrder['scope'], lines: readonly LineOrder[], more: Adjusting = {}): Entry =>
  adjustment({ id: ids++, scope, lines, day: NEXT, ...more });
/** The entries that take the same back, and give it again under the number of the second. */
const undone = (scope: AdjustmentOrder['scope'], lines: readonly LineOrder[]): readonly Entry[] => {
  const id = ids++;
  return [taken(scope, lines, { id }), taken(scope, negated(lines), { reverses: id })];
};

/** A statement that goes on from three leaves, unless it says otherwise. */
const of = (
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
const behindRows = (what: string, found: string | null, ...more: readonly Entry[]): Case =>
  of(what, found, [...ROWS, ...more]);
/** The account's first statement: all its lines are known. */
const inFirst = (what: string, found: string | null, ...more: readonly Entry[]): Case =>
  of(what, found, [...ROWS, ...more], { leavesBefore: 0 });
const second = (what: string, found: string | null, ...more: readonly Entry[]): Case =>
  of(what, found, [...ROWS, ...more], { format: FORMATS.second });
const inSecond = { format: FORMATS.second };

const OF_CHARGES: readonly Case[] = [
  of('nothing: a late block behind its row', null, [
    ...ROWS,
    charge({ id: 4, day: NEXT, blocks: { employees: AT }, isLateBlock: true }),
  ]),
  of('a late block before its row', '3 invalid', [
    charge({ id: 4, day: DAY, blocks: { employees: AT }, isLateBlock: true }),
    ...ROWS,
  ]),
  of('a row charged twice, and then a block of the second line late', '5 invalid', [
    ...ROWS,
    charge({ id: 4, day: DAY, blocks: { employees: AT } }),
    charge({ id: 5, day: DAY, blocks: { employees: AT }, isLateBlock: true }),
  ]),
  [
    'a row charged twice, and then a block of the first line late',
    ['5 invalid', '6 invalid'],
    () =>
      statements([
        {
          leavesBefore: 3,
          entries: [
            ...ROWS,
            charge({ id: 4, day: DAY, blocks: { employees: AT } }),
            charge({ id: 5, day: DAY, blocks: { industry: AT }, isLateBlock: true }),
          ],
        },
      ])[0] ?? '',
  ],
  of('a charge of a job behind an adjustment of it', '6 invalid', [
    ...ROWS,
    taken(JOB, WHOLE),
    charge({ id: 6, row: 2, day: NEXT, blocks: { industry: AT } }),
  ]),
  of('a late block of a job behind an adjustment of one of its rows', '6 invalid', [
    ...ROWS,
    taken(ROW, ONE),
    charge({ id: 6, row: 1, day: NEXT, blocks: { employees: AT }, isLateBlock: true }),
  ]),
  of('a charge with no currency behind charges with one', '5 invalid', [
    ...ROWS,
    charge({
      id: 6,
      row: 2,
      day: NEXT,
      blocks: { officers: null },
      change: { currency: null, amount: null },
    }),
  ]),
  second(
    'an adjustment with no currency behind charges with one',
    '5 invalid',
    taken(ROW, [[DAY, 'officers', null, -1]], { ...inSecond, change: { currency: null, amount: null } }),
  ),
];

const OF_SCOPES: readonly Case[] = [
  behindRows('nothing: a job', null, taken(JOB, WHOLE)),
  behindRows('nothing: a row', null, taken(ROW, ONE)),
  behindRows('nothing: days', null, taken(DAYS, [...WHOLE, [NEXT, 'industry', AT, -1]])),
  behindRows('a scope of nothing', '5 invalid', taken({}, ONE)),
  behindRows('a row of no job', '5 invalid', taken({ row: 0 }, ONE)),
  behindRows('a job and days', '5 invalid', taken({ ...JOB, ...DAYS }, WHOLE)),
  behindRows('days without an end', '5 invalid', taken({ from: DAY }, ONE)),
  behindRows('days that end before they begin', '5 invalid', taken({ from: NEXT, to: DAY }, [])),
  behindRows('another block than the scope names', '5 invalid', taken({ ...JOB, block: 'officers' }, WHOLE)),
  behindRows(
    'a day before the scope',
    '5 invalid',
    taken({ from: NEXT, to: NEXT }, [[DAY, 'industry', AT, -1]]),
  ),
  behindRows(
    'a day after the scope',
    '5 invalid',
    taken({ from: DAY, to: DAY }, [[NEXT, 'industry', AT, -1]]),
  ),
  behindRows('two units of a block of one row', '5 invalid', taken(ROW, [[DAY, 'industry', AT, -2]])),
  of('a block of one row on two days', '2 invalid', [
    taken(
      ROW,
      [
        [BEFORE, 'industry', AT, -1],
        ['2026-11-06', 'industry', AT, -1],
      ],
      {},
    ),
  ]),
  behindRows('an adjustment that adds units', '5 invalid', taken(JOB, negated(ONE))),
  behindRows(
    'an adjustment that takes and adds',
    '5 invalid',
    taken(JOB, [...ONE.slice(1), [DAY, 'industry', AT, 1]]),
  ),
  second('nothing of the second format: a job', null, taken(JOB, WHOLE, inSecond)),
  second('an adjustment of nothing in the second format', '5 invalid', taken(JOB, [], inSecond)),
  second(
    'an adjustment that adds units in the second format',
    '5 invalid',
    taken(JOB, negated(ONE), inSecond),
  ),
  second(
    'an adjustment of a block without units in the second format',
    '5 invalid',
    taken(JOB, [...WHOLE, [DAY, 'employees', null, 0]], inSecond),
  ),
  second(
    'another price than the charge had in the second format',
    '5 invalid',
    taken(JOB, [[DAY, 'industry', '0.40', -2], ...WHOLE.slice(1)], inSecond),
  ),
  second(
    'a price where the charge had none in the second format',
    '5 invalid',
    taken(JOB, [[DAY, 'officers', '0.40', -2], ...WHOLE.slice(0, 1)], inSecond),
  ),
];

const OF_REPRICINGS: readonly Case[] = [
  behindRows('nothing: a repricing', null, taken({ ...JOB, ...INDUSTRY }, repriced(2))),
  behindRows(
    'nothing: a repricing of days',
    null,
    taken({ ...DAYS, ...INDUSTRY }, [...repriced(2), ...repriced(1, NEXT)]),
  ),
  behindRows('a repricing of all blocks', '5 invalid', taken(JOB, repriced(2))),
  behindRows(
    'a repricing to two prices',
    '5 invalid',
    taken({ ...JOB, ...INDUSTRY }, [
      [DAY, 'industry', AT, -2],
      [DAY, 'industry', '0.40', 1],
      [DAY, 'industry', '0.30', 1],
    ]),
  ),
  behindRows(
    'a repricing to no price',
    '5 invalid',
    taken({ ...JOB, ...INDUSTRY }, [
      [DAY, 'industry', AT, -2],
      [DAY, 'industry', null, 2],
    ]),
  ),
  behindRows(
    'a repricing that adds a unit',
    '5 invalid',
    taken({ ...JOB, ...INDUSTRY }, [
      [DAY, 'industry', AT, -1],
      [DAY, 'industry', '0.40', 2],
    ]),
  ),
  behindRows(
    'a repricing that moves a unit to another day',
    '5 invalid',
    taken({ ...DAYS, ...INDUSTRY }, [
      [DAY, 'industry', AT, -1],
      [NEXT, 'industry', '0.40', 1],
    ]),
  ),
  behindRows(
    'a row at the price before its repricing, where another row has that price',
    '6 invalid',
    taken({ ...ROW, ...INDUSTRY }, repriced(1)),
    taken({ ...ROW, ...INDUSTRY }, [[DAY, 'industry', AT, -1]]),
  ),
  behindRows(
    'nothing: a row at its corrected price',
    null,
    taken({ ...ROW, ...INDUSTRY }, repriced(1)),
    taken({ ...ROW, ...INDUSTRY }, [[DAY, 'industry', '0.40', -1]]),
  ),
  behindRows(
    'a row at the corrected price of another row',
    '6 invalid',
    taken({ ...JOB, row: 1, ...INDUSTRY }, repriced(1)),
    taken({ ...ROW, ...INDUSTRY }, [[DAY, 'industry', '0.40', -1]]),
  ),
  behindRows(
    'a job at the price before its repricing, where another job has that price',
    '7 invalid',
    charge({ id: 4, job: 3, day: DAY, blocks: { industry: AT } }),
    taken({ ...JOB, ...INDUSTRY }, repriced(2)),
    taken({ ...JOB, ...INDUSTRY }, [[DAY, 'industry', AT, -1]]),
  ),
  behindRows(
    'a repricing of a row that an adjustment holds',
    '6 invalid',
    taken({ ...ROW, ...INDUSTRY }, [[DAY, 'industry', AT, -1]]),
    taken({ ...ROW, ...INDUSTRY }, repriced(1)),
  ),
  behindRows(
    'a repricing that is reversed under an adjustment',
    '7 invalid',
    taken({ ...ROW, ...INDUSTRY }, repriced(1), { id: 80 }),
    taken({ ...ROW, ...INDUSTRY }, [[DAY, 'industry', '0.40', -1]]),
    taken({ ...ROW, ...INDUSTRY }, negated(repriced(1)), { reverses: 80 }),
  ),
  behindRows(
    'a repricing of a row that is reversed under a later one',
    '7 invalid',
    taken({ ...ROW, ...INDUSTRY }, repriced(1), { id: 81 }),
    taken({ ...ROW, ...INDUSTRY }, [
      [DAY, 'industry', '0.40', -1],
      [DAY, 'industry', '0.30', 1],
    ]),
    taken({ ...ROW, ...INDUSTRY }, negated(repriced(1)), { reverses: 81 }),
  ),
];

const OF_WHAT_IS_LEFT: readonly Case[] = [
  behindRows('a row that was not charged, of a job that was', '5 invalid', taken({ ...JOB, row: 7 }, ONE)),
  behindRows(
    'a block that the row was not charged with',
    '5 invalid',
    taken({ ...ROW, block: 'employees' }, [[DAY, 'employees', AT, -1]]),
  ),
  of('a block that another row of the job was charged with', '6 invalid', [
    ...ROWS,
    charge({ id: 4, row: 2, day: DAY, blocks: { employees: AT } }),
    taken({ ...ROW, block: 'employees' }, [[DAY, 'employees', AT, -1]]),
  ]),
  of('a row on a day on which another row of the job was charged', '6 invalid', [
    ...ROWS,
    charge({ id: 4, row: 2, day: NEXT, blocks: { industry: AT } }),
    taken({ ...ROW, ...INDUSTRY }, [[NEXT, 'industry', AT, -1]]),
  ]),
  behindRows(
    'a job on a day on which only another job was charged',
    '5 invalid',
    taken({ ...JOB, ...INDUSTRY }, [[NEXT, 'industry', AT, -1]]),
  ),
  behindRows(
    'more than the job was charged',
    '5 invalid',
    taken({ ...OTHER, ...INDUSTRY }, [[NEXT, 'industry', AT, -2]]),
  ),
  behindRows('a job, and then one of its rows', '6 invalid', taken(JOB, WHOLE), taken(ROW, ONE)),
  behindRows('nothing: a row, and then the rest of its job', null, taken(ROW, ONE), taken(JOB, ONE)),
  behindRows('nothing: a job, given again and taken in part', null, ...undone(JOB, WHOLE), taken(ROW, ONE)),
  inFirst('nothing in the first statement: a job', null, taken(JOB, WHOLE)),
  inFirst('less than the whole job', '5 invalid', taken(JOB, ONE)),
  inFirst(
    'less than the block of a job',
    '5 invalid',
    taken({ ...JOB, ...INDUSTRY }, [[DAY, 'industry', AT, -1]]),
  ),
  inFirst('less than the whole row', '5 invalid', taken(ROW, ONE.slice(1))),
  inFirst('a repricing of less than the job', '5 invalid', taken({ ...JOB, ...INDUSTRY }, repriced(1))),
  inFirst('nothing in the first statement: a row, then its job', null, taken(ROW, ONE), taken(JOB, ONE)),
  inFirst(
    'nothing in the first statement: a block, then the row',
    null,
    taken({ ...ROW, ...INDUSTRY }, ONE.slice(0, 1)),
    taken(ROW, ONE.slice(1)),
  ),
  inFirst(
    'nothing in the first statement: days, then a job',
    null,
    taken({ ...DAYS, ...INDUSTRY }, [[DAY, 'industry', AT, -1]]),
    taken(JOB, ONE),
  ),
];

const EARLIER: readonly LineOrder[] = [[BEFORE, 'industry', AT, -2]];
const OF_EARLIER_CHARGES: readonly Case[] = [
  of('a job of an earlier month twice', '3 invalid', [taken(JOB, EARLIER), taken(JOB, EARLIER)]),
  of('a job of an earlier month, and then one of its rows', '3 invalid', [
    taken(JOB, EARLIER),
    taken(ROW, [[BEFORE, 'industry', AT, -1]]),
  ]),
  of('a block of an earlier job, and then the same block', '3 invalid', [
    taken({ ...JOB, ...INDUSTRY }, EARLIER),
    taken(JOB, EARLIER),
  ]),
  of('an earlier job, and then another day of it', '3 invalid', [
    taken(JOB, EARLIER),
    taken(JOB, [['2026-11-06', 'industry', AT, -1]]),
  ]),
  of('nothing: a block of an earlier job, and then its others', null, [
    taken({ ...JOB, ...INDUSTRY }, EARLIER),
    taken(JOB, [[BEFORE, 'officers', AT, -2]]),
  ]),
  of('nothing: an earlier job, given again and taken again', null, [
    ...undone(JOB, EARLIER),
    taken(JOB, EARLIER),
  ]),
  of('nothing: a row, an earlier job, the row again after its reversal', null, [
    taken(ROW, [[BEFORE, 'industry', AT, -1]], { id: 90 }),
    taken(JOB, EARLIER),
    taken(ROW, [[BEFORE, 'industry', AT, 1]], { reverses: 90 }),
    taken(JOB, [[BEFORE, 'industry', AT, -1]]),
  ]),
  of('more of an earlier job than was given again', '5 invalid', [
    taken(ROW, [[BEFORE, 'industry', AT, -1]], { id: 91 }),
    taken(JOB, EARLIER),
    taken(ROW, [[BEFORE, 'industry', AT, 1]], { reverses: 91 }),
    taken(JOB, EARLIER),
  ]),
  of('a repricing of an earlier job that is held', '3 invalid', [
    taken(JOB, EARLIER),
    taken({ ...JOB, ...INDUSTRY }, repriced(1, BEFORE)),
  ]),
  of('nothing: days of an earlier month twice', null, [
    taken({ from: BEFORE, to: BEFORE }, EARLIER),
    taken({ from: BEFORE, to: BEFORE }, EARLIER),
  ]),
  of('nothing: an earlier job, and then days given again', null, [
    taken(JOB, EARLIER),
    taken({ from: BEFORE, to: BEFORE }, negated(EARLIER), { reverses: 99 }),
    taken(JOB, EARLIER),
  ]),
];

const OF_REVERSALS: readonly Case[] = [
  behindRows('nothing: a job that is given again', null, ...undone(JOB, WHOLE)),
  behindRows(
    'a reversal in another scope',
    '6 invalid',
    taken({ ...JOB, ...INDUSTRY }, [[DAY, 'industry', AT, -2]], { id: 70 }),
    taken(JOB, [[DAY, 'industry', AT, 2]], { reverses: 70 }),
  ),
  behindRows(
    'a reversal of another row',
    '6 invalid',
    taken({ ...ROW, ...INDUSTRY }, [[DAY, 'industry', AT, -1]], { id: 71 }),
    taken({ ...JOB, row: 1, ...INDUSTRY }, [[DAY, 'industry', AT, 1]], { reverses: 71 }),
  ),
  behindRows('a reversal that takes units back', '5 invalid', taken(JOB, WHOLE, { reverses: 60 })),
  behindRows(
    'a credit that reverses an entry that was reversed',
    '7 invalid',
    credit({ id: 50, amount: '-5', day: DAY }),
    credit({ id: 51, amount: '5', day: DAY, reverses: 50 }),
    credit({ id: 52, amount: '5', day: DAY, reverses: 50 }),
  ),
  behindRows(
    'a credit under the number of an adjustment',
    '6 invalid',
    taken(JOB, WHOLE, { id: 53 }),
    credit({ id: 53, amount: '-5', day: DAY }),
  ),
];

const headed = (
  what: string,
  found: string | null,
  order: Omit<StatementOrder, 'entries'>,
  lines = ROWS,
): Case => of(what, found, lines, order);
const OF_HEADS: readonly Case[] = [
  headed('complete in the ten minutes after its month', '6 invalid', {
    head: { issued_at: '2027-02-01T00:09:59.999Z' },
  }),
  headed('nothing: complete ten minutes after its month', null, {
    head: { issued_at: '2027-02-01T00:10:00.000Z' },
  }),
  headed('a tree before it and no event', '6 invalid', { head: { after: null } }),
  headed('an event before it and none of its own', '3 invalid', { head: { through: null } }, []),
  headed('nothing: no lines', null, {}, []),
  headed('no lines and another root', '3 invalid', { head: { root: '11'.repeat(32) } }, []),
  headed('nothing: a partial one', null, { partial: true }),
];

export const CONTRADICTIONS_OF_ONE: readonly Case[] = [
  ...OF_CHARGES,
  ...OF_SCOPES,
  ...OF_REPRICINGS,
  ...OF_WHAT_IS_LEFT,
  ...OF_EARLIER_CHARGES,
  ...OF_REVERSALS,
  ...OF_HEADS,
];
