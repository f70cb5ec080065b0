import * as fc from 'fast-check';
import { TWO_PENCE, adjust, reprice, reverse } from '../../../test/support/logs/adjusted.js';
import { ACCOUNT, JOB, KEY, aSubmission } from '../../../test/support/logs/job-builders.js';
import { history, write } from '../../../test/support/logs/random-history.js';
import { LogBuilder as Builder } from '../../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../../test/support/stores/memory-event-store.js';
import { OTHER_JOB, aLog, breaches, found, reportOf } from '../../../test/support/verified.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import type { AccountId, AdjustmentId } from '../../../packages/contract/src/ids.js';
import { accountStream } from '../../streams/account/account.events.js';
import {
  adjustmentsStream,
  adjustmentsStreams,
  type AdjustmentReversed,
  type ChargeAdjusted,
} from '../../streams/adjustments/adjustments.events.js';

const DAY = '2026-11-21';
const OTHER_ID = 'adj_01JDXB8Z5N0000000000000009' as AdjustmentId;
const job = aSubmission(3, 2);
const log = forEachTest(aLog);
beforeEach(async () => {
  const prices = { company_identity: '0.02', industry: '0.02' };
  const data = { currency: 'GBP', from: DAY, prices };
  await log.append(accountStream(ACCOUNT), log.event({ type: 'PricesAgreed', data }));
  await log.run(job);
});

type Facts = ChargeAdjusted['data'] & AdjustmentReversed['data'];

/** Writes the last adjustment again, changed, as nobody who decides on what stands would. */
async function forged(change: (last: Facts) => object, account: AccountId = ACCOUNT): Promise<void> {
  const slice = await log.store.readStream(adjustmentsStream(ACCOUNT));
  const last = slice.status === 'found' ? slice.events.at(-1) : undefined;
  if (last === undefined) throw new Error('nothing was adjusted');
  const { event } = adjustmentsStreams.decode(last);
  const data = { ...event.data, ...change(event.data as Facts) };
  await log.append(adjustmentsStream(account), log.event({ type: event.type, data }, { account }));
}

const made = async (scope: Parameters<typeof adjust>[2] = { job_id: JOB }): Promise<AdjustmentId> => {
  const id = await adjust(log, [job], scope, TWO_PENCE);
  if (id === null) throw new Error('nothing was left');
  return id;
};

describe('invariant 9, no charge is taken back twice at the same time, holds', () => {
  it('for a row, a block of a row, the rest of the job, and a reversal', async () => {
    await made({ job_id: JOB, row: 1, block: 'industry' });
    const row = await made({ job_id: JOB, row: 1 });
    await made();
    await reverse(log, ACCOUNT, row);
    expect(await found(log)).toEqual({});
    expect(await reportOf(9, { eventStore: log.store })).toMatchObject({ checked: 4, ok: true });
  });

  it('for a job that was adjusted, reversed and adjusted again, whole and in part', async () => {
    await reverse(log, ACCOUNT, await made());
    const row = await made({ job_id: JOB, row: 1 });
    const rest = await made();
    await reverse(log, ACCOUNT, row);
    await made({ job_id: JOB, row: 1, block: 'industry' });
    await reverse(log, ACCOUNT, rest);
    await made();
    expect(await found(log)).toEqual({});
  });

  it('for whatever is adjusted and reversed', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (story) => {
        const random = new Builder(new MemoryEventStore());
        await write(random, story);
        expect((await breaches({ eventStore: random.store }))[9]).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });
});

describe('a repricing', () => {
  const scope = { job_id: JOB, block: 'industry' } as const;
  const repriced = async (price = '0.01', more: object = {}): Promise<AdjustmentId> => {
    const id = await reprice(log, [job], { ...scope, ...more }, { price });
    if (id === null) throw new Error('nothing was repriced');
    return id;
  };

  it('keeps invariant 9 among adjustments, other repricings and reversals', async () => {
    const row = await made({ job_id: JOB, row: 0 });
    await repriced();
    const second = await repriced('0.05', { row: 1 });
    await made({ job_id: JOB, row: 2 });
    await reverse(log, ACCOUNT, second);
    await reverse(log, ACCOUNT, row);
    await made();
    expect(await found(log)).toEqual({});
    expect(await reportOf(9, { eventStore: log.store })).toMatchObject({ checked: 7, ok: true });
  });

  it.each<[string, (last: Facts) => object, string]>([
    [
      'more units than are left',
      ({ charges }) => ({ charges: scaled(charges, 2), amount: '-0.06' }),
      'says -6 units of industry on 2026-11-21 by the price of itself where it is -3',
    ],
    [
      'another difference',
      ({ charges }) => ({ amount: '-0.05', charges: withAmount(charges, '-0.05') }),
      'takes back -0.05 for 2026-11-21, which no price agreed by then gives',
    ],
    [
      'another price than its lines',
      () => ({ price: '0.05' }),
      'names a price of 0.01, which it does not give',
    ],
  ])('breaks invariant 9 with %s', async (_what, change, detail) => {
    await repriced();
    const id = await reverse(log, ACCOUNT, [...(await idsMade())].at(-1) as AdjustmentId);
    expect(id).not.toBeNull();
    const first = (await idsMade())[0];
    await again('ChargesRepriced', change);
    const details = (await found(log))[9] ?? [];
    expect(first).toBeDefined();
    expect(details.some((each) => each.includes(detail))).toBe(true);
  });

  it('that is reversed under a later adjustment breaks invariant 9', async () => {
    const id = await repriced();
    const later = await made({ job_id: JOB, row: 0 });
    await reversedAnyway(id);
    expect((await found(log))[9]).toEqual([`${OTHER_ID} reverses ${id}, on which ${later} stands in ${JOB}`]);
  });

  it('is not passed over by an adjustment at the price before it', async () => {
    await repriced();
    await made({ job_id: JOB, row: 0 });
    await forged(({ scope: of, charges }) => ({
      adjustment_id: OTHER_ID,
      scope: { ...of, row: 1 },
      charges: charges.map(({ jobs, days }) => ({
        jobs,
        days: days.map(({ corrected: _corrected, ...day }) => ({ ...day, amount: '-0.04' })),
      })),
      amount: '-0.04',
    }));
    const details = ((await found(log))[9] ?? []).join();
    expect(details).toContain('says 0 units of industry on 2026-11-21 by the price of adj_');
  });

  type Charges = Facts['charges'];
  const scaled = (charges: Charges, by: number): unknown =>
    charges.map(({ jobs, days }) => ({
      jobs,
      days: days.map(({ corrected = [], ...day }) => ({
        ...day,
        amount: '-0.06',
        corrected: corrected.map((line) => ({ ...line, units: line.units * by })),
      })),
    }));
  const withAmount = (charges: Charges, amount: string): unknown =>
    charges.map(({ jobs, days }) => ({ jobs, days: days.map((day) => ({ ...day, amount })) }));
  async function eventsMade() {
    const slice = await log.store.readStream(adjustmentsStream(ACCOUNT));
    return slice.status === 'found' ? slice.events.map((each) => adjustmentsStreams.decode(each).event) : [];
  }
  const idsMade = async () =>
    (await eventsMade())
      .filter(({ type }) => type !== 'AdjustmentReversed')
      .map(({ data }) => data.adjustment_id);
  /** Writes the first event of this type once more, changed, under an id of its own. */
  async function again(type: string, change: (of: Facts) => object): Promise<void> {
    const event = (await eventsMade()).find((each) => each.type === type);
    const data = { ...event?.data, adjustment_id: OTHER_ID, ...change(event?.data as Facts) };
    await log.append(adjustmentsStream(ACCOUNT), log.event({ type, data }, { account: ACCOUNT }));
  }
  /** Writes the reversal that a decider refuses. */
  async function reversedAnyway(reverses: AdjustmentId): Promise<void> {
    const {
      account_id,
      scope: of,
      reason,
      note,
      units,
      currency,
      amount,
      charges,
    } = (await eventsMade())[0]?.data as Facts;
    const opposite = charges.map(({ jobs, days }) => ({
      jobs,
      days: days.map((day) => ({
        ...day,
        amount: String(day.amount).replace('-', ''),
        corrected: day.corrected?.map((line) => ({ ...line, units: -line.units })),
      })),
    }));
    const figures = { units, currency, amount: String(amount).replace('-', ''), charges: opposite };
    const data = { adjustment_id: OTHER_ID, account_id, reverses, scope: of, reason, note, ...figures };
    const event = { type: 'AdjustmentReversed', data };
    await log.append(adjustmentsStream(ACCOUNT), log.event(event, { account: ACCOUNT }));
  }
});

describe('a credit', () => {
  const credit = async (change: object = {}): Promise<void> => {
    const scope = { job_id: null, row: null, block: null, from: null, to: null };
    const words = { reason: 'goodwill', note: 'for the outage' };
    const figures = { units: 0, currency: 'GBP', amount: '-5', charges: [] };
    const data = { adjustment_id: OTHER_ID, account_id: ACCOUNT, scope, ...words, ...figures, ...change };
    const event = { type: 'CreditGranted', data };
    await log.append(adjustmentsStream(ACCOUNT), log.event(event, { account: ACCOUNT }));
  };

  it('and its reversal keep invariant 9', async () => {
    await credit();
    await reverse(log, ACCOUNT, OTHER_ID);
    expect(await found(log)).toEqual({});
    expect(await reportOf(9, { eventStore: log.store })).toMatchObject({ checked: 2, ok: true });
  });

  it.each<[object, string]>([
    [{ amount: '5' }, 'credits 5, which is not below 0'],
    [{ currency: 'EUR' }, 'is in EUR, in which no prices were agreed by then'],
    [{ account_id: 1002 }, "is account 1002's, its stream account 1001's"],
    [{ units: -3 }, 'is a credit and names charges'],
  ])('breaks invariant 9 with %j', async (change, detail) => {
    await credit(change);
    expect((await found(log))[9]).toContainEqual(`${OTHER_ID} ${detail}`);
  });

  it('breaks invariant 9 where it is granted twice under one id, or reversed twice or by another amount', async () => {
    await credit();
    await credit();
    await reverse(log, ACCOUNT, OTHER_ID);
    const again = OTHER_ID.replace(/9$/, '8');
    await forged(() => ({ adjustment_id: again, amount: '4' }));
    expect((await found(log))[9]).toEqual([
      `${OTHER_ID} is made a second time`,
      `${OTHER_ID} is reversed a second time, by ${again}`,
      `${again} does not say the opposite of ${OTHER_ID}`,
    ]);
  });

  it('is no adjustment that names no charge', async () => {
    await made();
    await forged(() => ({ adjustment_id: OTHER_ID, units: 0, amount: '-100', charges: [] }));
    expect((await found(log))[9]).toEqual([`${OTHER_ID} says the amount -100; its charges add up to none`]);
  });
});

describe('invariant 9, no charge is taken back twice at the same time, is broken by', () => {
  it('a job that is taken back again, under another id', async () => {
    await made();
    await forged(() => ({ adjustment_id: OTHER_ID }));
    expect(await found(log)).toEqual({
      9: [
        `${OTHER_ID} takes back 3 units of company_identity on ${DAY} where 0 were charged and not taken back yet of ${JOB}`,
        `${OTHER_ID} takes back 3 units of industry on ${DAY} where 0 were charged and not taken back yet of ${JOB}`,
      ],
    });
  });

  it('a job that is taken back again while the adjustment after a reversal stands', async () => {
    await reverse(log, ACCOUNT, await made());
    await made();
    await forged(() => ({ adjustment_id: OTHER_ID }));
    expect((await found(log))[9]).toEqual([
      `${OTHER_ID} takes back 3 units of company_identity on ${DAY} where 0 were charged and not taken back yet of ${JOB}`,
      `${OTHER_ID} takes back 3 units of industry on ${DAY} where 0 were charged and not taken back yet of ${JOB}`,
    ]);
  });

  it('a row that is taken back after its job, and one id used twice', async () => {
    const id = await made();
    const days = [{ date: DAY, units: { industry: -1 }, amount: '-0.02' }];
    await forged(({ scope }) => ({
      scope: { ...scope, row: 0, block: 'industry' },
      units: -1,
      amount: '-0.02',
      charges: [{ jobs: [JOB], days }],
    }));
    expect((await found(log))[9]).toEqual([
      `${id} is made a second time`,
      `${id} takes back 1 unit of industry on ${DAY} where 0 were charged and not taken back yet of ${JOB}`,
    ]);
  });

  it('more or fewer units, or other days, than were charged', async () => {
    const id = await made({ job_id: JOB, row: 0, block: 'industry' });
    const days = [{ date: '2026-11-22', units: { officers: -1 }, amount: null }];
    await forged(({ scope }) => ({
      adjustment_id: OTHER_ID,
      except: [id],
      scope: { ...scope, row: 1, block: null },
      units: -1,
      amount: null,
      charges: [{ jobs: [JOB], days }],
    }));
    expect((await found(log))[9]).toEqual([
      `${OTHER_ID} takes back 0 units of company_identity on ${DAY} where 1 were charged and not taken back yet of ${JOB}`,
      `${OTHER_ID} takes back 0 units of industry on ${DAY} where 1 were charged and not taken back yet of ${JOB}`,
      `${OTHER_ID} takes back 1 unit of officers on 2026-11-22 where 0 were charged and not taken back yet of ${JOB}`,
    ]);
  });

  it('an amount that its units and prices do not give', async () => {
    await made({ job_id: JOB, row: 0 });
    const days = [{ date: DAY, units: { company_identity: -1, industry: -1 }, amount: '-4.00' }];
    await forged(({ scope }) => ({
      adjustment_id: OTHER_ID,
      scope: { ...scope, row: 1 },
      charges: [{ jobs: [JOB], days }],
    }));
    expect((await found(log))[9]).toEqual([
      `${OTHER_ID} says the amount -0.04; its charges add up to -4`,
      `${OTHER_ID} takes back -4.00 for ${DAY}, which no price agreed by then gives`,
    ]);
  });

  it('a total that its charges do not add up to', async () => {
    await made({ job_id: JOB, row: 0 });
    await forged(({ scope }) => ({ adjustment_id: OTHER_ID, scope: { ...scope, row: 1 }, units: -20 }));
    expect((await found(log))[9]).toEqual([`${OTHER_ID} says -20 units; its charges add up to -2`]);
  });

  it('a job of another account, one that never was, and one that is not over', async () => {
    const stranger = 1002 as AccountId;
    await log.openAccount(stranger, KEY.replace('a', 'z') as typeof KEY);
    const running = aSubmission(1, 1, { job_id: OTHER_JOB });
    await log.submit(running);
    await log.work(running, 0, [{ company_identity: { status: 'available' } }]);
    const id = await made();
    await forged(() => ({ account_id: stranger, adjustment_id: OTHER_ID }), stranger);
    const never = OTHER_JOB.replace(/2$/, '3');
    const days = [{ date: DAY, units: { company_identity: -1 }, amount: '-0.02' }];
    await forged(({ scope }) => ({
      adjustment_id: OTHER_ID.replace(/9$/, '8'),
      scope: { ...scope, job_id: null },
      units: -2,
      amount: '-0.04',
      charges: [{ jobs: [OTHER_JOB, never], days }],
    }));
    const both = OTHER_ID.replace(/9$/, '8');
    expect((await found(log))[9]).toEqual([
      `${OTHER_ID} takes back -0.12 for ${DAY}, which no price agreed by then gives`,
      `${both} adjusts ${OTHER_JOB}, which is not over`,
      `${OTHER_ID} of account 1002 adjusts ${JOB}, which is account 1001's`,
      `${both} adjusts ${never}, which was never submitted`,
    ]);
    expect(id).not.toBe(OTHER_ID);
  });

  it('an adjustment that stands in the stream of another account', async () => {
    const id = await made();
    await forged(() => ({}), 1002 as AccountId);
    expect((await found(log))[9]).toContain(`${id} is account 1001's, its stream account 1002's`);
  });

  it('an adjustment that is reversed twice, otherwise than it was made, or never was made', async () => {
    const id = await made();
    const reversal = await reverse(log, ACCOUNT, id);
    await forged(() => ({ adjustment_id: OTHER_ID, amount: '0.14' }));
    await forged(() => ({ reverses: OTHER_ID }));
    expect((await found(log))[9]).toEqual([
      `${OTHER_ID} says the amount 0.14; its charges add up to 0.12`,
      `${id} is reversed a second time, by ${OTHER_ID}`,
      `${OTHER_ID} does not say the opposite of ${id}`,
      `${OTHER_ID} says the amount 0.14; its charges add up to 0.12`,
      `${OTHER_ID} reverses ${OTHER_ID}, which was never made`,
    ]);
    expect(reversal).not.toBeNull();
  });
});
