/** Some months of two customers at random: what happens, and how much time passes before it. */
import type { BlockOutcome } from '../../../packages/contract/src/row.js';
import * as fc from 'fast-check';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';

export const BLOCKS = ['company_identity', 'industry', 'registered_address'] as const satisfies BlockKey[];
const ANSWERS: readonly BlockOutcome[] = [
  { status: 'available' },
  { status: 'available' },
  { status: 'available' },
  { status: 'available' },
  { status: 'not_found', reason: 'source_unavailable' },
  { status: 'pending' },
];

/** From one step to the next: so many minutes; to so many minutes before or after the next day or month begins. */
export type Wait =
  | { readonly minutes: number }
  | { readonly to: 'day' | 'month'; readonly minutesAfter: number };

/** An account has one or the other: where this one is refused, the other one is asked for (first: GBP). */
const CURRENCIES = ['GBP', 'EUR'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** What comes of it in this currency, or in the other one where it is refused. */
export async function inOneOf<Outcome>(
  first: Currency | undefined,
  act: (currency: Currency) => Promise<Outcome | 'refused'>,
): Promise<Outcome | 'refused'> {
  const others = CURRENCIES.filter((each) => each !== first);
  for (const currency of first === undefined ? others : [first, ...others]) {
    const outcome = await act(currency);
    if (outcome !== 'refused') return outcome;
  }
  return 'refused';
}

/** The answers of a row by block; null: the row failed. */
export type RowPlan = Readonly<Partial<Record<BlockKey, BlockOutcome>>> | null;

/** What `pick` chooses from is what there is by then. */
export type Act =
  | {
      readonly do: 'job';
      readonly operation: 'enrich_job' | 'resolve';
      readonly rows: readonly RowPlan[];
      /** Equal ones, which an adjustment of days takes back together. */
      readonly times: number;
    }
  | { readonly do: 'fill'; readonly pick: number; readonly answer: BlockOutcome }
  | {
      readonly do: 'agree';
      readonly inDays: number;
      readonly prices: Partial<Record<BlockKey, string>>;
      readonly currency?: Currency;
    }
  /** From the first of a month on, with a last day so many days later, or an open end. */
  | {
      readonly do: 'contract';
      readonly inMonths: number;
      readonly currency: Currency;
      readonly days: number | null;
    }
  /** Of prices that have not begun. */
  | { readonly do: 'withdraw'; readonly pick: number }
  /** From the first of a month on: the running one on its first day, or a later one. */
  | {
      readonly do: 'rules';
      readonly inMonths: number;
      readonly free_units: number;
      readonly tiers: readonly { readonly after: number; readonly percent: string }[];
      readonly minimum: string | null;
      readonly currency?: Currency;
    }
  | {
      readonly do: 'adjust job';
      readonly pick: number;
      readonly row: number | null;
      readonly block: BlockKey | null;
    }
  /** Of the day of a job, and so many more before and after it. */
  | {
      readonly do: 'adjust days';
      readonly pick: number;
      readonly days: number;
      readonly block: BlockKey | null;
    }
  /** Of a whole job, of one of its rows, or of so many days before and after it. */
  | {
      readonly do: 'reprice';
      readonly pick: number;
      readonly row: number | null;
      readonly days: number | null;
      readonly block: BlockKey;
      readonly price: string;
    }
  | { readonly do: 'credit'; readonly amount: string; readonly currency?: Currency }
  | { readonly do: 'reverse'; readonly pick: number }
  /** Of one month; or of all up to it, in their order. */
  | { readonly do: 'statement'; readonly monthsAgo: number; readonly all: boolean }
  | { readonly do: 'dispute'; readonly pick: number }
  | { readonly do: 'look' };

export interface Step {
  readonly wait: Wait;
  readonly customer: 0 | 1;
  /** How long before a charge reaches the log it was dated, since a process was slow: minutes, or before this month. */
  readonly behind: number | 'last month';
  readonly act: Act;
}

export interface Months {
  /** The day of the first month on which it begins. */
  readonly day: number;
  readonly steps: readonly Step[];
}

const pick = fc.nat(7);
const block = fc.option(fc.constantFrom<BlockKey>(...BLOCKS), { freq: 1 });
const price = fc.constantFrom('0', '0.01', '0.0200', '0.25', '1.5', '3', '0.00000001', '123456789.00000009');
const currency = fc.constantFrom<Currency>('GBP', 'GBP', 'EUR');
const row: fc.Arbitrary<RowPlan> = fc.option(
  fc.record(Object.fromEntries(BLOCKS.map((key) => [key, fc.constantFrom(...ANSWERS)]))),
  { freq: 6 },
);
const rows = fc.array(row, { minLength: 1, maxLength: 4 });
const job = fc.record({
  do: fc.constant('job' as const),
  operation: fc.constant('enrich_job' as const),
  rows,
  times: fc.constantFrom(1, 1, 2, 3),
});
const resolve = fc.record({
  do: fc.constant('job' as const),
  operation: fc.constant('resolve' as const),
  rows: row.map((one) => [one]),
  times: fc.constantFrom(1, 2),
});
const agree = fc.record({
  do: fc.constant('agree' as const),
  inDays: fc.constantFrom(0, 0, 0, 1, 3, 20, -1),
  prices: fc.dictionary(fc.constantFrom(...BLOCKS), price, { minKeys: 1 }),
  currency,
});
const contract = fc.record({
  do: fc.constant('contract' as const),
  inMonths: fc.constantFrom(0, 1, 1, 1, 2),
  currency: fc.constantFrom<Currency>('GBP', 'EUR', 'EUR'),
  days: fc.constantFrom(null, 0, 20, 45),
});

const rules = fc.record({
  do: fc.constant('rules' as const),
  inMonths: fc.constantFrom(0, 1, 1, 1, 2),
  free_units: fc.constantFrom(0, 1, 2, 5),
  tiers: fc
    .uniqueArray(fc.record({ after: fc.nat(6), percent: fc.constantFrom('0', '10', '33.33', '100') }), {
      selector: ({ after }) => after,
      maxLength: 3,
    })
    .map((tiers) => tiers.toSorted((a, b) => a.after - b.after)),
  minimum: fc.constantFrom(null, null, '0.5', '12.34000001'),
  currency,
});

const days = fc.constantFrom(0, 1, 2, 4, 6, 40);
const adjustJob = fc.record({
  do: fc.constant('adjust job' as const),
  pick,
  row: fc.option(fc.nat(3), { freq: 1 }),
  block,
});
const adjustDays = fc.record({ do: fc.constant('adjust days' as const), pick, days, block });
const reprice = fc.record({
  do: fc.constant('reprice' as const),
  pick,
  row: fc.option(fc.nat(3), { freq: 1 }),
  days: fc.option(days, { freq: 1 }),
  block: fc.constantFrom<BlockKey>(...BLOCKS),
  price,
});

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: job },
  { weight: 2, arbitrary: resolve },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('fill' as const),
      pick,
      answer: fc.constantFrom(...ANSWERS.filter(({ status }) => status !== 'pending')),
    }),
  },
  { weight: 7, arbitrary: agree },
  { weight: 4, arbitrary: rules },
  { weight: 2, arbitrary: contract },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('withdraw' as const), pick }) },
  { weight: 5, arbitrary: adjustJob },
  { weight: 4, arbitrary: adjustDays },
  { weight: 5, arbitrary: reprice },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('credit' as const),
      amount: fc.constantFrom('5', '0.125', '1000000', '0.00000001'),
      currency,
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('reverse' as const), pick }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('statement' as const),
      monthsAgo: fc.constantFrom(0, 1, 1),
      all: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), pick }) },
  { weight: 1, arbitrary: fc.constant({ do: 'look' as const }) },
);

const wait: fc.Arbitrary<Wait> = fc.oneof(
  fc.constant({ minutes: 0 }),
  fc.record({ minutes: fc.nat(30) }),
  fc.record({ minutes: fc.integer({ min: 60, max: 10 * 24 * 60 }) }),
  fc.record({
    to: fc.constantFrom('day' as const, 'month' as const, 'month' as const),
    minutesAfter: fc.constantFrom(-5, 0, 5, 9, 10, 15),
  }),
);

const step = (what: fc.Arbitrary<Act>): fc.Arbitrary<Step> =>
  fc.record({
    wait,
    customer: fc.constantFrom(0 as const, 0 as const, 1 as const),
    behind: fc.constantFrom<Step['behind']>(0, 0, 0, 20, 600, 'last month'),
    act: what,
  });

const at = (arbitrary: fc.Arbitrary<Step>, of: Partial<Step>): fc.Arbitrary<Step> =>
  arbitrary.map((one) => ({ ...one, ...of }));

/** The first customer's contract changes from a month on; new prices begin there, for old and new charges. */
const change: fc.Arbitrary<readonly Step[]> = fc.tuple(
  at(step(job), { customer: 0, wait: { minutes: 0 } }),
  at(step(contract.map((one) => ({ ...one, inMonths: 1 }))), { customer: 0 }),
  at(step(agree.map((one) => ({ ...one, inDays: 0 }))), {
    customer: 0,
    wait: { to: 'month', minutesAfter: 15 },
  }),
  at(step(job), { customer: 0, wait: { minutes: 30 } }),
  at(step(fc.oneof(adjustJob, adjustDays, reprice)), { customer: 0, wait: { minutes: 0 } }),
);

export const months: fc.Arbitrary<Months> = fc.record({
  day: fc.integer({ min: 1, max: 30 }),
  steps: fc
    .tuple(
      fc.array(step(agree.map((one) => ({ ...one, inDays: 0 }))), { maxLength: 2 }),
      fc.array(step(fc.oneof(job, job, resolve, agree, rules)), { minLength: 2, maxLength: 5 }),
      fc.tuple(fc.boolean(), change).map(([changes, steps]) => (changes ? steps : [])),
      fc.array(step(act), { minLength: 4, maxLength: 14 }),
    )
    .map((parts) => parts.flat()),
});
