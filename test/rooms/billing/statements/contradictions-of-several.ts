/** Every contradiction that two statements of an account can have, in the formats two and three. */
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

/** What is found in each of the files, in the order of months. */
export type CaseOfSeveral = readonly [
  what: string,
  found: readonly (readonly string[])[],
  made: () => readonly string[],
];

const AT = '0.50';
const [JANUARY, FEBRUARY] = ['2027-01-10', '2027-02-10'];
const JOB = { job_id: jobId(1) };
const ROW = { ...JOB, row: 0 };
const INDUSTRY = { block: 'industry' };
const first = (more: readonly Entry[] = [], order: Omit<StatementOrder, 'entries'> = {}): StatementOrder => ({
  leavesBefore: 3,
  entries: [0, 1].map((row) => charge({ id: row, row, day: JANUARY, blocks: { industry: AT } })).concat(more),
  ...order,
});
const line = (units: number, price: string | null = AT): LineOrder => [JANUARY, 'industry', price, units];
const taken = (
  scope: AdjustmentOrder['scope'],
  lines: readonly LineOrder[],
  more: Partial<AdjustmentOrder> = {},
): Entry => adjustment({ id: 100, scope, lines, day: FEBRUARY, ...more });
const inJanuary = { id: 99, day: JANUARY };

/** January, and these entries in February. */
const of = (
  what: string,
  found: string | null,
  entries: readonly Entry[],
  {
    before = [],
    order = {},
    january = {},
  }: {
    before?: readonly Entry[];
    order?: Omit<StatementOrder, 'entries'>;
    january?: Omit<StatementOrder, 'entries'>;
  } = {},
): CaseOfSeveral => [
  what,
  [[], found === null ? [] : [found]],
  () => statements([first(before, january), { entries, ...order }]),
];
const both = { january: { format: FORMATS.second }, order: { format: FORMATS.second } };

const OF_LINES: readonly CaseOfSeveral[] = [
  of('nothing: a row of January taken back', null, [taken(ROW, [line(-1)])]),
  of('nothing: in the second format', null, [taken(ROW, [line(-1)], { format: FORMATS.second })], both),
  of('nothing: the second format, then the third', null, [taken(ROW, [line(-1)])], { january: both.january }),
  of('a charge twice', '2 invalid', [charge({ id: 0, row: 9, day: FEBRUARY, blocks: { industry: AT } })]),
  of('a row twice', '2 invalid', [charge({ id: 9, day: FEBRUARY, blocks: { industry: AT } })]),
  of('a block of a row again, late', '2 invalid', [
    charge({ id: 9, day: FEBRUARY, blocks: { industry: AT }, isLateBlock: true }),
  ]),
  of('nothing: another block of the row, late', null, [
    charge({ id: 9, day: FEBRUARY, blocks: { officers: AT }, isLateBlock: true }),
  ]),
  of('a late charge at another price than others of its day', '2 invalid', [
    charge({ id: 9, row: 9, day: JANUARY, blocks: { industry: '0.60' }, late: true }),
  ]),
  of('an adjustment twice', '2 invalid', [taken(JOB, [line(-1)], { id: 99 })], {
    before: [taken(ROW, [line(-1)], inJanuary)],
  }),
  of(
    'a credit under the number of an adjustment',
    '2 invalid',
    [credit({ id: 99, amount: '-1', day: FEBRUARY })],
    {
      before: [taken(ROW, [line(-1)], inJanuary)],
    },
  ),
  of('another price than the charge had', '2 invalid', [taken(ROW, [line(-1, '0.40')])]),
  of(
    'another price than the charge had, in the second format',
    '2 invalid',
    [taken(ROW, [line(-1, '0.40')], { format: FORMATS.second })],
    both,
  ),
  of('no price where the charge had one', '2 invalid', [taken(ROW, [line(-1, null)])]),
  of('more of a job than was charged', '2 invalid', [taken(JOB, [line(-3)])]),
  of('a job that was not charged', '2 invalid', [taken({ job_id: jobId(7) }, [line(-1)])]),
  of('a row that was not charged', '2 invalid', [taken({ ...JOB, row: 9 }, [line(-1)])]),
  of('another day than the charge had', '2 invalid', [taken(ROW, [['2027-01-11', 'industry', AT, -1]])]),
  of('a row that an adjustment holds', '2 invalid', [taken(ROW, [line(-1)])], {
    before: [taken(ROW, [line(-1)], inJanuary)],
  }),
  of('a job that an adjustment holds', '2 invalid', [taken(JOB, [line(-2)])], {
    before: [taken(JOB, [line(-2)], inJanuary)],
  }),
  of('days that an adjustment holds', '2 invalid', [taken({ from: JANUARY, to: JANUARY }, [line(-1)])], {
    before: [taken(JOB, [line(-2)], inJanuary)],
  }),
  of('nothing: the rest of a job', null, [taken(JOB, [line(-1)])], {
    before: [taken(ROW, [line(-1)], inJanuary)],
  }),
  of('the price before a repricing', '2 invalid', [taken(ROW, [line(-1)])], {
    before: [taken({ ...ROW, ...INDUSTRY }, [line(-1), line(1, '0.40')], inJanuary)],
  }),
  of('nothing: the corrected price', null, [taken(ROW, [line(-1, '0.40')])], {
    before: [taken({ ...ROW, ...INDUSTRY }, [line(-1), line(1, '0.40')], inJanuary)],
  }),
];

const reversal = { reverses: 99 };
const OF_REVERSALS: readonly CaseOfSeveral[] = [
  of('nothing: a reversal', null, [taken(ROW, [line(1)], reversal)], {
    before: [taken(ROW, [line(-1)], inJanuary)],
  }),
  of('nothing: a reversal in another format', null, [taken(ROW, [line(1)], reversal)], {
    before: [taken(ROW, [line(-1)], { ...inJanuary, format: FORMATS.second })],
    january: both.january,
  }),
  of('a reversal of more than was taken', '2 invalid', [taken(JOB, [line(2)], reversal)], {
    before: [taken(JOB, [line(-1)], inJanuary)],
  }),
  of('a reversal at another price', '2 invalid', [taken(ROW, [line(1, '0.60')], reversal)], {
    before: [taken(ROW, [line(-1)], inJanuary)],
  }),
  of('a reversal in another scope', '2 invalid', [taken({ ...ROW, ...INDUSTRY }, [line(1)], reversal)], {
    before: [taken(ROW, [line(-1)], inJanuary)],
  }),
  of('a second reversal', '2 invalid', [taken(ROW, [line(1)], reversal)], {
    before: [taken(ROW, [line(-1)], inJanuary), taken(ROW, [line(1)], { id: 98, day: JANUARY, ...reversal })],
  }),
  of('a reversal of a reversal', '2 invalid', [taken(ROW, [line(-1)], { reverses: 98 })], {
    before: [taken(ROW, [line(-1)], inJanuary), taken(ROW, [line(1)], { id: 98, day: JANUARY, ...reversal })],
  }),
  of(
    'a reversal of a credit with another amount',
    '2 invalid',
    [credit({ id: 100, amount: '4', day: FEBRUARY, reverses: 99 })],
    { before: [credit({ id: 99, amount: '-5', day: JANUARY })] },
  ),
  of(
    'a credit that reverses an adjustment',
    '2 invalid',
    [credit({ id: 100, amount: '0.5', day: FEBRUARY, reverses: 99 })],
    { before: [taken(ROW, [line(-1)], inJanuary)] },
  ),
  of(
    'nothing: a reversal of a credit',
    null,
    [credit({ id: 100, amount: '5', day: FEBRUARY, reverses: 99 })],
    { before: [credit({ id: 99, amount: '-5', day: JANUARY })] },
  ),
  of(
    'a repricing reversed under an adjustment of an earlier month',
    '2 invalid',
    [taken({ ...ROW, ...INDUSTRY }, [line(1), line(-1, '0.40')], reversal)],
    {
      before: [
        taken({ ...ROW, ...INDUSTRY }, [line(-1), line(1, '0.40')], inJanuary),
        taken(ROW, [line(-1, '0.40')], { id: 98, day: JANUARY }),
      ],
    },
  ),
];

const OTHER = { after: '00000077-0000-4000-8000-0000000000ee' };
const several = (
  what: string,
  found: CaseOfSeveral[1],
  ...orders: readonly StatementOrder[]
): CaseOfSeveral => [what, found, () => statements(orders)];
const rows = (id: number, day: string): readonly Entry[] => [
  charge({ id, row: id, day, blocks: { industry: AT } }),
];
const MARCH = '2027-03-10';

const OF_HEADS: readonly CaseOfSeveral[] = [
  of('another event than the last one of the statement before', '3 invalid', [], { order: { head: OTHER } }),
  several('nothing: that, where the month between is missing', [[], []], first(), {
    ...{ month: '2027-03', entries: rows(9, MARCH), head: OTHER },
  }),
  several('another tree than that of the statement before', [[], ['4 invalid']], first(), {
    ...{ entries: rows(9, FEBRUARY), leavesBefore: 6 },
  }),
  several('nothing: another tree, where the month between is missing', [[], []], first(), {
    ...{ month: '2027-03', entries: rows(9, MARCH), leavesBefore: 6 },
  }),
  several('a smaller tree than an earlier month ended with', [[], ['4 invalid']], first(), {
    ...{ month: '2027-03', entries: rows(9, MARCH), leavesBefore: 4 },
  }),
  several('another root of a tree of that size', [[], ['4 invalid']], first(), {
    ...{ month: '2027-03', entries: rows(9, MARCH), leavesBefore: 5 },
  }),
  several('two statements of a month, the later file given first', [['5 invalid'], []], first(), {
    ...{ month: '2027-01', entries: rows(9, JANUARY) },
  }),
  several(
    'nothing: a partial statement',
    [[], [], []],
    first(),
    { entries: rows(9, FEBRUARY), partial: true },
    {
      ...{ month: '2027-02', entries: rows(9, FEBRUARY) },
    },
  ),
  several(
    'a row twice, with a month between',
    [[], [], ['2 invalid']],
    first(),
    { entries: rows(9, FEBRUARY) },
    { entries: rows(0, MARCH) },
  ),
  several(
    'nothing, where the earlier one is of the first format',
    [[], []],
    first([], { format: FORMATS.first }),
    { entries: rows(0, FEBRUARY), head: OTHER },
  ),
  several('less than a whole job of the month before', [[], ['2 invalid']], first([], { leavesBefore: 0 }), {
    entries: [taken(JOB, [line(-1)])],
  }),
];

export const CONTRADICTIONS_OF_SEVERAL: readonly CaseOfSeveral[] = [
  ...OF_LINES,
  ...OF_REVERSALS,
  ...OF_HEADS,
];
