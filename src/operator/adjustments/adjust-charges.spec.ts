import 'reflect-metadata';
import * as fc from 'fast-check';
import { USAGE_ACCOUNTS, USAGE_DAYS } from '../../../projections/usage/usage.document.js';
import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY } from '../../../test/support/logs/row-stories.js';
import { OTHER_JOB } from '../../../test/support/verified.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { adjustmentsOf } from '../../billing/adjustments/adjustment-log.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, AdjustmentId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { accountStream } from '../../streams/account/account.events.js';
import { driveLanesToHead } from '../operator.js';
import { rebuildUsage } from '../../billing/usage/rebuild/usage-rebuild.js';
import type { AdjustmentResult, ChargeSelection } from './adjust-charges.js';
import { adjustAccountCharges, reverseAccountAdjustment } from './adjust-charges.js';

const DAY = '2026-11-21';
const STRANGER = 1002 as AccountId;
const world = forEachTest(operatorWorld);
beforeEach(async () => {
  await world.log.openAccount();
});

const words = { reason: 'service_fault', note: 'the register was down', dryRun: false } as const;
const adjust = (what: Partial<ChargeSelection> & object, dryRun = false): Promise<AdjustmentResult> => {
  const row = 'job' in what ? { row: null } : {};
  return adjustAccountCharges(world.operator, ACCOUNT, {
    ...words,
    dryRun,
    target: { block: null, ...row, ...what } as ChargeSelection,
  });
};
const reverse = (id: AdjustmentId | null, dryRun = false): Promise<AdjustmentResult> => {
  if (id === null) throw new Error('nothing was adjusted');
  return reverseAccountAdjustment(world.operator, { ...words, dryRun, target: id });
};
async function written(): Promise<number> {
  let events = 0;
  for await (const _entry of adjustmentsOf(world.operator.stores.eventStore, ACCOUNT)) events++;
  return events;
}
const agree = async (prices: Partial<Record<BlockKey, string>>): Promise<void> => {
  const data = { currency: 'GBP', from: DAY, prices };
  await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'PricesAgreed', data }));
};

describe('billing adjust', () => {
  it('takes a job back whole, at the prices in force on the day of its charges', async () => {
    await agree({ company_identity: '0.0200' });
    await world.log.run(aSubmission(3, 2), (row) => (row === 1 ? NO_INDUSTRY : BOTH));
    expect(await adjust({ job: JOB })).toEqual({
      adjustment_id: expect.stringMatching(/^adj_\w{26}$/) as unknown,
      account_id: ACCOUNT,
      job_id: JOB,
      row: null,
      block: null,
      from: null,
      to: null,
      units: -5,
      amount: '-0.06',
      currency: 'GBP',
      reason: words.reason,
      note: words.note,
      reverses: null,
      charges: [
        {
          jobs: [JOB],
          days: [{ date: DAY, units: { company_identity: -3, industry: -2 }, amount: '-0.06' }],
        },
      ],
      held_by: [],
      unfinished_jobs: [],
      changed: true,
      promise: expect.stringMatching(/\n-5\n-0\.06\nGBP\n/) as unknown,
    });
  });

  it('records what its units cost when it was written, and no amount of a day without a price', async () => {
    await agree({ company_identity: '0.0200' });
    await world.log.run(aSubmission(2, 2));
    await adjust({ job: JOB, row: 0, block: 'industry' });
    await adjust({ job: JOB });
    const events = adjustmentsOf(world.operator.stores.eventStore, ACCOUNT);
    const amounts: unknown[] = [];
    for await (const { event } of events) {
      const { currency, amount, charges } = event.data;
      amounts.push([currency, amount, charges[0]?.days[0]?.amount]);
    }
    expect(amounts).toEqual([
      ['GBP', null, null],
      ['GBP', '-0.04', '-0.04'],
    ]);
  });

  it('takes back a row, then a block of it, then what is left of the job', async () => {
    await world.log.run(aSubmission(3, 2));
    const block = await adjust({ job: JOB, row: 1, block: 'industry' });
    const row = await adjust({ job: JOB, row: 1 });
    const job = await adjust({ job: JOB });
    expect([block.units, row.units, job.units]).toEqual([-1, -1, -4]);
    expect(job.held_by).toEqual([block.adjustment_id, row.adjustment_id]);
    const again = await adjust({ job: JOB, row: 2 });
    expect(again).toMatchObject({
      adjustment_id: null,
      units: 0,
      held_by: [job.adjustment_id],
      changed: false,
    });
    expect(await written()).toBe(3);
  });

  it('shows first what it would write, and writes nothing', async () => {
    await world.log.run(aSubmission(2, 2));
    const preview = await adjust({ job: JOB }, true);
    expect(preview).toMatchObject({ units: -4, changed: false, dry_run: true });
    expect(await written()).toBe(0);
    const { promise, ...made } = await adjust({ job: JOB });
    expect(promise).toContain(`\n${made.adjustment_id ?? ''}\n`);
    const { sides, ...same } = preview;
    expect({ ...made, changed: false, dry_run: true }).toEqual(same);
    expect(sides?.map(({ step, units }) => [step, units])).toEqual([
      ['Charged', 4],
      ['Earlier adjustments', 0],
      ['Owed before it', 4],
      ['This adjustment', -4],
      ['Owed after it', 0],
    ]);
  });

  it('finds what it wrote before when it is asked again', async () => {
    await world.log.run(aSubmission(2, 2));
    const made = await adjust({ job: JOB, row: 0 });
    expect(await adjust({ job: JOB, row: 0 })).toEqual({ ...made, changed: false });
    expect(await written()).toBe(1);
  });

  it('takes back the charges of days, late blocks on the day of their fill, and leaves out jobs that run', async () => {
    const late = aSubmission(1, 1);
    await world.log.submit(late);
    await world.log.start(late, 0);
    await world.log.record(late, 0, [INDUSTRY_PENDING], await world.log.deliver(late, 0, [INDUSTRY_PENDING]));
    const running = aSubmission(2, 1, { job_id: OTHER_JOB });
    await world.log.submit(running);
    await world.log.work(running, 0, [BOTH]);
    world.log.time = '2026-11-22T00:00:00.000Z';
    await world.log.fill(late, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
    const counts = { succeeded: 1, not_found: 0, failed: 0, site_unreachable: 0 };
    await world.log.complete(late, 0, counts);
    await world.log.end(late, counts);
    const first = await adjust({ from: DAY, to: DAY });
    expect(first).toMatchObject({
      units: -1,
      job_id: null,
      from: DAY,
      to: DAY,
      unfinished_jobs: [OTHER_JOB],
    });
    expect(first.charges).toEqual([
      { jobs: [JOB], days: [{ date: DAY, units: { company_identity: -1 }, amount: null }] },
    ]);
    const both = await adjust({ from: DAY, to: '2026-11-22' });
    expect(both.charges[0]?.days).toEqual([{ date: '2026-11-22', units: { industry: -1 }, amount: null }]);
  });

  it('of days finds the last of that range when it is asked again, with what was left out since', async () => {
    const [late, running] = [
      aSubmission(1, 1, { job_id: OTHER_JOB }),
      'job_01JDXB8Z5N0000000000000003' as JobId,
    ];
    await world.log.run(aSubmission(1, 1));
    await world.log.submit(late);
    const counts = await world.log.work(late, 0, [BOTH]);
    const first = await adjust({ from: DAY, to: DAY });
    expect(first).toMatchObject({ units: -2, unfinished_jobs: [OTHER_JOB] });
    await world.log.end(late, counts);
    await world.log.submit(aSubmission(1, 1, { job_id: running }));
    await world.log.work(aSubmission(1, 1, { job_id: running }), 0, [BOTH]);
    const second = await adjust({ from: DAY, to: DAY });
    expect(second).toMatchObject({ units: -2, held_by: [first.adjustment_id], unfinished_jobs: [running] });
    expect(await adjust({ from: DAY, to: DAY })).toEqual({ ...second, changed: false });
  });

  it('takes back nothing of the days around the range', async () => {
    await world.log.run(aSubmission(1, 1));
    world.log.time = '2026-11-22T00:00:00.000Z';
    await world.log.run(aSubmission(1, 1, { job_id: OTHER_JOB }));
    expect((await adjust({ from: DAY, to: DAY })).charges.map(({ jobs }) => jobs)).toEqual([[JOB]]);
    const next = { from: '2026-11-22', to: '2026-11-22' };
    expect((await adjust(next)).charges.map(({ jobs }) => jobs)).toEqual([[OTHER_JOB]]);
  });

  it('names the jobs that it found by their days', async () => {
    const jobs = [1, 2, 3].map((n) => `job_01JDXB8Z5N000000000000000${n}` as JobId);
    for (const job_id of jobs) await world.log.run(aSubmission(1, 1, { job_id }));
    const { charges, units } = await adjust({ from: DAY, to: DAY, block: 'industry' });
    expect([units, charges.map((group) => group.jobs)]).toEqual([-3, [jobs]]);
  });

  it('gives again, once, what an adjustment took back', async () => {
    await world.log.run(aSubmission(2, 2));
    const { adjustment_id } = await adjust({ job: JOB });
    const reversal = await reverse(adjustment_id);
    expect(reversal).toMatchObject({ units: 4, reverses: adjustment_id, job_id: JOB, changed: true });
    expect(await reverse(adjustment_id)).toEqual({ ...reversal, changed: false });
    await expect(reverse(reversal.adjustment_id)).rejects.toMatchObject({ code: 'not_reversible' });
    expect(await written()).toBe(2);
  });

  it('takes back again what a reversal left as it was, and finds it when it is sent again', async () => {
    await world.log.run(aSubmission(2, 2));
    const first = await adjust({ job: JOB });
    await reverse(first.adjustment_id);
    const row = await adjust({ job: JOB, row: 0 });
    expect(row).toMatchObject({ units: -2, held_by: [], changed: true });
    const rest = await adjust({ job: JOB });
    expect(rest).toMatchObject({ units: -2, held_by: [row.adjustment_id], changed: true });
    expect(rest.adjustment_id).not.toBe(first.adjustment_id);
    expect(await adjust({ job: JOB })).toEqual({ ...rest, changed: false });
    await reverse(rest.adjustment_id);
    await adjust({ job: JOB, row: 1 });
    // The last adjustment of the whole job was reversed, so it holds nothing.
    expect(await adjust({ job: JOB })).toMatchObject({ adjustment_id: null, units: 0, changed: false });
  });

  it('refuses what is not there, is not over, or was never charged', async () => {
    const other = { account_id: STRANGER, key_id: 'mnopqrstuvwx' as KeyId };
    await world.log.openAccount(STRANGER, other.key_id);
    await world.log.run(aSubmission(1, 1, { ...other, job_id: OTHER_JOB }));
    await world.log.submit(aSubmission(1, 1));
    const refusal = (code: string) => ({ name: 'WrongRequest', code });
    await expect(adjust({ job: JOB })).rejects.toMatchObject(refusal('job_not_ended'));
    await expect(adjust({ job: OTHER_JOB })).rejects.toMatchObject(refusal('unknown_job'));
    await expect(adjust({ from: DAY, to: DAY })).rejects.toMatchObject(refusal('nothing_charged'));
    const nobody = adjustAccountCharges(world.operator, 4711 as AccountId, {
      ...words,
      target: { job: JOB, row: null, block: null },
    });
    await expect(nobody).rejects.toMatchObject(refusal('unknown_account'));
    const never = 'adj_01JDXB8Z5N0000000000000001' as AdjustmentId;
    await expect(reverse(never)).rejects.toMatchObject(refusal('unknown_adjustment'));
    await expect(reverse(never, true)).rejects.toMatchObject(refusal('unknown_adjustment'));
    await world.log.work(aSubmission(1, 1), 0, ['not_matched']);
    await world.log.end(aSubmission(1, 1), { succeeded: 0, not_found: 1, failed: 0, site_unreachable: 0 });
    await expect(adjust({ job: JOB, row: 1 })).rejects.toMatchObject({
      ...refusal('unknown_row'),
      message: `Job ${JOB} has rows 0 to 0, no row 1.`,
    });
    await expect(adjust({ job: JOB })).rejects.toMatchObject(refusal('nothing_charged'));
    expect(await written()).toBe(0);
  });

  it('writes who acted, and moves what usage shows', async () => {
    await world.log.run(aSubmission(1, 1));
    await adjust({ job: JOB });
    const { eventStore } = world.operator.stores;
    let last: string | null = null;
    for await (const { actor, account, position } of adjustmentsOf(eventStore, ACCOUNT)) {
      expect({ actor, account }).toEqual({ actor: world.operator.context.actor, account: ACCOUNT });
      last = position;
    }
    const days = await world.operator.models.range(USAGE_DAYS.name, {});
    expect(days.map((day) => USAGE_DAYS.fields(day).units)).toEqual([{ company_identity: 1, industry: 1 }]);
    const [account] = await world.operator.models.range(USAGE_ACCOUNTS.name, {});
    expect(account?.fields).toMatchObject({ as_of_position: last });
  });
});

describe('however many operators adjust and reverse at once', () => {
  const wish = fc.oneof(
    fc.record({
      job: fc.constantFrom(JOB, OTHER_JOB),
      row: fc.constantFrom(null, 0, 1),
      block: fc.constantFrom(null, 'industry' as const),
    }),
    fc.constant({ from: DAY, to: DAY, block: null }),
    fc.record({ reverse: fc.nat(2) }),
  );

  it('nothing is taken back twice at a time or given again twice, and a rebuild finds the same figures', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(wish, { minLength: 1, maxLength: 4 }), { maxLength: 3 }),
        async (rounds) => {
          const one = await operatorWorld();
          try {
            await one.log.openAccount();
            await one.log.run(aSubmission(2, 1));
            await one.log.run(aSubmission(2, 2, { job_id: OTHER_JOB }));
            const made: AdjustmentId[] = [];
            for (const round of rounds) {
              const wishes = round.map(async (what) => {
                if (!('reverse' in what))
                  return adjustAccountCharges(one.operator, ACCOUNT, { ...words, target: what });
                const id = made[what.reverse];
                return id === undefined
                  ? null
                  : reverseAccountAdjustment(one.operator, { ...words, target: id });
              });
              for (const shown of await Promise.all(wishes))
                if (shown?.changed === true && shown.reverses === null && shown.adjustment_id !== null)
                  made.push(shown.adjustment_id);
            }
            const { eventStore } = one.operator.stores;
            let taken = 0;
            const reversed: AdjustmentId[] = [];
            for await (const { event } of adjustmentsOf(eventStore, ACCOUNT)) {
              if (event.type === 'AdjustmentReversed') reversed.push(event.data.reverses);
              taken -= event.data.units;
              expect(taken).toBeGreaterThanOrEqual(0);
              expect(taken).toBeLessThanOrEqual(8);
            }
            expect(new Set(reversed).size).toBe(reversed.length);
            await driveLanesToHead(one.operator, 'billing');
            expect(await rebuildUsage(one.operator.stores)).toMatchObject({ verdict: 'equal' });
          } finally {
            await one.close();
          }
        },
      ),
      { numRuns: 8 },
    );
  }, 60_000);
});
