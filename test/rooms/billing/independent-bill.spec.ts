/**
 * `packages/independent-bill` sums from an exported log of random months what usage and statements said. It
 * is Python, written from docs/events.md alone.
 */
import 'reflect-metadata';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { TrustedKey } from '../../../packages/statement-check/src/check/public-keys.js';
import { verifyStatements } from '../../../src/operator/statements/verify-statement.js';
import { hasPython, inPythonTogether } from '../../support/statements/statement-verifiers.js';
import { firstDayOf, lastDayOf } from '../../../packages/words/src/month.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { trillionths, type CurrencySum, type Sums } from './exported-sums.js';
import { CUSTOMERS, MonthsWorld } from './months-world.js';
import { months } from './random-months.js';

const PROGRAM = join(__dirname, '..', '..', '..', 'packages', 'independent-bill', 'independent_bill.py');
const RUNS = Number(process.env['BILL_RUNS'] ?? (process.env['TEST_LONG'] === undefined ? 2 : 300));
const SEED = Number(process.env['BILL_SEED'] ?? 20_261_129);

jest.setTimeout(3_600_000);
const folder = forAllTests(() => new TemporaryFolder());

/** Only `Date` is faked. */
const REAL = [
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
] as const;
beforeAll(() => void jest.useFakeTimers({ doNotFake: [...REAL] }));
afterAll(() => void jest.useRealTimers());

interface SummedFigures {
  readonly rows: number;
  readonly units: number;
  readonly net_units: number;
  readonly amount: string | null;
  readonly net_amount: string | null;
  readonly currencies: readonly Readonly<Record<'currency' | 'amount' | 'net_amount', string>>[];
  readonly month_rules: readonly { readonly currency: string; readonly amount: string }[];
}

interface Summed {
  readonly accounts: readonly (SummedFigures & {
    readonly account_id: number;
    readonly statements: readonly (SummedFigures & {
      readonly month: string;
      readonly partial: boolean;
      readonly late: number;
    })[];
  })[];
  readonly contradictions: readonly string[];
}

function summed(
  text: string,
  ...words: readonly string[]
): { readonly bill: Summed; readonly status: number } {
  const file = folder.file('independent.ndjson');
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync('python3', [PROGRAM, file, ...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === null || status > 1) throw new Error(stderr);
  return { bill: JSON.parse(stdout) as Summed, status };
}

const money = (text: string | null): bigint | null => (text === null ? null : trillionths(text));
const sumsOf = ({ rows, units, net_units, amount, net_amount, currencies }: SummedFigures): Sums => ({
  ...{ rows, units, netUnits: net_units },
  ...{ amount: money(amount), netAmount: money(net_amount) },
  currencies: Object.fromEntries(
    currencies.map((each) => [
      each.currency,
      { amount: trillionths(each.amount), netAmount: trillionths(each.net_amount) },
    ]),
  ),
});

/** Without currencies that come to nothing: usage has one also where nothing was charged. */
const owedOf = <Of extends Pick<Sums, 'currencies'>>(of: Of): Of => ({
  ...of,
  currencies: Object.fromEntries(
    Object.entries(of.currencies)
      .filter(([, { amount, netAmount }]) => amount !== 0n || netAmount !== 0n)
      .sort(),
  ),
});

const rulesOf = ({ month_rules }: SummedFigures): bigint =>
  month_rules.reduce((sum, { amount }) => sum + trillionths(amount), 0n);

function rulesByCurrency({ month_rules }: SummedFigures): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { currency, amount } of month_rules)
    sums[currency] = (sums[currency] ?? 0n) + trillionths(amount);
  return sums;
}

/** Runs random months and hands on the world with its exported log. */
async function inRandomMonths(
  runs: number,
  see: (world: MonthsWorld, text: string) => void | Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(months, async (plan) => {
      const world = await MonthsWorld.begin(folder, plan.day, (time) => void jest.setSystemTime(time));
      try {
        await world.live(plan);
        await see(world, await world.exported());
      } finally {
        await world.close();
      }
    }),
    { numRuns: runs, seed: SEED, endOnFailure: true },
  );
}

/** What `billing explain` says of all days, and what all complete statements say together. */
function explainedAndStated({ doors }: MonthsWorld, account: number): readonly object[] {
  const explained = doors.said.findLast((each) => each.by === 'explain' && each.account === account)?.sums as
    | Sums
    | undefined;
  const complete = doors.stated.filter((each) => each.account === account && !each.partial);
  const sum = { rows: 0, units: 0, netUnits: 0, currencies: {} as Record<string, CurrencySum> };
  for (const { rows, units, netUnits, currencies } of complete) {
    sum.rows += rows;
    sum.units += units;
    sum.netUnits += netUnits;
    for (const [currency, { amount, netAmount }] of Object.entries(currencies)) {
      const before = sum.currencies[currency] ?? { amount: 0n, netAmount: 0n };
      sum.currencies[currency] = { amount: before.amount + amount, netAmount: before.netAmount + netAmount };
    }
  }
  const { rows = 0, units = 0, netUnits = 0, currencies = {} } = explained ?? {};
  return [{ rows, units, netUnits, currencies }, sum].map(owedOf);
}

it('sums what usage, explain and statements say of random months', async () => {
  let statements = 0;
  await inRandomMonths(RUNS, (world, text) => {
    const { bill, status } = summed(text);
    expect([bill.contradictions, status]).toEqual([[], 0]);
    for (const account of CUSTOMERS) {
      const own = bill.accounts.find(({ account_id }) => account_id === account);
      const [explained, together] = explainedAndStated(world, account);
      expect(explained).toEqual(together);
      const stated = world.doors.stated.filter((each) => each.account === account);
      statements += stated.length;
      expect(
        own?.statements.map((each) => ({
          ...each,
          ...sumsOf(each),
          monthRules: rulesByCurrency(each),
        })) ?? [],
      ).toMatchObject(stated.map(({ text: _, account: __, ...each }) => each));
      for (const { month, at, amount } of world.doors.saidRules.filter((said) => said.account === account)) {
        const days = ['--from', firstDayOf(month), '--to', lastDayOf(month)];
        const [usage] = summed(text, '--account', String(account), ...days, '--until', at).bill.accounts;
        expect({ month, amount: usage && rulesOf(usage) }).toEqual({ month, amount });
      }
      const known = new Map<string, ReturnType<typeof summed>>();
      const looks = world.doors.said.filter((each) => each.account === account && 'range' in each);
      for (const said of looks) {
        if (!('range' in said)) continue;
        const { from, to } = said.range;
        const words = ['--account', String(account), '--from', from, '--to', to, '--until', said.at];
        const of = known.get(words.join()) ?? summed(text, ...words);
        known.set(words.join(), of);
        const [usage] = of.bill.accounts;
        expect({ by: said.by, ...(usage && owedOf(sumsOf(usage))) }).toEqual({
          by: said.by,
          ...owedOf(said.sums),
        });
      }
    }
  });
  expect(statements).toBeGreaterThan(RUNS);
});

it('finds no contradiction in the files of the statements either, each by itself and all together', async () => {
  let files = 0;
  await inRandomMonths(RUNS, async (world, text) => {
    const introduced = text.split('\n').filter((line) => line.includes('"type":"StatementKeyIntroduced"'));
    const keys = introduced.map((line) => (JSON.parse(line) as { readonly data: TrustedKey }).data);
    const paths = world.doors.stated.map(({ text: stated }) => {
      const file = folder.file(`stated-${files++}.ndjson`);
      writeFileSync(file, stated);
      return file;
    });
    for (const group of [...paths.map((path) => [path]), paths])
      for (const report of await verifyStatements(group, keys, () => undefined))
        expect(report).toMatchObject({ ok: true, findings: [] });
    if (!hasPython || process.env['TEST_LONG'] === undefined) return;
    const found = await inPythonTogether([...paths.map((path) => [path]), paths], keys[0]?.public_key);
    expect(found.flatMap((of) => Object.values(of)).flat()).toEqual([]);
  });
  expect(files).toBeGreaterThan(RUNS);
});

let drawn: Promise<readonly string[]> | undefined;
/** The exported logs of six random months, drawn once. */
function sixLogs(): Promise<readonly string[]> {
  const logs: string[] = [];
  drawn ??= inRandomMonths(6, (_world, text) => void logs.push(text)).then(() => logs);
  return drawn;
}

/** Changes the first line that can be changed so. */
function planted(text: string, change: (line: string) => string): string | null {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => change(line) !== line);
  if (at < 0) return null;
  return lines.map((line, index) => (index === at ? change(line) : line)).join('\n');
}

it.each<[string, (line: string) => string, RegExp]>([
  [
    'a unit for a block that was not available',
    (line) =>
      line.includes('"RowsRecorded"')
        ? line.replace(/("blocks":\{"\w+":)"available"/, '$1"not_found:x"')
        : line,
    /is not charged a unit for each available block/,
  ],
  [
    'a statement with other units',
    (line) =>
      line.includes('"StatementIssued"')
        ? line.replace(/("totals":\{"rows":\d+,"units":)\d+/, '$199999')
        : line,
    /says units 99999, the log \d+/,
  ],
  [
    'a statement with other credits',
    (line) =>
      line.includes('"StatementIssued"')
        ? line.replace(/"credited_amount":"[^"]+"/, '"credited_amount":"-777"')
        : line,
    /says credited_amount -777, the log /,
  ],
  [
    'a statement with another amount to pay',
    (line) =>
      line.includes('"StatementIssued"') ? line.replace(/"payable":"[^"]+"/, '"payable":"777.00"') : line,
    /says payable 777\.00, the log -?\d+\.\d\d$/m,
  ],
  [
    'a statement in another currency',
    (line) =>
      line.includes('"StatementIssued"') && /"payable":"/.test(line)
        ? line.replace(/("totals":\{.*?"currency":)"GBP"/, '$1"JPY"')
        : line,
    /says currency JPY, the log GBP$/m,
  ],
  [
    'an adjustment with other units',
    (line) =>
      line.includes('"ChargeAdjusted"')
        ? line.replace(/"units":-\d+,"currency"/, '"units":-777,"currency"')
        : line,
    /says -777 units/,
  ],
  [
    'an unknown kind of event beside the adjustments',
    (line) => line.replace('"type":"ChargeAdjusted"', '"type":"ChargeHalved"'),
    /ChargeHalved may change a bill, and this program doesn't know it/,
  ],
])('finds %s', async (_name, change, sentence) => {
  const wrong = (await sixLogs()).flatMap((text) => planted(text, change) ?? [])[0] ?? '';
  const { bill, status } = summed(wrong);
  expect(status).toBe(1);
  expect(bill.contradictions.join('\n')).toMatch(sentence);
});

it('refuses a file that is no whole export', () => {
  expect(() => summed('{"export":"company-data log","after":null}\n')).toThrow(/is not whole/);
  expect(() => summed('{}\n')).toThrow(/is no export of a log/);
});

it('is at most 300 lines', () => {
  expect(readFileSync(PROGRAM, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(300);
});
