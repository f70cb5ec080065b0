/** Contradictions between what was charged, what adjustments hold and what their reversals give back. */
import { charge, credit, type LineOrder } from '../../../support/statements/made-statements.js';
import type { Case } from './cases.js';
import {
  DAY,
  NEXT,
  BEFORE,
  JOB,
  ROW,
  OTHER,
  DAYS,
  AT,
  ROWS,
  WHOLE,
  ONE,
  negated,
  repriced,
  INDUSTRY,
  taken,
  undone,
  of,
  behindRows,
  inFirst,
} from './three-rows.js';

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

export const CONTRADICTIONS_OF_UNITS: readonly Case[] = [
  ...OF_WHAT_IS_LEFT,
  ...OF_EARLIER_CHARGES,
  ...OF_REVERSALS,
];
