/**
 * A contract changes the currency of an account on the first of a month. The new month then has entries of
 * the contract before: a refund, a corrected price, a difference of the old month's rules, a credit. Every
 * program that tells or checks the bill says the same of it.
 */
import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Entry, Parts } from '../../support/statements/wrong-statements.js';
import { partsOf, signedAnew } from '../../support/statements/wrong-statements.js';
import {
  commandLine,
  commandLineTogether,
  hasPython,
  inBrowser,
  inPython,
  inPythonTogether,
} from '../../support/statements/statement-verifiers.js';
import { KEY_OF_TESTS, linesOf } from '../../support/statements/statements.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { trillionths } from './exported-sums.js';
import { CUSTOMERS, MonthsWorld } from './months-world.js';
import { BLOCKS, type Act, type Step, type Wait } from './random-months.js';

const folder = forAllTests(() => new TemporaryFolder());
const [BLOCK, OTHER] = BLOCKS;
const AVAILABLE = Object.fromEntries(BLOCKS.map((key) => [key, { status: 'available' } as const]));
const step = (act: Act, wait: Wait = { minutes: 1 }): Step => ({ act, wait, customer: 0, behind: 0 });
const job = step({ do: 'job', operation: 'enrich_job', rows: [AVAILABLE, AVAILABLE, AVAILABLE], times: 1 });
const agree = (of: string, other: string, wait: Wait): Step =>
  step({ do: 'agree', inDays: 0, prices: { [BLOCK]: of, [OTHER]: other } }, wait);
const nextMonth: Wait = { to: 'month', minutesAfter: 15 };

/** October is billed in GBP and has rules; November is billed in EUR. */
const STEPS: readonly Step[] = [
  agree('0.10', '0.25', { minutes: 0 }),
  step({ do: 'rules', inMonths: 1, free_units: 1, tiers: [{ after: 2, percent: '10' }], minimum: null }),
  step({ do: 'look' }, nextMonth),
  job,
  step({ do: 'contract', inMonths: 1, currency: 'EUR', days: null }),
  step({ do: 'statement', monthsAgo: 1, all: true }, nextMonth),
  agree('0.30', '0.40', { minutes: 1 }),
  job,
  step({ do: 'adjust job', pick: 0, row: 1, block: null }),
  step({ do: 'reprice', pick: 0, row: null, days: null, block: BLOCK, price: '0.05' }),
  step({ do: 'credit', amount: '1', currency: 'GBP' }),
  step({ do: 'credit', amount: '0.5', currency: 'EUR' }),
];

let world: MonthsWorld;
let log = '';
/** The files of October and November. */
let [october, november]: [string, string] = ['', ''];
beforeAll(async () => {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setTimeout'],
  });
  world = await MonthsWorld.begin(folder, 10, (time) => void jest.setSystemTime(time));
  await world.live({ day: 10, steps: STEPS });
  log = await world.exported();
  const stated = (month: string): string =>
    world.doors.stated.find((each) => each.account === CUSTOMERS[0] && each.month === month)?.text ?? '';
  [october, november] = [stated('2026-10'), stated('2026-11')];
  jest.useRealTimers();
});
afterAll(() => world.close());

const jsonOf = <T>(text = ''): T => JSON.parse(text) as T;

it('states each currency, and no sum of both', () => {
  const { totals } = jsonOf<{ totals: object }>(linesOf(november).at(-2));
  expect(totals).toMatchObject({
    ...{ currency: null, payable: null, net: { units: 6, amount: null } },
    currencies: [
      { currency: 'EUR', amount: '2.1', net_amount: '1.6', month_rules: '0', payable: '1.60' },
      { currency: 'GBP', amount: '0', net_amount: '-1.45', month_rules: '0.045', payable: '-1.41' },
    ],
  });
  expect(jsonOf<{ totals: object }>(linesOf(october).at(-2)).totals).toMatchObject({
    ...{ currency: 'GBP', net: { units: 9, amount: '1.05' }, payable: '0.75' },
  });
});

it('tells in usage and explanation what the statements say', () => {
  const money = (amount: string, netAmount: string): object => ({
    ...{ amount: trillionths(amount), netAmount: trillionths(netAmount) },
  });
  const whole = world.doors.said.filter((each) => each.account === CUSTOMERS[0] && 'range' in each).slice(-5);
  expect(whole.map(({ by }) => by).sort()).toEqual([
    ...['explain', 'usage by block', 'usage by day', 'usage by job', 'usage by key'],
  ]);
  for (const { by, sums } of whole)
    expect([by, sums]).toMatchObject([
      by,
      {
        ...{ units: 18, netUnits: 15, amount: null, netAmount: null },
        currencies: { EUR: money('2.1', '1.6'), GBP: money('1.05', '-0.4') },
      },
    ]);
  const rules = world.doors.saidRules.filter(({ month, amount }) => month >= '2026-10' && amount !== 0n);
  expect(rules.map(({ by, month, amount }) => [by, month, amount])).toEqual([
    ['usage', '2026-10', trillionths('-0.26')],
    ['explain', '2026-10', trillionths('-0.26')],
  ]);
});

it('is right by verify and by the independent bill', async () => {
  expect(await world.faults()).toEqual([]);
  if (!hasPython) return;
  const program = join(__dirname, '../../../packages/independent-bill/independent_bill.py');
  const file = folder.file('two-currencies.log');
  writeFileSync(file, log);
  const { stdout } = spawnSync('python3', [program, file, '--account', '1001'], { encoding: 'utf8' });
  const { accounts, contradictions } = jsonOf<{ accounts: object[]; contradictions: string[] }>(stdout);
  expect(contradictions).toEqual([]);
  expect(accounts).toMatchObject([
    {
      ...{ units: 18, net_units: 15, amount: null, net_amount: null },
      currencies: [
        { currency: 'EUR', amount: '2.1', net_amount: '1.6' },
        { currency: 'GBP', amount: '1.05', net_amount: '-0.4' },
      ],
    },
  ]);
});

/** The statement, signed anew with the key of tests. */
function changed(text: string, change: (parts: Parts) => Parts = (parts) => parts): string {
  const parts = partsOf(linesOf(text));
  return signedAnew(change({ ...parts, head: { ...parts.head, key_id: KEY_OF_TESTS.key_id } }));
}
type Facts = Record<string, unknown>;
const facts =
  (isMeant: (entry: Entry) => boolean, change: Facts) =>
  (parts: Parts): Parts => ({
    ...parts,
    entries: parts.entries.map((entry) =>
      isMeant(entry) ? { ...entry, fact: { ...entry.fact, ...change } } : entry,
    ),
  });
const totals =
  (change: (of: Facts) => Facts) =>
  (parts: Parts): Parts => {
    const { totals: said } = jsonOf<{ totals: Facts }>(linesOf(november).at(-2));
    return { ...parts, totals: { ...said, ...change(said) } };
  };
const currencies = (change: (all: Facts[]) => Facts[]) =>
  totals(({ currencies: all }) => ({ currencies: change(all as Facts[]) }));
const isOfOctober = ({ kind, fact }: Entry): boolean => kind === 'adjustment' || fact['month'] === '2026-10';

/** Lines of November: charges on 2 to 4, refund on 5, repricing on 6, credits on 7 and 8, a rule on 9. */
const CHANGED: readonly (readonly [what: string, found: string[], change: (parts: Parts) => Parts])[] = [
  ['nothing', [], (parts) => parts],
  [
    'a charge in the currency before',
    ['3 invalid'],
    facts(({ fact }) => fact['row'] === 1, { currency: 'GBP' }),
  ],
  [
    'a corrected price in the currency of the new month',
    ['6 invalid'],
    facts(({ fact }) => fact['reason'] === 'goodwill' && fact['amount'] === '-0.1', { currency: 'EUR' }),
  ],
  [
    'a rule in the currency of the new month',
    ['9 invalid'],
    facts(({ kind }) => kind === 'month_rule', { currency: 'EUR' }),
  ],
  ['one currency of two', ['10 changed'], totals(() => ({ currency: 'EUR' }))],
  ['a currency less', ['10 changed'], currencies((all) => all.slice(0, 1))],
  ['currencies in another order', ['10 changed'], currencies((all) => all.toReversed())],
  [
    'the rules of one currency in the other one',
    ['10 changed'],
    currencies(([eur = {}, gbp = {}]) => [
      { ...eur, month_rules: '0.045', payable: '1.65' },
      { ...gbp, month_rules: '0', payable: '-1.45' },
    ]),
  ],
  [
    'another rounding of what is below zero',
    ['10 changed'],
    currencies(([eur = {}, gbp = {}]) => [eur, { ...gbp, payable: '-1.40' }]),
  ],
];

it.each([
  ['the command line', commandLine],
  ...(hasPython ? [['the package', inPython] as const] : []),
  ['the browser', inBrowser],
] as const)('holds the lines of both currencies against each other: %s', async (_name, verifier) => {
  const paths = CHANGED.map(([, , change], at) => {
    const file = folder.file(`changed-${at}.ndjson`);
    writeFileSync(file, changed(november, change));
    return file;
  });
  const found = await verifier(paths);
  expect(CHANGED.map(([what], at) => [what, found[at]])).toEqual(CHANGED.map(([what, due]) => [what, due]));
});

it.each([
  ['the command line', commandLineTogether],
  ...(hasPython ? [['the package', inPythonTogether] as const] : []),
] as const)('holds both months against each other: %s', async (_name, verifier) => {
  const inEuro = facts(isOfOctober, { currency: 'EUR' });
  const group = ([first, second]: readonly [string, string], name: string): string[] =>
    [first, second].map((text, at) => {
      const file = folder.file(`${name}-${at}.ndjson`);
      writeFileSync(file, text);
      return file;
    });
  const right = group([changed(october), changed(november)], 'right');
  const wrong = group([changed(october), changed(november, inEuro)], 'wrong');
  const found = await verifier([right, wrong]);
  expect(right.map((path) => found[0]?.[path])).toEqual([[], []]);
  expect(wrong.map((path) => found[1]?.[path])).toEqual([[], ['5 invalid', '6 invalid', '9 invalid']]);
});
