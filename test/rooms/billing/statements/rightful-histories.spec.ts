/**
 * What an operator may rightly do to charges, in statements of the service: no verifier finds a fault in
 * them.
 */
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { publishedKey, type TrustedKey } from '../../../../packages/statement-check/src/check/public-keys.js';
import { verifyStatements } from '../../../../src/operator/statements/verify-statement.js';
import { hasPython, inBrowser, inPythonTogether } from '../../../support/statements/statement-verifiers.js';
import { TemporaryFolder } from '../../../support/system/temporary-folder.js';
import { forAllTests } from '../../../support/worlds/for-each-test.js';
import { MonthsWorld } from '../months-world.js';
import { BLOCKS, type Act, type Months, type Step, type Wait } from '../random-months.js';

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
] as const;
const TIMERS = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;
beforeAll(() => void jest.useFakeTimers({ doNotFake: [...REAL, ...TIMERS] }));
afterAll(() => void jest.useRealTimers());

const step = (act: Act, wait: Wait = { minutes: 1 }): Step => ({ act, wait, customer: 0, behind: 0 });
const AVAILABLE = Object.fromEntries(BLOCKS.map((key) => [key, { status: 'available' } as const]));
const [BLOCK, OTHER] = BLOCKS;
const agree = step({ do: 'agree', inDays: 0, prices: { [BLOCK]: '0.10', [OTHER]: '0.25' } });
const job = (wait?: Wait): Step =>
  step({ do: 'job', operation: 'enrich_job', rows: [AVAILABLE, AVAILABLE, AVAILABLE], times: 1 }, wait);
type Of = Partial<{ pick: number; row: number | null; block: (typeof BLOCKS)[number] | null }>;
const adjust = (of: Of = {}, wait?: Wait): Step =>
  step({ do: 'adjust job', pick: 0, row: null, block: null, ...of }, wait);
const reprice = (price: string, of: Partial<Act & { do: 'reprice' }> = {}, wait?: Wait): Step =>
  step({ do: 'reprice', pick: 0, row: null, days: null, block: BLOCK, price, ...of }, wait);
const reverse = (pick: number): Step => step({ do: 'reverse', pick });
const days = { days: 3 };

/** The next month begins, and its first statement is issued. */
const nextMonth: readonly Step[] = [
  step({ do: 'statement', monthsAgo: 1, all: true }, { to: 'month', minutesAfter: 15 }),
];
/**
 * A job of two minutes after the month's beginning; four minutes before that by the clock of a slow machine.
 */
const EARLY: Wait = { to: 'month', minutesAfter: 2 };
const SLOW: Wait = { minutes: -4 };
const LATER: Wait = { minutes: 60 };

const HISTORIES: readonly (readonly [what: string, steps: readonly Step[]])[] = [
  ['days at another price, and then the job', [job(), reprice('0.05', days), adjust()]],
  ['days at another price, and then a row', [job(), reprice('0.05', days), adjust({ row: 1 }), adjust()]],
  [
    'a row at another price, days at a third one, and then both',
    [job(), reprice('0.07', { row: 1 }), reprice('0.05', days), adjust({ row: 1 }), adjust()],
  ],
  [
    'days at another price in a later month',
    [job(), ...nextMonth, job(), reprice('0.05', { pick: 1, ...days }), adjust({ pick: 1, row: 1 })],
  ],
  [
    'days at another price, and then a correction of the job and of a row',
    [job(), reprice('0.05', days), reprice('0.20', { row: 2 }), reprice('0.15'), reverse(2), adjust()],
  ],
  ['a block of a job, and then a row', [job(), adjust({ block: BLOCK }), adjust({ row: 1 })]],
  [
    'a block of a job, and then a row in two parts',
    [job(), adjust({ block: BLOCK }), adjust({ row: 1, block: OTHER }), adjust({ row: 1 }), adjust()],
  ],
  ['a row, its reversal, and then the job', [job(), adjust({ row: 1 }), reverse(0), adjust()]],
  [
    'a row at a price that a slow machine corrected',
    [job(), job(EARLY), reprice('0.05', { pick: 1 }, SLOW), adjust({ pick: 1, row: 1 }, LATER)],
  ],
  [
    'a row at a price that a slow machine corrected for the row',
    [job(), job(EARLY), reprice('0.05', { pick: 1, row: 1 }, SLOW), adjust({ pick: 1, row: 1 }, LATER)],
  ],
  [
    'days at a price that a slow machine corrected',
    [job(), job(EARLY), reprice('0.05', { pick: 1, days: 0 }, SLOW), adjust({ pick: 1 }, LATER)],
  ],
  [
    'a reversal of what a slow machine corrected, and then the job',
    [job(), job(EARLY), reprice('0.05', { pick: 1 }, SLOW), step(reverse(0).act, LATER), adjust({ pick: 1 })],
  ],
  [
    'the rest of what a slow machine took back',
    [job(), job(EARLY), adjust({ pick: 1, row: 1 }, SLOW), adjust({ pick: 1 }, LATER), reverse(0)],
  ],
];

const minimum = step({ do: 'rules', inMonths: 1, free_units: 0, tiers: [], minimum: '0.5' });
const MORE_HISTORIES: typeof HISTORIES = [
  [
    'a month with a minimum and without an event, and then a charge',
    [minimum, ...nextMonth, ...nextMonth, job()],
  ],
];

const pick = fc.nat(2);
const row = fc.option(fc.nat(2), { freq: 2 });
const block = fc.option(fc.constantFrom(...BLOCKS), { freq: 1 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('adjust job' as const), pick, row, block }),
  fc.record({ do: fc.constant('adjust days' as const), pick, days: fc.nat(2), block }),
  fc.record({
    ...{ do: fc.constant('reprice' as const), pick, row, block: fc.constantFrom(...BLOCKS) },
    ...{ days: fc.option(fc.nat(2), { freq: 1 }), price: fc.constantFrom('0', '0.05', '0.10', '0.25') },
  }),
  fc.record({ do: fc.constant('reverse' as const), pick: fc.nat(5) }),
);
/** A machine whose clock is right, or behind; or a month's end. */
const wait: fc.Arbitrary<Wait> = fc.constantFrom<Wait>(LATER, LATER, { minutes: 1 }, SLOW, EARLY);
const histories = fc.array(fc.tuple(act, wait), { minLength: 3, maxLength: 12 });

/** The files of the statements of one history. */
interface Made {
  readonly what: string;
  readonly paths: readonly string[];
}
const made: Made[] = [];
const keys = new Map<string, TrustedKey>();

async function live(what: string, { day, steps }: Months): Promise<void> {
  const plan = { day, steps: [agree, ...steps] };
  const world = await MonthsWorld.begin(folder, day, (time) => void jest.setSystemTime(time));
  try {
    await world.live(plan);
    for (const line of (await world.exported()).split('\n'))
      if (line.includes('"type":"StatementKeyIntroduced"')) {
        const { data } = JSON.parse(line) as { readonly data: TrustedKey };
        keys.set(data.key_id, data);
      }
    const paths = world.doors.stated.map(({ text }, at) => {
      const file = folder.file(`${made.length}-${at}.ndjson`);
      writeFileSync(file, text);
      return file;
    });
    made.push({ what, paths });
    if (what.startsWith('[')) return;
    const wanted = steps.filter(({ act: { do: kind } }) => kind.startsWith('adjust'));
    expect([what, world.tally.times.get('adjustment') ?? 0]).toEqual([what, wanted.length]);
  } finally {
    await world.close();
  }
}

beforeAll(async () => {
  for (const [what, steps] of [...HISTORIES, ...MORE_HISTORIES]) await live(what, { day: 10, steps });
  for (const acts of fc.sample(histories, { numRuns: RUNS, seed: SEED })) {
    const steps = [job(), job(EARLY), ...acts.map(([each, before]) => step(each, before)), job()];
    await live(JSON.stringify(acts), { day: 28, steps });
  }
});

/** What is found in each statement by itself, and in all of a history together. */
type Finder = (groups: readonly (readonly string[])[]) => Promise<readonly object[]>;
const named = (): string => {
  const times = { introduced_at: '2026-09-01T00:00:00.000Z', retired_at: null };
  return JSON.stringify({ keys: [...keys.values()].map((key) => publishedKey({ ...key, ...times })) });
};
const commandLine: Finder = (groups) =>
  Promise.all(
    groups.map(async (group) =>
      (await verifyStatements(group, [...keys.values()], () => undefined)).map(({ findings }) => findings),
    ),
  );
const inPackage: Finder = async (groups) => {
  const file = folder.file('keys.json');
  writeFileSync(file, named());
  return (await inPythonTogether(groups, file)).map((found) => Object.values(found));
};
/** The browser checks one file. */
const alone: Finder = async (groups) => {
  const found = await inBrowser(groups.flat(), named());
  let at = 0;
  return groups.map((group) => group.map(() => found[at++]));
};

it.each<[string, Finder]>([
  ['the command line', commandLine],
  ...(hasPython ? [['the package', inPackage] satisfies [string, Finder]] : []),
  ['the browser', alone],
])('no fault is found in what an operator may do: %s', async (_name, finder) => {
  const groups = made.flatMap(({ what, paths }) =>
    [...paths.map((path) => [path]), paths].map((group) => ({ what, group })),
  );
  const found = await finder(groups.map(({ group }) => group));
  expect(groups.map(({ what }, at) => [what, found[at]])).toEqual(
    groups.map(({ what, group }) => [what, group.map(() => [])]),
  );
  expect(groups.length).toBeGreaterThan(2 * made.length);
});
