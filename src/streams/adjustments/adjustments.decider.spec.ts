import Big from 'big.js';
import * as fc from 'fast-check';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import {
  parseAdjustmentId,
  type AccountId,
  type AdjustmentId,
  type JobId,
} from '../../../packages/contract/src/ids.js';
import type { AdjustmentScope, AdjustmentsEvent } from './adjustments.events.js';
import type { AdjustmentPrices } from './adjustment-figures.js';
import {
  adjustCharges,
  reverseAdjustment,
  type AdjustmentDecision,
  type ChargesToAdjust,
} from './adjustments.decider.js';
import { NOTHING_ADJUSTED, evolve, type AdjustmentsState } from './adjustments.state.js';
import { ChargedBlocks } from './charged-blocks.js';

const account = 1001 as AccountId;
const job = (n: number): JobId => `job_01JDXB8Z5N000000000000000${n}` as JobId;
const SATURDAY = '2026-11-21';
const SUNDAY = '2026-11-22';

/** Two pence for an identity; an industry has no price on Saturday and three pence on Sunday. */
const prices: AdjustmentPrices = {
  currencyOn: () => 'GBP',
  amountOf: (day, units) => {
    const identity = new Big('0.02').times(units.company_identity ?? 0);
    if (day === SUNDAY) return identity.plus(new Big('0.03').times(units.industry ?? 0));
    return units.company_identity === undefined ? null : identity;
  },
  priceOn: () => null,
};

interface Charge {
  readonly job: JobId;
  readonly row: number;
  readonly block: BlockKey;
  readonly day: string;
}

/**
 * A job of `rows` rows, each charged for an identity on Saturday; the late ones for an industry on Sunday
 * too.
 */
function charged(of: JobId, rows: number, late: readonly number[] = []): ChargedBlocks {
  const blocks = new ChargedBlocks(of, rows);
  for (let row = 0; row < rows; row++) {
    const units = late.includes(row) ? { company_identity: 1 } : { company_identity: 1, industry: 1 };
    const data = { job_id: of, row, units, not_billed: {} };
    blocks.add({ event: { type: 'RowCharged', data }, time: `${SATURDAY}T12:00:00.000Z` });
  }
  for (const row of late) {
    const data = { job_id: of, row, block: 'industry', units: 1 } as const;
    blocks.add({ event: { type: 'BlockCharged', data }, time: `${SUNDAY}T00:00:00.000Z` });
  }
  return blocks;
}

const EVERYTHING: AdjustmentScope = { job_id: null, row: null, block: null, from: null, to: null };
const words = { reason: 'goodwill', note: 'as agreed on the telephone' } as const;
const order = (scope: Partial<AdjustmentScope>, ...blocks: readonly ChargedBlocks[]): ChargesToAdjust => ({
  ...words,
  account,
  scope: { ...EVERYTHING, ...scope },
  charged: blocks,
});

const events = (decision: AdjustmentDecision): readonly AdjustmentsEvent[] =>
  decision.outcome === 'decided' ? decision.events : [];
const after = (decision: AdjustmentDecision, state: AdjustmentsState = NOTHING_ADJUSTED): AdjustmentsState =>
  evolve(state, events(decision));
const adjust = (
  state: AdjustmentsState,
  scope: Partial<AdjustmentScope>,
  ...blocks: readonly ChargedBlocks[]
): AdjustmentDecision => adjustCharges(state, order(scope, ...blocks), prices);
const onlyExcept = (decision: AdjustmentDecision): unknown => {
  const [event] = events(decision);
  return event?.type === 'ChargeAdjusted' ? event.data.except : undefined;
};
const onlyId = (decision: AdjustmentDecision): AdjustmentId => {
  const id = events(decision)[0]?.data.adjustment_id;
  if (id === undefined) throw new Error('nothing was decided');
  return id;
};

describe('an adjustment', () => {
  it('takes back a whole job on the days of its charges, at the prices of those days', () => {
    const decision = adjust(NOTHING_ADJUSTED, { job_id: job(1) }, charged(job(1), 3, [2]));
    expect(decision).toEqual({
      outcome: 'decided',
      events: [
        {
          type: 'ChargeAdjusted',
          data: {
            adjustment_id: onlyId(decision),
            account_id: account,
            scope: { ...EVERYTHING, job_id: job(1) },
            except: [],
            ...words,
            units: -6,
            currency: 'GBP',
            amount: '-0.09',
            charges: [
              {
                jobs: [job(1)],
                days: [
                  { date: SATURDAY, units: { company_identity: -3, industry: -2 }, amount: '-0.06' },
                  { date: SUNDAY, units: { industry: -1 }, amount: '-0.03' },
                ],
              },
            ],
          },
        },
      ],
    });
    expect(parseAdjustmentId(onlyId(decision))).not.toBeNull();
  });

  it('has no amount where nothing of it has a price', () => {
    const none = { currencyOn: () => null, amountOf: () => null, priceOn: () => null };
    const [event] = events(adjustCharges(NOTHING_ADJUSTED, order({ row: 0 }, charged(job(1), 1)), none));
    expect(event?.data).toMatchObject({ units: -2, currency: null, amount: null });
  });

  it('leaves out what was taken back before, and names what holds it', () => {
    const blocks = charged(job(1), 3);
    const row = adjust(NOTHING_ADJUSTED, { job_id: job(1), row: 1 }, blocks);
    const rest = adjust(after(row), { job_id: job(1), block: 'industry' }, blocks);
    expect(events(rest)[0]?.data).toMatchObject({ units: -2, except: [onlyId(row)] });
    const again = adjust(after(rest, after(row)), { job_id: job(1) }, blocks);
    expect(events(again)[0]?.data).toMatchObject({ units: -2, except: [onlyId(row), onlyId(rest)] });
  });

  it('names none that holds another row, another block or another job', () => {
    const [one, other] = [charged(job(1), 3), charged(job(2), 1)];
    const row = after(adjust(NOTHING_ADJUSTED, { job_id: job(1), row: 1 }, one));
    const block = after(adjust(NOTHING_ADJUSTED, { block: 'industry' }, one));
    const free: readonly AdjustmentDecision[] = [
      adjust(row, { job_id: job(1), row: 2 }, one),
      adjust(row, {}, other),
      adjust(block, { block: 'company_identity' }, one),
      adjust(block, { job_id: job(1), row: 1, block: 'company_identity' }, one),
    ];
    for (const decision of free) expect(onlyExcept(decision)).toEqual([]);
    expect(onlyExcept(adjust(row, { block: 'industry' }, one, other))).toEqual([...row.keys()]);
  });

  it('writes equal figures of many jobs once', () => {
    const decision = adjust(
      NOTHING_ADJUSTED,
      { from: SATURDAY, to: SATURDAY },
      charged(job(1), 1),
      charged(job(2), 2),
      charged(job(3), 1),
    );
    expect(events(decision)[0]?.data).toMatchObject({
      units: -8,
      charges: [{ jobs: [job(1), job(3)] }, { jobs: [job(2)] }],
    });
  });

  it('records nothing where all of it is taken back', () => {
    const blocks = charged(job(1), 2);
    const first = adjust(NOTHING_ADJUSTED, { job_id: job(1) }, blocks);
    expect(adjust(after(first), { job_id: job(1), row: 1 }, blocks)).toEqual({
      outcome: 'decided',
      events: [],
    });
  });

  it('takes back what a reversal left as it was, under an id of its own', () => {
    const blocks = charged(job(1), 2);
    const undo = (state: AdjustmentsState, id: AdjustmentId): AdjustmentsState =>
      after(reverseAdjustment(state, { ...words, account, reverses: id }), state);
    let state = NOTHING_ADJUSTED;
    const ids = new Set<AdjustmentId>();
    for (let time = 1; time <= 3; time++) {
      const made = adjust(state, { job_id: job(1) }, blocks);
      expect(events(made)[0]?.data).toMatchObject({ units: -4, except: [] });
      ids.add(onlyId(made));
      expect(ids.size).toBe(time);
      state = undo(after(made, state), onlyId(made));
    }
  });

  it('takes back the row whose own adjustment was reversed after its job was adjusted', () => {
    const blocks = charged(job(1), 3);
    const row = adjust(NOTHING_ADJUSTED, { job_id: job(1), row: 1 }, blocks);
    const rest = adjust(after(row), { job_id: job(1) }, blocks);
    const undone = reverseAdjustment(after(rest, after(row)), { ...words, account, reverses: onlyId(row) });
    const state = after(undone, after(rest, after(row)));
    const again = adjust(state, { job_id: job(1) }, blocks);
    expect(events(again)[0]?.data).toMatchObject({ units: -2, except: [onlyId(rest)] });
    expect(events(adjust(after(again, state), { job_id: job(1), row: 1 }, blocks))).toEqual([]);
  });

  it('reads adjustments of earlier releases, which left out what was reversed', () => {
    const blocks = charged(job(1), 3);
    const row = adjust(NOTHING_ADJUSTED, { job_id: job(1), row: 1 }, blocks);
    const undone = reverseAdjustment(after(row), { ...words, account, reverses: onlyId(row) });
    const rest = adjust(after(row), { job_id: job(1) }, blocks);
    expect(onlyExcept(rest)).toEqual([onlyId(row)]);
    const state = after(rest, after(undone, after(row)));
    expect(events(adjust(state, { job_id: job(1) }, blocks))[0]?.data.units).toBe(-2);
  });

  it.each([
    ['', 'invalid_note'],
    ['two\nlines', 'invalid_note'],
    ['\u001b[31mred', 'invalid_note'],
    ['x'.repeat(501), 'invalid_note'],
    [`the key svc_live_abcdefghijkl_${'A'.repeat(40)}`, 'invalid_note'],
  ])('is refused with the note %j', (note, code) => {
    const told = { ...order({}, charged(job(1), 1)), note };
    expect(adjustCharges(NOTHING_ADJUSTED, told, prices)).toMatchObject({ outcome: 'refused', code });
  });

  it('is refused where nothing was charged', () => {
    expect(adjust(NOTHING_ADJUSTED, { row: 7 }, charged(job(1), 2))).toMatchObject({
      code: 'nothing_charged',
    });
    const later = { from: '2026-12-01', to: '2026-12-31' };
    expect(adjust(NOTHING_ADJUSTED, later, charged(job(1), 2))).toMatchObject({ code: 'nothing_charged' });
  });

  it('is refused whole where it does not fit one append', () => {
    const jobs = Array.from(
      { length: 30_000 },
      (_, index) => `job_01JDXB8Z5N${String(index).padStart(16, '0')}` as JobId,
    );
    const decision = adjust(NOTHING_ADJUSTED, {}, ...jobs.map((one) => charged(one, 1)));
    expect(decision).toMatchObject({ outcome: 'refused', code: 'too_many_jobs' });
  });

  it('of a quarter of a million rows is small', () => {
    const blocks = new ChargedBlocks(job(1), 250_000);
    const units = Object.fromEntries(
      ['company_identity', 'industry', 'officers', 'website', 'charges'].map((block) => [block, 1]),
    );
    for (let row = 0; row < 250_000; row++) {
      const data = { job_id: job(1), row, units, not_billed: {} };
      blocks.add({ event: { type: 'RowCharged', data }, time: `${SATURDAY}T12:00:00.000Z` });
    }
    const [event] = events(adjust(NOTHING_ADJUSTED, { job_id: job(1) }, blocks));
    expect(event?.data.units).toBe(-1_250_000);
    expect(JSON.stringify(event).length).toBeLessThan(2_000);
  });
});

describe('the reversal of an adjustment', () => {
  const blocks = charged(job(1), 2, [1]);
  const first = adjust(NOTHING_ADJUSTED, { job_id: job(1) }, blocks);
  const reverses = onlyId(first);
  const reversal = reverseAdjustment(after(first), { ...words, account, reverses });

  it('counts the same with a plus sign', () => {
    const [made, undone] = [events(first)[0], events(reversal)[0]];
    expect(undone?.data).toMatchObject({ reverses, units: 4, amount: '0.07', scope: made?.data.scope });
    expect(undone?.data.adjustment_id).not.toBe(reverses);
    expect(undone?.data.charges[0]?.days[0]).toEqual({
      date: SATURDAY,
      units: { company_identity: 2, industry: 1 },
      amount: '0.04',
    });
  });

  it('is made once', () => {
    const state = after(reversal, after(first));
    expect(reverseAdjustment(state, { ...words, account, reverses })).toEqual({
      outcome: 'decided',
      events: [],
    });
  });

  it('is no adjustment that could be reversed', () => {
    const state = after(reversal, after(first));
    const again = reverseAdjustment(state, { ...words, account, reverses: onlyId(reversal) });
    expect(again).toMatchObject({ outcome: 'refused', code: 'not_reversible' });
  });

  it('is refused for an adjustment that was never made', () => {
    const refused = reverseAdjustment(NOTHING_ADJUSTED, { ...words, account, reverses });
    expect(refused).toMatchObject({ outcome: 'refused', code: 'unknown_adjustment' });
  });
});

describe('whatever is adjusted and reversed', () => {
  const JOBS = [charged(job(1), 4, [1, 3]), charged(job(2), 3), charged(job(3), 1)];
  const CHARGES: readonly Charge[] = JOBS.flatMap((blocks) =>
    blocks
      .all()
      .flatMap(({ day, block, rows }) =>
        [0, 1, 2, 3].filter((row) => rows.has(row)).map((row) => ({ job: blocks.job, row, block, day })),
      ),
  );
  const optional = <T>(...values: readonly T[]) => fc.constantFrom(null, ...values);
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        job_id: optional(job(1), job(2), job(3)),
        row: optional(0, 1, 2, 3),
        block: optional<BlockKey>('company_identity', 'industry'),
        from: optional(SATURDAY, SUNDAY),
        to: optional(SATURDAY, SUNDAY),
      }),
    },
    { weight: 2, arbitrary: fc.record({ reverse: fc.nat(9) }) },
  );

  it('holds each charge by at most one standing adjustment, and says how many it took back', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 24 }), (steps) => {
        let state = NOTHING_ADJUSTED;
        /** What each adjustment that stands holds, by a rule of this test alone. */
        const standing = new Map<AdjustmentId, readonly Charge[]>();
        const ids: AdjustmentId[] = [];
        let net = CHARGES.length;
        for (const wish of steps) {
          const gone = new Set([...standing.values()].flat());
          if ('reverse' in wish) {
            const reverses = ids[wish.reverse];
            if (reverses === undefined) continue;
            const decide = () => reverseAdjustment(state, { ...words, account, reverses });
            const expected = standing.get(reverses)?.length;
            expect(events(decide()).map(({ data }) => data.units)).toEqual(
              expected === undefined ? [] : [expected],
            );
            net += expected ?? 0;
            standing.delete(reverses);
            state = after(decide(), state);
            expect(decide()).toEqual({ outcome: 'decided', events: [] });
            continue;
          }
          const meant = CHARGES.filter(
            (charge) =>
              (wish.job_id ?? charge.job) === charge.job &&
              (wish.row ?? charge.row) === charge.row &&
              (wish.block ?? charge.block) === charge.block &&
              (wish.from ?? charge.day) <= charge.day &&
              (wish.to ?? charge.day) >= charge.day,
          );
          const left = meant.filter((charge) => !gone.has(charge));
          const asked = JOBS.filter((blocks) => wish.job_id === null || wish.job_id === blocks.job);
          const decision = adjust(state, wish, ...asked);
          const [event] = events(decision);
          if (meant.length === 0) expect(decision).toMatchObject({ code: 'nothing_charged' });
          else expect(event?.data.units ?? 0).toBe(left.length === 0 ? 0 : -left.length);
          if (left.length > 0) {
            ids.push(onlyId(decision));
            standing.set(onlyId(decision), left);
          }
          net += event?.data.units ?? 0;
          expect(net).toBe(CHARGES.length - [...standing.values()].flat().length);
          expect(net).toBeGreaterThanOrEqual(0);
          state = after(decision, state);
          expect(events(adjust(state, wish, ...asked))).toEqual([]);
        }
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 300 },
    );
  });
});
