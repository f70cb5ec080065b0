import * as fc from 'fast-check';
import type { AccountId, JobId, KeyId } from '../../../../packages/contract/src/ids.js';
import { type Position, LOG_START } from '../../../../packages/platform/src/event-store/event-store.js';
import {
  ADJUSTMENTS,
  USAGE_ACCOUNTS,
  USAGE_ADJUSTED_DAYS,
  USAGE_DAYS,
  USAGE_JOBS,
  USAGE_KEYS,
  adjustedDayKey,
  usageDayKey,
  usageJobKey,
} from '../../../../projections/usage/usage.document.js';
import { eventually } from '../../../../test/support/eventually.js';
import { adjust, reverse } from '../../../../test/support/logs/adjusted.js';
import { ACCOUNT, JOB, NOON, aSubmission } from '../../../../test/support/logs/job-builders.js';
import { INDUSTRY_PENDING } from '../../../../test/support/logs/row-stories.js';
import { history, write } from '../../../../test/support/logs/random-history.js';
import { endSnapshotsAfter } from '../../../../test/support/stores/short-snapshots.js';
import { inPagesOf } from '../../../../test/support/stores/short-pages.js';
import { UsageWorld } from '../../../../test/support/worlds/usage-world.js';
import { forEachTest } from '../../../../test/support/worlds/for-each-test.js';
import { parseAsOf } from './as-of.js';
import type { Comparison } from '../../../../packages/platform/src/projector/compare-documents.js';
import { rebuildUsage } from './usage-rebuild.js';
import { accountPart } from '../../../../projections/key-parts.js';

const DAY = '2026-11-21';
const OTHER = { job_id: 'job_01JDXB8Z5N0000000000000002' as JobId, account_id: 1002 as AccountId };
const day = { collection: USAGE_DAYS.name, key: usageDayKey(ACCOUNT, DAY) };

const world = forEachTest(() => new UsageWorld());
beforeEach(async () => {
  await world.live.start();
  await world.log.run(aSubmission(3, 2));
  await world.log.run(aSubmission(2, 2, { ...OTHER, key_id: 'otherkey0000' as KeyId }));
  await world.drive();
});

const rowsShown = async (): Promise<number | undefined> => (await world.live.find(USAGE_DAYS, day.key))?.rows;

describe('rebuilding usage', () => {
  it('finds the live figures equal to the fold of all charges', async () => {
    const report = await rebuildUsage(world);
    expect(report).toMatchObject({
      verdict: 'equal',
      as_of: await world.eventStore.head(),
      differences: [],
      events: 5,
      applied: false,
    });
    expect(report.live_digest).toBe(report.rebuilt_digest);
    expect(report.live_digest).toMatch(/^[0-9a-f]{64}$/);
  });

  it('counts what was adjusted, now and as of a moment before', async () => {
    const before = await world.eventStore.head();
    const made = await adjust(world.log, [aSubmission(3, 2)], { job_id: JOB, row: 0 });
    if (made === null) throw new Error('nothing was adjusted');
    await reverse(world.log, ACCOUNT, made);
    await world.drive();
    expect(await rebuildUsage(world)).toMatchObject({ verdict: 'equal' });
    const past = { kind: 'position', position: before } as const;
    expect(await rebuildUsage(world, { asOf: past })).toMatchObject({ verdict: 'equal', as_of: before });
    expect(await rebuildUsage(world, { asOf: past, account: ACCOUNT })).toMatchObject({ verdict: 'equal' });
    const key = adjustedDayKey(ACCOUNT, DAY, made);
    await world.tamper(USAGE_ADJUSTED_DAYS.name, key, undefined);
    expect(await rebuildUsage(world)).toMatchObject({
      verdict: 'different',
      differences: [{ key: `usage_adjusted_days/${key}`, live: null }],
    });
    expect(await rebuildUsage(world, { account: ACCOUNT })).toMatchObject({ differences_total: 1 });
    expect(await rebuildUsage(world, { account: OTHER.account_id })).toMatchObject({ verdict: 'equal' });
    await world.tamper(ADJUSTMENTS.name, made, undefined);
    expect(await rebuildUsage(world)).toMatchObject({ differences_total: 2 });
    expect(await rebuildUsage(world, { account: ACCOUNT })).toMatchObject({ differences_total: 1 });
  });

  it('finds the same over many pages of the log, now and as of any position', async () => {
    const paged = { ...world, eventStore: inPagesOf(1, world.eventStore) };
    expect(await rebuildUsage(paged)).toMatchObject({ verdict: 'equal', events: 5 });
    const { events } = await world.eventStore.readAll({ after: LOG_START });
    for (const { position } of events) {
      const asOf = { kind: 'position', position } as const;
      const { rebuilt_digest, verdict } = await rebuildUsage(paged, { asOf });
      expect([verdict, rebuilt_digest]).toEqual([
        'equal',
        (await rebuildUsage(world, { asOf })).rebuilt_digest,
      ]);
    }
  });

  it('works without a running projector and long after the rows are gone', async () => {
    await world.log.erase(aSubmission(3, 2));
    expect(await rebuildUsage(world)).toMatchObject({ verdict: 'equal', events: 5 });
  });

  it('leaves nothing behind', async () => {
    await rebuildUsage(world);
    expect((await world.readModels.checkpoints('rebuild:')).size).toBe(0);
    expect(await world.readModels.range('usage_days_g2', {})).toEqual([]);
  });

  it.each<[string, Parameters<UsageWorld['tamper']>, object]>([
    [
      'changed',
      [
        day.collection,
        day.key,
        { fields: { account_id: ACCOUNT, day: DAY, rows: 4, units: { industry: 3 } } },
      ],
      { key: `usage_days/${day.key}`, live: { rows: 4 }, rebuilt: { rows: 3 } },
    ],
    [
      'lost',
      [USAGE_JOBS.name, usageJobKey(ACCOUNT, JOB, DAY), undefined],
      { key: `usage_jobs/${usageJobKey(ACCOUNT, JOB, DAY)}`, live: null, rebuilt: { rows: 3 } },
    ],
    [
      'made up',
      [day.collection, usageDayKey(ACCOUNT, '2026-01-01'), { fields: { rows: 1, units: {} } }],
      { key: `usage_days/${usageDayKey(ACCOUNT, '2026-01-01')}`, live: { rows: 1 }, rebuilt: null },
    ],
    [
      'taken from its account',
      [USAGE_ACCOUNTS.name, accountPart(ACCOUNT), undefined],
      { key: `usage_accounts/${accountPart(ACCOUNT)}`, live: null, rebuilt: { account_id: ACCOUNT } },
    ],
  ])(
    'names a figure that was %s, leaves it, and mends it when told to apply',
    async (_title, tampering, expected) => {
      await world.tamper(...tampering);
      const found = await rebuildUsage(world);
      expect(found).toMatchObject({ verdict: 'different', applied: false, differences: [expected] });
      expect(found.live_digest).not.toBe(found.rebuilt_digest);
      expect(await rebuildUsage(world, { apply: true })).toMatchObject({
        verdict: 'different',
        applied: true,
      });
      expect(await rebuildUsage(world)).toMatchObject({
        verdict: 'equal',
        live_digest: found.rebuilt_digest,
      });
    },
  );

  it('tells what it found before it takes anything over, and takes nothing over where that fails', async () => {
    await world.tamper(day.collection, day.key, undefined);
    const told: unknown[] = [];
    const beforeTakeOver = async (
      generation: number,
      { equal, differences_total }: Pick<Comparison, 'equal' | 'differences_total'>,
    ) => {
      told.push([generation, equal, differences_total, await rowsShown()]);
      throw new Error('the disk is full');
    };
    await expect(rebuildUsage(world, { apply: true, beforeTakeOver })).rejects.toThrow('the disk is full');
    expect(told).toEqual([[2, false, 1, undefined]]);
    expect(await rowsShown()).toBeUndefined();
    expect((await world.readModels.checkpoints('rebuild:')).size).toBe(0);
    await rebuildUsage(world, { beforeTakeOver });
    expect(told).toHaveLength(1);
  });

  it('waits for a snapshot that shows what it knows', async () => {
    const { readModels } = world;
    const snapshot = readModels.snapshot.bind(readModels);
    const older = await snapshot(async (reader) => reader);
    await world.log.run(aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000003' as JobId }));
    await world.drive();
    await world.tamper(USAGE_KEYS.name, 'made.up', { fields: { rows: 1, units: {} } });
    let left = 3;
    readModels.snapshot = (read) => snapshot((reader) => read(left-- > 0 ? older : reader));
    expect(await rebuildUsage(world)).toMatchObject({ verdict: 'different', differences_total: 1 });
  });

  it('goes on counting in the figures that it applied', async () => {
    await rebuildUsage(world, { apply: true });
    await world.log.run(aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000003' as JobId }));
    await world.drive();
    expect(await rebuildUsage(world)).toMatchObject({ verdict: 'equal', events: 6 });
    await eventually('readers see them', async () => (await rowsShown()) === 4);
  });

  it('takes several snapshots where one would not last, while more is charged in between', async () => {
    let jobs = 0;
    const oneMore = () =>
      world.log.run(
        aSubmission(1, 1, {
          job_id: `job_01JDXB8Z5N00000000000${String(10_000 + ((jobs++ * 7919) % 10_000))}` as JobId,
          stored: false,
        }),
      );
    while (jobs < 560) await oneMore();
    await world.drive();
    endSnapshotsAfter(world.readModels, 1_100, async () => {
      if (jobs >= 566) return;
      await oneMore();
      await world.drive(['billing']);
    });
    const report = await rebuildUsage(world);
    expect(report).toMatchObject({ verdict: 'equal', differences: [] });
    expect(report.as_of < (await world.eventStore.head())).toBe(true);
    expect(report.live_digest).toBe(report.rebuilt_digest);
  });

  it('compares one account alone where asked to', async () => {
    await world.tamper(day.collection, day.key, undefined);
    expect(await rebuildUsage(world, { account: OTHER.account_id })).toMatchObject({ verdict: 'equal' });
    expect(await rebuildUsage(world, { account: ACCOUNT })).toMatchObject({
      verdict: 'different',
      differences_total: 1,
    });
  });

  it('refuses to apply the past', async () => {
    const asOf = { kind: 'position', position: LOG_START } as const;
    await expect(rebuildUsage(world, { apply: true, asOf })).rejects.toThrow(TypeError);
  });
});

describe('usage as of a moment', () => {
  it('is equal at every position of any history, with what came after taken off the live figures', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.double({ min: 0, max: 1, noNaN: true }), async (story, share) => {
        const any = new UsageWorld();
        await any.live.start();
        await write(any.log, story);
        await any.drive();
        const all = await any.eventStore.readAll({ after: LOG_START, limit: 10_000 });
        const position = all.events[Math.floor(share * (all.events.length - 1))]?.position ?? LOG_START;
        const report = await rebuildUsage(any, { asOf: { kind: 'position', position } });
        expect(report).toMatchObject({ verdict: 'equal', differences: [], as_of: position });
      }),
      { numRuns: process.env['TEST_LONG'] === undefined ? 25 : 300 },
    );
  });

  it('keeps a day on which late blocks came and no row', async () => {
    const job = aSubmission(2, 2, { job_id: 'job_01JDXB8Z5N0000000000000003' as JobId });
    const pending = [INDUSTRY_PENDING, INDUSTRY_PENDING];
    await world.log.submit(job);
    await world.log.start(job, 0);
    await world.log.record(job, 0, pending, await world.log.deliver(job, 0, pending));
    world.log.time = '2026-11-22T08:00:00.000Z';
    await world.log.fill(job, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
    const position = await world.eventStore.head();
    await world.log.fill(job, { chunk: 0, row: 1, block: 'industry' }, { status: 'available' });
    await world.drive();
    const report = await rebuildUsage(world, { asOf: { kind: 'position', position } });
    expect(report).toMatchObject({ verdict: 'equal', as_of: position, events: 8 });
  });

  it('still shows a figure that was changed before it', async () => {
    await world.tamper(day.collection, day.key, {
      fields: { account_id: ACCOUNT, day: DAY, rows: 9, units: { company_identity: 3, industry: 3 } },
    });
    const report = await rebuildUsage(world, { asOf: { kind: 'time', time: NOON } });
    expect(report).toMatchObject({
      verdict: 'different',
      differences: [{ live: { rows: 9 }, rebuilt: { rows: 3 } }],
    });
  });

  it('of a time ends before the first fact with a later time, in the order of the log', async () => {
    const before = await world.eventStore.head();
    world.log.time = '2026-11-22T08:00:00.000Z';
    const late = aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000003' as JobId, stored: false });
    await world.log.submit(late);
    world.log.time = NOON;
    await world.log.run(
      aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000004' as JobId, stored: false }),
    );
    await world.drive();
    const asOf = { kind: 'time', time: '2026-11-21T23:59:59.999Z' } as const;
    expect(await rebuildUsage(world, { asOf })).toMatchObject({ verdict: 'equal', as_of: before, events: 5 });
    const later = { kind: 'time', time: '2026-11-22T08:00:00.000Z' } as const;
    expect(await rebuildUsage(world, { asOf: later })).toMatchObject({ verdict: 'equal', events: 6 });
  });

  it('of a position may leave out leading zeros, and never goes past the head', async () => {
    const head = await world.eventStore.head();
    const short = { kind: 'position', position: String(Number(head)) as Position } as const;
    expect(await rebuildUsage(world, { asOf: short })).toMatchObject({ as_of: head, events: 5 });
    const far = { kind: 'position', position: '999999999999' as Position } as const;
    expect(await rebuildUsage(world, { asOf: far })).toMatchObject({ as_of: head, verdict: 'equal' });
  });

  it.each([
    ['2026-11-21', { kind: 'time', time: '2026-11-21T23:59:59.999Z' }],
    ['2026-11-21T12:00:00Z', { kind: 'time', time: NOON }],
    ['2026-11-21T13:00:00+01:00', { kind: 'time', time: NOON }],
    ['0000000000000042', { kind: 'position', position: '0000000000000042' }],
    ['42', { kind: 'position', position: '42' }],
    // Of EventStoreDB's log.
    [
      '00000000000012984304.00000000000012984304',
      { kind: 'position', position: '00000000000012984304.00000000000012984304' },
    ],
    ['2026-11-21T12:00', { kind: 'time', time: NOON }],
    ['2026-11-21 12:00:00', { kind: 'time', time: NOON }],
    ['2026-11-21T12:00:00.000000z', { kind: 'time', time: NOON }],
    ['2026-02-30', null],
    ['2026-02-30T12:00:00Z', null],
    ['2026-02-28T24:00:00Z', null],
    ['0000-01-15', null],
    ['2026-11-21T12:00:00+0100', null],
    ['2026-11-21T', null],
    ['2026-11-21Z', null],
    ['2026-1-1', null],
    ['yesterday', null],
    ['2026-13-01', null],
    ['', null],
  ])('is written as %s', (text, expected) => {
    expect(parseAsOf(text)).toEqual(expected);
  });
});
