/**
 * In random months usage, statements, `billing explain` and evidence say of every customer what a sum of its own from
 * the exported log says, and `verify` finds nothing wrong.
 */
import 'reflect-metadata';
import * as fc from 'fast-check';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { ExportedBill } from './exported-bill.js';
import { trillionths, type Sums } from './exported-sums.js';
import type { Said, Stated } from './billing-doors.js';
import { CUSTOMERS, MonthsWorld } from './months-world.js';
import { months } from './random-months.js';

const LONG = process.env['TEST_LONG'] !== undefined;
const RUNS = Number(process.env['BILL_RUNS'] ?? (LONG ? 10_000 : 30));
const SEED = Number(process.env['BILL_SEED'] ?? 20_261_133);

jest.setTimeout(3_600_000);
const folder = forAllTests(() => new TemporaryFolder());

beforeAll(() => {
  jest.useFakeTimers({
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
});
afterAll(() => void jest.useRealTimers());

/** What must happen in the draws, or they prove little. */
const EVERYTHING = [
  'enrich_job',
  'resolve',
  'late block',
  'prices recorded',
  'prices changed within a day',
  'adjustment',
  'adjustment of equal jobs',
  'repricing',
  'credit',
  'reversal',
  'dispute',
  'partial statement',
  'statement',
  'repeated statement',
  'statement with late lines',
  'rules recorded',
  'month with rules',
  'statement with a difference of rules',
  'look',
  'contract recorded',
  'withdrawal recorded',
  'several_currencies',
  'statement in two currencies',
  'usage in two currencies',
];

/** What is owed together, by currency. */
function netOf(all: readonly Pick<Sums, 'netUnits' | 'currencies'>[]) {
  const money = new Map<string, bigint>();
  for (const [currency, { netAmount }] of all.flatMap(({ currencies }) => Object.entries(currencies)))
    money.set(currency, (money.get(currency) ?? 0n) + netAmount);
  const owed = [...money].filter(([, amount]) => amount !== 0n).sort();
  return { units: all.reduce((sum, { netUnits }) => sum + netUnits, 0), owed };
}

/** What the lines of a month's rules come to in all of these statements. */
function linesOf(stated: readonly Pick<Stated, 'text'>[], month: string): bigint {
  const lines = stated.flatMap(({ text }) =>
    text.split('\n').filter((line) => line.startsWith('{"index":') && line.includes('"month_rule":')),
  );
  return lines
    .map((line) => (JSON.parse(line) as { month_rule: { month: string; amount: string } }).month_rule)
    .filter((rule) => rule.month === month)
    .reduce((sum, { amount }) => sum + trillionths(amount), 0n);
}

function expectSaid(bill: ExportedBill, said: Said): void {
  const { by, account, at } = said;
  const told = { by, ...said.sums };
  if ('range' in said) expect(told).toEqual({ by, ...bill.ofDays(account, said.range, at) });
  else
    expect({
      ...(by === 'evidence' ? bill.ofJob(account, said.job, at) : bill.ofJobDays(account, said.job, at)),
      by,
    }).toMatchObject(told);
}

it('every door says of random months what the exported log comes to', async () => {
  const happened = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(months, async (plan) => {
      const world = await MonthsWorld.begin(folder, plan.day, (time) => void jest.setSystemTime(time));
      try {
        await world.live(plan);
        const bill = new ExportedBill(await world.exported());
        for (const said of world.doors.said) expectSaid(bill, said);
        for (const { account, month, at, amount } of world.doors.saidRules)
          expect({ month, amount }).toEqual({ month, amount: bill.rulesOf(account, month, at) });
        const stated = world.doors.stated.map(({ text: _, ...each }) => ({
          ...each,
          account: String(each.account),
        }));
        expect(stated).toEqual(bill.statements.map(({ position: _, ...each }) => each));
        for (const account of CUSTOMERS) {
          const complete = world.doors.stated.filter((each) => each.account === account && !each.partial);
          const last = world.doors.said.filter((each) => each.account === account).at(-1);
          expect(netOf(complete)).toEqual(netOf(last === undefined ? [] : [last.sums]));
          for (const month of complete.map((each) => each.month))
            for (const { by, amount } of world.doors.saidRules.filter(
              (each) => each.account === account && each.month === month,
            ))
              expect({ by, month, amount }).toEqual({ by, month, amount: linesOf(complete, month) });
        }
        expect(await world.faults()).toEqual([]);
        for (const [what, times] of world.tally.times) happened.set(what, (happened.get(what) ?? 0) + times);
      } finally {
        await world.close();
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: process.env['BILL_SHRINK'] === undefined },
  );
  for (const what of EVERYTHING) expect([what, happened.get(what) ?? 0]).not.toEqual([what, 0]);
});
