import { eventually } from '../../test/support/eventually.js';
import { afterThisTest } from '../../test/support/worlds/for-each-test.js';
import type { ProjectionStatus } from '../../packages/platform/src/projector/status.js';
import type { Position } from '../../packages/platform/src/event-store/event-store.js';
import { ReadinessWatch, type WatchedModels, type WatchedStores } from './readiness-watch.js';
import { publicReadiness } from './readiness.js';

const line = (more: Partial<ProjectionStatus> = {}): ProjectionStatus => ({
  name: 'usage',
  lane: 'billing',
  version: 1,
  position: '7' as Position,
  lag: 0,
  lag_seconds: 0,
  state: 'live',
  ...more,
});

describe('readiness', () => {
  let now = 0;
  let asked = 0;
  let unread: readonly string[] = [];
  let disk: () => Promise<void>;
  beforeEach(() => {
    now = 0;
    asked = 0;
    disk = async () => undefined;
  });

  const answering = async <T>(value: T): Promise<T> => {
    asked += 1;
    return value;
  };
  const STORES = {
    eventStore: { head: () => answering('9') },
    readModels: { checkpoints: () => answering(new Map()) },
    coordination: { get: () => answering(undefined) },
  };
  async function seen(models: Partial<WatchedModels> = {}, stores: object = {}): Promise<ReadinessWatch> {
    const live = {
      lanesNotReady: async () => [],
      lanesHeld: async () => new Map(),
      status: async () => [line()],
      range: async () => [],
      ...models,
    };
    const watch = new ReadinessWatch(
      { ...STORES, ...stores } as unknown as WatchedStores,
      live,
      () => unread,
      { dataDir: '.', probe: () => disk() },
      () => now,
    );
    afterThisTest(() => watch.stop());
    await watch.start();
    return watch;
  }

  it('warns while a newer program has appended what this one can not read, and stays', async () => {
    const line = 'events.db has data version 3, this program reads versions up to 2: use a newer program.';
    const watch = await seen({}, { outdated: async () => [line] });
    expect(watch.now()).toMatchObject({ ready: true, warnings: [line] });
  });

  it('asks again whether a newer program has appended only once the log has grown', async () => {
    let [head, asked, looks] = ['9', 0, 0];
    disk = async () => void (looks += 1);
    const outdated = async (): Promise<string[]> => {
      asked += 1;
      return [];
    };
    // A role that isn't ready is looked at often.
    await seen({ lanesNotReady: async () => ['work'] }, { eventStore: { head: async () => head }, outdated });
    for (let look = 2; look <= 4; look++) {
      now += 3_000;
      await eventually('another look', () => looks >= look);
    }
    expect(asked).toBe(1);
    head = '10';
    now += 3_000;
    await eventually('another question', () => asked === 2);
  });

  it('is told from what was seen: no store is asked for it', async () => {
    const seenNow = await seen();
    const before = asked;
    expect(seenNow.now()).toMatchObject({ ready: true, reasons: [], warnings: [], head: '9' });
    expect(asked).toBe(before);
  });

  it('ends once a store has not answered for ten seconds, with its name', async () => {
    const away = { head: () => Promise.reject(new Error('connection refused')) };
    const seenNow = await seen({}, { eventStore: away });
    now = 9_000;
    expect(seenNow.now().ready).toBe(true);
    now = 10_000;
    expect(seenNow.now().reasons).toContain("The event store can't be reached: connection refused.");
  });

  it('ends while the disk takes no writes, though every read is answered', async () => {
    disk = () => Promise.reject(new Error('it is read-only (EROFS)'));
    const seenNow = await seen();
    expect(seenNow.now()).toMatchObject({ ready: true, writable: true });
    now = 10_000;
    expect(seenNow.now()).toMatchObject({ ready: false, writable: false });
    expect(seenNow.now().reasons).toContain(
      "The disk of DATA_DIR can't be written: it is read-only (EROFS).",
    );
  });

  it('ends while appends fail at the disk, and says why', async () => {
    const eventStore = { ...STORES.eventStore, writeFault: () => 'the disk is full' };
    const seenNow = (await seen({}, { eventStore })).now();
    expect(seenNow).toMatchObject({ ready: false, writable: false });
    expect(seenNow.reasons).toEqual(["The event store can't be written: the disk is full."]);
  });

  it('says that nothing expires while the clock is days ahead of the log, and stays', async () => {
    const lastJob = { key: 'job_01JDXB8Z5N0000000000000001', fields: {} };
    const warned = (await seen({ range: async () => [lastJob] })).now();
    expect(warned.ready).toBe(true);
    expect(warned.warnings).toEqual([expect.stringMatching(/^The clock is days ahead .*--confirm-clock/)]);
    const at = { value: { at: new Date().toISOString() }, version: 1, expiresAt: null };
    const confirmed = await seen(
      { range: async () => [lastJob] },
      { coordination: { get: () => answering(at) } },
    );
    expect(confirmed.now().warnings).toEqual([]);
  });

  it('names a lane that is over a minute behind, and stays', async () => {
    const status = async () => [
      line({ lag_seconds: 61.5, lag: 40 }),
      line({ name: 'bills', lag_seconds: 61.5 }),
    ];
    const told = (await seen({ status })).now();
    expect([told.ready, told.warnings]).toEqual([true, ['The lane billing is 61 s behind.']]);
    expect((await seen({ status: async () => [line({ lag_seconds: 60 })] })).now().warnings).toEqual([]);
  });

  it('names a lane that a transaction of another process holds, and stays', async () => {
    const since = new Date('2026-11-26T09:00:00Z');
    const told = (await seen({ lanesHeld: async () => new Map([['billing', since]]) })).now();
    expect([told.ready, told.warnings]).toEqual([
      true,
      ['The lane billing waits for an open transaction of another process since 2026-11-26T09:00:00.000Z.'],
    ]);
  });

  it('names editions that can not be read as long as they are in force, and stays', async () => {
    unread = ['The edition 2026-01-01-000000000000 of companies can not be read.'];
    const seenNow = await seen();
    expect(seenNow.now()).toMatchObject({ ready: true, warnings: unread });
    const mended: readonly string[] = [];
    unread = mended;
    now = 5_000;
    await eventually('another look at the editions', () => seenNow.now().warnings.length === 0);
  });

  it.each<[string, Partial<WatchedModels>, string]>([
    [
      'a lane has not caught up',
      { lanesNotReady: async () => ['work'] },
      'The lane work has not caught up since the start.',
    ],
    [
      'a projection has stopped',
      { status: async () => [line({ state: 'stopped', reason: 'an event of version 9' })] },
      'The projection usage has stopped: an event of version 9',
    ],
  ])('is none while %s', async (_what, models, reason) => {
    expect((await seen(models)).now()).toMatchObject({ ready: false, reasons: [reason] });
  });

  it('is none once it is going to end', async () => {
    const seenNow = await seen();
    seenNow.reportNotReady();
    expect(seenNow.now()).toMatchObject({
      ready: false,
      reasons: ['It ends: requests are to go elsewhere.'],
    });
  });

  it('tells strangers nothing of how much is in the log', async () => {
    const told = JSON.stringify(publicReadiness((await seen()).now()));
    expect(told).toContain('"lag_seconds":0');
    expect(told).not.toMatch(/"(head|position|lag)"/);
  });
});
