/**
 * Every contradiction that the lines of one statement can have with each other, with their own values or with
 * the head, in the formats two and three. `docs/statements.md`, "Checking", has the rules.
 */
import {
  FORMATS,
  charge,
  statements,
  type StatementOrder,
} from '../../../support/statements/made-statements.js';
import type { Case } from './cases.js';
import {
  DAY,
  NEXT,
  BEFORE,
  JOB,
  ROW,
  DAYS,
  AT,
  ROWS,
  WHOLE,
  ONE,
  negated,
  repriced,
  INDUSTRY,
  taken,
  of,
  behindRows,
  second,
  inSecond,
} from './three-rows.js';
import { CONTRADICTIONS_OF_UNITS } from './contradictions-of-units.js';

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
  [
    'a row charged twice, and the second line taken back with the others',
    ['5 invalid', '6 invalid'],
    () =>
      statements([
        {
          leavesBefore: 3,
          entries: [
            ...ROWS,
            charge({ id: 4, day: DAY, blocks: { industry: AT } }),
            taken({ from: DAY, to: DAY }, [[DAY, 'industry', AT, -3]]),
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
    'a repricing of a row that is reversed under a later one, where another row has the price between',
    '8 invalid',
    taken({ ...JOB, row: 1, ...INDUSTRY }, repriced(1)),
    taken({ ...ROW, ...INDUSTRY }, repriced(1), { id: 81 }),
    taken({ ...ROW, ...INDUSTRY }, [
      [DAY, 'industry', '0.40', -1],
      [DAY, 'industry', '0.30', 1],
    ]),
    taken({ ...ROW, ...INDUSTRY }, negated(repriced(1)), { reverses: 81 }),
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
  headed('a tree before it and no event, in the second format', '6 invalid', {
    ...{ head: { after: null }, format: FORMATS.second },
  }),
  headed('nothing: a tree before it of month rules alone', null, { head: { after: null } }),
  headed('an event before it and none of its own', '3 invalid', { head: { through: null } }, []),
  headed('nothing: no lines', null, {}, []),
  headed('no lines and another root', '3 invalid', { head: { root: '11'.repeat(32) } }, []),
  headed('nothing: a partial one', null, { partial: true }),
];

export const CONTRADICTIONS_OF_ONE: readonly Case[] = [
  ...OF_CHARGES,
  ...OF_SCOPES,
  ...OF_REPRICINGS,
  ...OF_HEADS,
  ...CONTRADICTIONS_OF_UNITS,
];
