import Big from 'big.js';
import * as fc from 'fast-check';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, AdjustmentId, JobId } from '../../../packages/contract/src/ids.js';
import type { AdjustmentPrices } from './adjustment-figures.js';
import { adjustCharges, reverseAdjustment, type AdjustmentDecision } from './adjustments.decider.js';
import type { AdjustmentScope, AdjustmentsEvent } from './adjustments.events.js';
import { NOTHING_ADJUSTED, evolve, type AdjustmentsState } from './adjustments.state.js';
import { ChargedBlocks } from './charged-blocks.js';
import { repriceCharges, type ChargesToReprice } from './repricing.decider.js';

const account = 1001 as AccountId;
const job = (n: number): JobId => `job_01JDXB8Z5N000000000000000${n}` as JobId;
const [SATURDAY, SUNDAY] = ['2026-11-21', '2026-11-22'];
const WORDS = { reason: 'price_error', note: 'as in the contract' } as const;
const EVERYTHING: AdjustmentScope = { job_id: null, row: null, block: null, from: null, to: null };

/** Two pence an identity, three pence an industry; an industry of Sunday has no price. */
const agreed = (day: string, block: string): string | null =>
  block === 'company_identity' ? '0.02' : day === SUNDAY ? null : '0.03';
const prices: AdjustmentPrices = {
  currencyOn: () => 'GBP',
  priceOn: agreed,
  amountOf: (day, units, corrected) => {
    const rest = new Map(Object.entries(units));
    let sum = new Big(0);
    for (const { block, price, units: each } of corrected) {
      rest.set(block, (rest.get(block) ?? 0) - each);
      sum = sum.plus(new Big(price).times(each));
    }
    for (const [block, each] of rest) sum = sum.plus(new Big(agreed(day, block) ?? 0).times(each));
    return sum;
  },
};

interface Unit {
  readonly job: JobId;
  readonly row: number;
  readonly block: BlockKey;
  readonly day: string;
  /** The standing entries on it, the last one last; null: an adjustment. */
  stack: readonly { readonly id: AdjustmentId; readonly price: string | null }[];
}

/** Two jobs of three rows: an identity each on Saturday, an industry on Saturday or late on Sunday. */
const charges = (): Unit[] =>
  [job(1), job(2)].flatMap((of) =>
    [0, 1, 2].flatMap((row): Unit[] => [
      { job: of, row, block: 'company_identity', day: SATURDAY, stack: [] },
      { job: of, row, block: 'industry', day: row === 2 ? SUNDAY : SATURDAY, stack: [] },
    ]),
  );
function chargedBlocks(units: readonly Unit[]): ChargedBlocks[] {
  const byJob = new Map<JobId, ChargedBlocks>();
  for (const { job: of, row, block, day } of units) {
    const blocks = byJob.get(of) ?? new ChargedBlocks(of, 3);
    byJob.set(of, blocks);
    const data = { job_id: of, row, block, units: 1 } as const;
    blocks.add({ event: { type: 'BlockCharged', data }, time: `${day}T12:00:00.000Z` });
  }
  return [...byJob.values()];
}
const CHARGED = chargedBlocks(charges());

const eventOf = (decision: AdjustmentDecision): AdjustmentsEvent | undefined =>
  decision.outcome === 'decided' ? decision.events[0] : undefined;
const after = (state: AdjustmentsState, decision: AdjustmentDecision): AdjustmentsState =>
  evolve(state, decision.outcome === 'decided' ? decision.events : []);
const chargedIn = ({ job_id }: AdjustmentScope) =>
  CHARGED.filter((blocks) => job_id === null || blocks.job === job_id);
const reprice = (
  state: AdjustmentsState,
  scope: Partial<AdjustmentScope>,
  price: string,
  more: Partial<ChargesToReprice> = {},
) => {
  const whole = { ...EVERYTHING, block: 'industry' as BlockKey, ...scope };
  const named = { ...whole, block: whole.block ?? 'industry' };
  const order = { ...WORDS, account, scope: named, price, charged: chargedIn(named), ...more };
  return repriceCharges(state, order, prices);
};
const adjust = (state: AdjustmentsState, scope: Partial<AdjustmentScope>) => {
  const whole = { ...EVERYTHING, ...scope };
  return adjustCharges(state, { ...WORDS, account, scope: whole, charged: chargedIn(whole) }, prices);
};
const reverse = (state: AdjustmentsState, reverses: AdjustmentId) =>
  reverseAdjustment(state, { ...WORDS, account, reverses });
const lastId = (state: AdjustmentsState): AdjustmentId => [...state.keys()].at(-1) as AdjustmentId;

describe('a repricing', () => {
  it('has no units and the difference, on the days of the charges', () => {
    expect(eventOf(reprice(NOTHING_ADJUSTED, { job_id: job(1) }, '0.025'))).toMatchObject({
      type: 'ChargesRepriced',
      data: {
        price: '0.025',
        units: 0,
        currency: 'GBP',
        amount: '0.015',
        except: [],
        charges: [
          {
            jobs: [job(1)],
            days: [
              {
                date: SATURDAY,
                units: { industry: 0 },
                amount: '-0.01',
                corrected: [{ block: 'industry', price: '0.025', units: 2, by: null }],
              },
              { date: SUNDAY, units: { industry: 0 }, amount: '0.025' },
            ],
          },
        ],
      },
    });
  });

  it('is followed by adjustments at the corrected price, never more than is left', () => {
    const repriced = after(NOTHING_ADJUSTED, reprice(NOTHING_ADJUSTED, { job_id: job(1) }, '0.01'));
    const taken = adjust(repriced, { job_id: job(1), from: SATURDAY, to: SATURDAY });
    expect(eventOf(taken)?.data).toMatchObject({ units: -5, amount: '-0.08' });
    expect(eventOf(taken)?.data.charges[0]?.days[0]?.corrected).toEqual([
      { block: 'industry', price: '0.01', units: -2, by: lastId(repriced) },
    ]);
  });

  it('leaves out what a standing adjustment holds, and comes back to it after the reversal', () => {
    const held = after(NOTHING_ADJUSTED, adjust(NOTHING_ADJUSTED, { job_id: job(1), row: 0 }));
    const repriced = after(held, reprice(held, { job_id: job(1) }, '0.04'));
    expect(eventOf(reprice(held, { job_id: job(1) }, '0.04'))?.data).toMatchObject({
      except: [lastId(held)],
      amount: '0.05',
    });
    const back = after(repriced, reverse(repriced, lastId(held)));
    expect(eventOf(adjust(back, { job_id: job(1), row: 0, block: 'industry' }))?.data.amount).toBe('-0.03');
  });

  it('can be reversed only while nothing later stands on its units; the refusal names the later one', () => {
    const first = after(NOTHING_ADJUSTED, reprice(NOTHING_ADJUSTED, {}, '0.01'));
    const second = after(first, reprice(first, { job_id: job(1) }, '0.05'));
    const third = after(second, adjust(second, { job_id: job(1), row: 1 }));
    const [a, b, c] = [...third.keys()] as [AdjustmentId, AdjustmentId, AdjustmentId];
    expect(reverse(third, a)).toMatchObject({
      code: 'not_on_top',
      detail: expect.stringContaining(b) as string,
    });
    expect(reverse(third, b)).toMatchObject({
      code: 'not_on_top',
      detail: expect.stringContaining(c) as string,
    });
    const without = after(third, reverse(third, c));
    const bare = after(without, reverse(without, b));
    expect(eventOf(reverse(bare, a))?.data).toMatchObject({ units: 0, amount: '0.06' });
  });

  it('records nothing the second time', () => {
    const repriced = after(NOTHING_ADJUSTED, reprice(NOTHING_ADJUSTED, {}, '0.01'));
    expect(reprice(repriced, {}, '0.01')).toEqual({ outcome: 'decided', events: [] });
  });

  it('is made again under another id after its reversal', () => {
    const repriced = after(NOTHING_ADJUSTED, reprice(NOTHING_ADJUSTED, {}, '0.01'));
    const reversed = after(repriced, reverse(repriced, lastId(repriced)));
    expect(after(reversed, reprice(reversed, {}, '0.01')).size).toBe(2);
  });

  it.each<[string, AdjustmentDecision]>([
    ['invalid_amount', reprice(NOTHING_ADJUSTED, {}, '-0.01')],
    ['invalid_amount', reprice(NOTHING_ADJUSTED, {}, '1e-2')],
    ['invalid_note', reprice(NOTHING_ADJUSTED, {}, '0.01', { note: '' })],
    ['nothing_charged', reprice(NOTHING_ADJUSTED, { block: 'officers' }, '0.01')],
    ['same_price', reprice(NOTHING_ADJUSTED, { to: SATURDAY }, '0.0300')],
    ['nothing_left', reprice(after(NOTHING_ADJUSTED, adjust(NOTHING_ADJUSTED, {})), {}, '0.01')],
    [
      'no_prices',
      repriceCharges(
        NOTHING_ADJUSTED,
        {
          ...WORDS,
          account,
          scope: { ...EVERYTHING, block: 'industry' },
          price: '0.01',
          charged: CHARGED,
        },
        { ...prices, inForce: false },
      ),
    ],
  ])('is refused: %s', (code, decision) => {
    expect(decision).toMatchObject({ outcome: 'refused', code });
  });
});

const priceOf = ({ stack, day, block }: Unit): Big =>
  new Big(stack.findLast(({ price }) => price !== null)?.price ?? agreed(day, block) ?? 0);
const isHeld = ({ stack }: Unit): boolean => stack.some(({ price }) => price === null);
const owed = (units: readonly Unit[]): Big =>
  units.reduce((sum, unit) => (isHeld(unit) ? sum : sum.plus(priceOf(unit))), new Big(0));
const isIn = ({ job_id, row, block, from, to }: AdjustmentScope, unit: Unit): boolean =>
  (job_id ?? unit.job) === unit.job &&
  (row ?? unit.row) === unit.row &&
  (block ?? unit.block) === unit.block &&
  (from ?? unit.day) <= unit.day &&
  (to ?? unit.day) >= unit.day;

const scopes = fc.record({
  job_id: fc.constantFrom(null, job(1), job(2)),
  row: fc.constantFrom(null, null, 0, 1, 2),
  block: fc.constantFrom<BlockKey | null>(null, 'industry', 'company_identity'),
  from: fc.constantFrom(null, SUNDAY),
  to: fc.constantFrom(null, SATURDAY),
});
const step = fc.oneof(
  fc.record({ act: fc.constant('adjust' as const), scope: scopes }),
  fc.record({
    act: fc.constant('reprice' as const),
    scope: scopes,
    price: fc.constantFrom('0', '0.02', '0.03', '0.01', '0.5'),
  }),
  fc.record({ act: fc.constant('reverse' as const), which: fc.nat(5) }),
);

it('whatever is adjusted, repriced and reversed: the amounts are those of an independent model', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let state = NOTHING_ADJUSTED;
      const units = charges();
      for (const one of steps) {
        const before = owed(units);
        const ids = [...state.keys()];
        const target = one.act === 'reverse' ? ids[one.which % Math.max(1, ids.length)] : undefined;
        if (one.act === 'reverse' && target === undefined) continue;
        const scope = one.act === 'reverse' ? EVERYTHING : { ...one.scope };
        const named = one.act === 'reprice' ? { ...scope, block: scope.block ?? 'industry' } : scope;
        // A row is one of a named job.
        const whole = named.job_id === null ? { ...named, row: null } : named;
        const decision =
          one.act === 'adjust'
            ? adjust(state, whole)
            : one.act === 'reprice'
              ? reprice(state, whole, one.price)
              : reverse(state, target as AdjustmentId);
        const event = eventOf(decision);
        const free = units.filter((unit) => isIn(whole, unit) && !isHeld(unit));
        if (one.act === 'reverse') {
          const on = units.filter(({ stack }) => stack.some(({ id }) => id === target));
          const isTop = on.every(({ stack }) => stack.at(-1)?.id === target);
          expect([decision.outcome, event !== undefined]).toEqual([
            isTop ? 'decided' : 'refused',
            isTop && on.length > 0,
          ]);
          if (event !== undefined) for (const unit of on) unit.stack = unit.stack.slice(0, -1);
        } else if (one.act === 'adjust') {
          expect(event !== undefined).toBe(free.length > 0);
          for (const unit of free)
            unit.stack = [...unit.stack, { id: event?.data.adjustment_id as AdjustmentId, price: null }];
        } else {
          const wrongJobs = new Set(
            free
              .filter((unit) => {
                const hasNone = unit.stack.length === 0 && agreed(unit.day, unit.block) === null;
                return hasNone || !priceOf(unit).eq(one.price);
              })
              .map((unit) => unit.job),
          );
          expect(event !== undefined).toBe(wrongJobs.size > 0);
          for (const unit of free.filter((each) => wrongJobs.has(each.job)))
            unit.stack = [...unit.stack, { id: event?.data.adjustment_id as AdjustmentId, price: one.price }];
        }
        expect(new Big(event?.data.amount ?? 0).eq(owed(units).minus(before))).toBe(true);
        expect(owed(units).gte(0)).toBe(true);
        state = after(state, decision);
      }
    }),
    { numRuns: 300 },
  );
});
