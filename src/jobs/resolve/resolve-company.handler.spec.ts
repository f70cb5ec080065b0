import { FakeEnricher, LIVE_ANSWER } from '../../../test/support/fake-enricher.js';
import type { Fault } from '../../../test/support/faulty-event-store.js';
import { failFirst, failWrite } from '../../../test/support/faulty-event-store.js';
import type { Process } from '../../../test/support/job-world.js';
import { JobWorld, aCaller, aRequest, anIdentity } from '../../../test/support/job-world.js';
import { aWorker, expectWhole, hasEnded, storyOf, until } from '../../../test/support/worker-world.js';
import type { AskedRow } from '../../events/rowdata.events.js';
import type { EnrichRequest, ResolveOutcome } from '../commands.js';
import { EraseJobRows, ResolveCompany, SubmitJob } from '../commands.js';
import { EraseJobRowsHandler } from '../erase/erase-job-rows.handler.js';
import { SubmitJobHandler } from '../submit/submit-job.handler.js';
import { ResolveCompanyHandler } from './resolve-company.handler.js';

const LEASE_MS = 10_001;
const INLINE_MS = 35_001;

const TESCO: AskedRow = { ref: 'my ref', company_number: '00445790' };
const asking = (row: AskedRow = TESCO, changes: Partial<EnrichRequest> = {}): EnrichRequest =>
  aRequest([row], changes);

interface Ask {
  readonly request?: EnrichRequest;
  readonly key?: string | null;
  readonly deferLive?: boolean;
  readonly store?: boolean;
  readonly enricher?: FakeEnricher;
}
function resolveIn(process: Process, ask: Ask = {}): Promise<ResolveOutcome> {
  const {
    request = asking(),
    key = null,
    deferLive = false,
    store = true,
    enricher = new FakeEnricher(),
  } = ask;
  const handler = new ResolveCompanyHandler(process.ports, enricher);
  return handler.execute(new ResolveCompany(anIdentity(request, key), request, { deferLive, store }));
}

type Resolved = Extract<ResolveOutcome, { outcome: 'resolved' | 'replayed' }>;
function resolved(outcome: ResolveOutcome): Resolved {
  if (outcome.outcome !== 'resolved' && outcome.outcome !== 'replayed') throw new Error(outcome.outcome);
  return outcome;
}
function bodyOf({ row }: Resolved): {
  ref: string;
  status: string;
  blocks: Record<string, { status: string }>;
} {
  if (row.status !== 'delivered') throw new Error(row.reason);
  return JSON.parse(Buffer.from(row.json).toString()) as ReturnType<typeof bodyOf>;
}
async function submitInBackground(world: JobWorld): Promise<string> {
  const request = aRequest();
  const outcome = await new SubmitJobHandler(world.process().ports).execute(
    new SubmitJob(anIdentity(request), request),
  );
  if (outcome.outcome !== 'accepted') throw new Error(outcome.outcome);
  return outcome.job_id;
}
const count = (types: readonly string[], type: string): number => types.filter((one) => one === type).length;

describe('a resolve', () => {
  it('is a job of one row in four appends where nobody could take it over', async () => {
    const world = new JobWorld();
    const process = world.process();
    const outcome = resolved(await resolveIn(process));
    expect(outcome).toMatchObject({ outcome: 'resolved', stored: true, billed_units: 4, not_enabled: [] });
    expect(bodyOf(outcome)).toMatchObject({ ref: 'my ref', status: 'done' });
    expect(outcome.expires_at).not.toBeNull();
    expect(process.store.seen.map(({ types }) => types)).toEqual([
      ['JobSubmitted', 'ChunkStarted'],
      ['RowsSubmitted', 'RowsDelivered'],
      ['RowsRecorded'],
      ['ChunkCompleted', 'JobCompleted'],
    ]);
    expectWhole(await storyOf(world, outcome.job_id));
  });

  it('writes down what was asked before it begins where it could be taken over', async () => {
    const world = new JobWorld();
    const process = world.process();
    await resolveIn(process, { key: 'k' });
    expect(process.store.seen.map(({ types }) => types)).toEqual([
      ['IdempotencyKeyClaimed'],
      ['RowsSubmitted'],
      ['JobSubmitted', 'ChunkStarted'],
      ['RowsDelivered'],
      ['RowsRecorded'],
      ['ChunkCompleted', 'JobCompleted'],
    ]);
  });

  it('that finds no company says so, and is a job all the same', async () => {
    const world = new JobWorld();
    const outcome = resolved(
      await resolveIn(world.process(), { request: asking({ company_number: '00000009' }) }),
    );
    expect(outcome.row).toMatchObject({ status: 'failed', reason: 'not_matched' });
    expect(outcome.billed_units).toBe(0);
    const story = await storyOf(world, outcome.job_id);
    expectWhole(story);
    expect(story.counts).toMatchObject({ not_found: 1 });
  });

  it('is refused without entitlement, before the key is claimed', async () => {
    const world = new JobWorld();
    const request = asking(TESCO, { blocks: ['scores'] });
    const identity = anIdentity(request, 'k', { caller: aCaller({ blocks: new Set() }) });
    const handler = new ResolveCompanyHandler(world.process().ports, new FakeEnricher());
    const command = new ResolveCompany(identity, request, { deferLive: false, store: true });
    expect(await handler.execute(command)).toEqual({ outcome: 'not_enabled', blocks: ['scores'] });
    expect(await world.eventTypes()).toEqual([]);
  });

  it('whose enrichment throws ends resolver_error', async () => {
    const world = new JobWorld();
    const enricher = new FakeEnricher({
      beforeRow: () => {
        throw new Error('a defect');
      },
    });
    const outcome = resolved(await resolveIn(world.process(), { enricher }));
    expect(outcome.row).toMatchObject({ status: 'failed', reason: 'resolver_error' });
  });

  it('that is not matched in time ends source_unavailable', async () => {
    const world = new JobWorld();
    const enricher = new FakeEnricher({ beforeBatch: () => new Promise(() => undefined) });
    const process = world.process(undefined, { resolveTimeoutSeconds: 0.02 });
    const outcome = resolved(await resolveIn(process, { enricher }));
    expect(outcome.row).toMatchObject({ status: 'failed', reason: 'source_unavailable' });
    expectWhole(await storyOf(world, outcome.job_id));
  });
});

describe('store=false', () => {
  it('keeps nothing of the row: neither what was asked nor which company it was', async () => {
    const world = new JobWorld();
    const process = world.process();
    const outcome = resolved(await resolveIn(process, { store: false }));
    expect(outcome).toMatchObject({ stored: false, expires_at: null, billed_units: 4 });
    expect(bodyOf(outcome).ref).toBe('my ref');
    expect(process.store.seen.map(({ types }) => types)).toEqual([
      ['JobSubmitted', 'ChunkStarted'],
      ['RowsRecorded'],
      ['ChunkCompleted', 'JobCompleted'],
    ]);
    const log = JSON.stringify(await world.events());
    expect(log).not.toContain('00445790');
    expect(log).not.toContain('my ref');
    const records = (await world.events()).filter(({ event }) => event.type === 'RowsRecorded');
    expect(records[0]?.event.data).toMatchObject({
      delivered: [],
      unkept_digest: expect.stringMatching(/^\w{64}$/) as string,
    });
  });

  it('is gone for an equal request, also where it failed', async () => {
    const world = new JobWorld();
    const request = asking({ company_number: '00000009' });
    await resolveIn(world.process(), { store: false, key: 'k', request });
    const again = await resolveIn(world.process(), { store: false, key: 'k', request });
    expect(again).toEqual({ outcome: 'gone', detail: 'not_stored', expires_at: null });
  });

  it('gives up on live blocks at its time-out: nobody could collect them', async () => {
    const world = new JobWorld();
    const enricher = new FakeEnricher({ live: ['industry'], check: () => new Promise(() => undefined) });
    const process = world.process(undefined, { resolveTimeoutSeconds: 0.02 });
    const outcome = resolved(await resolveIn(process, { enricher, store: false }));
    expect(bodyOf(outcome)).toMatchObject({
      status: 'done',
      blocks: { industry: { status: 'not_found', reason: 'source_unavailable', retry_suggested: true } },
    });
    expect(outcome.billed_units).toBe(3);
    expectWhole(await storyOf(world, outcome.job_id));
  });
});

describe('live blocks', () => {
  it('are waited for and delivered with the row', async () => {
    const world = new JobWorld();
    const outcome = resolved(
      await resolveIn(world.process(), { enricher: new FakeEnricher({ live: ['industry'] }) }),
    );
    expect(outcome).toMatchObject({ billed_units: 4, row: { pending_blocks: [] } });
    expect(bodyOf(outcome)).toMatchObject({ status: 'done', blocks: { industry: { status: 'available' } } });
  });

  it('that are not there in time are pending, filled by a worker, charged once, and in the replay', async () => {
    const world = new JobWorld();
    const slow = new FakeEnricher({ live: ['industry'], check: () => new Promise(() => undefined) });
    const process = world.process(undefined, { resolveTimeoutSeconds: 0.02 });
    const first = resolved(await resolveIn(process, { enricher: slow, key: 'k' }));
    expect(first).toMatchObject({ billed_units: 3, expires_at: null, row: { pending_blocks: ['industry'] } });
    expect(bodyOf(first)).toMatchObject({ status: 'pending', blocks: { industry: { status: 'pending' } } });
    world.pass(INLINE_MS);
    const worker = aWorker(world.process(), { enricher: new FakeEnricher({ live: ['industry'] }) });
    await worker.start();
    await until(hasEnded(world, first.job_id));
    await worker.stop();
    const replayed = resolved(await resolveIn(world.process(), { key: 'k' }));
    expect(replayed).toMatchObject({ outcome: 'replayed', billed_units: 0, row: { pending_blocks: [] } });
    expect(bodyOf(replayed)).toMatchObject({ status: 'done', blocks: { industry: { status: 'available' } } });
    const story = await storyOf(world, first.job_id);
    expectWhole(story);
    expect(story.rows.get(0)?.units).toBe(4);
  });

  it('are left to a worker at once with defer_live', async () => {
    const world = new JobWorld();
    const enricher = new FakeEnricher({ live: ['industry'] });
    const process = world.process();
    const outcome = resolved(await resolveIn(process, { enricher, deferLive: true }));
    expect(outcome).toMatchObject({ expires_at: null, row: { pending_blocks: ['industry'] } });
    expect(enricher.checks).toEqual([]);
    world.pass(2_001);
    const worker = aWorker(world.process(), { enricher });
    await worker.start();
    await until(hasEnded(world, outcome.job_id));
    await worker.stop();
    expect(enricher.checks).toHaveLength(1);
    const story = await storyOf(world, outcome.job_id);
    expectWhole(story);
    expect(story.types).toEqual([
      'JobSubmitted',
      'ChunkStarted',
      'RowsRecorded',
      'RowResolved',
      'RowCharged',
      'BlockFilled',
      'BlockCharged',
      'ChunkCompleted',
      'JobCompleted',
    ]);
  });

  it('that no check answers are given up at the deadline, unbilled', async () => {
    const world = new JobWorld();
    let tries = 0;
    const enricher = new FakeEnricher({
      live: ['industry'],
      check: async () => {
        tries++;
        throw new Error('the source is down');
      },
    });
    const outcome = resolved(await resolveIn(world.process(), { enricher, deferLive: true }));
    world.pass(2_001);
    const worker = aWorker(world.process(undefined, { liveDeadlineSeconds: 2.1 }), { enricher });
    await worker.start();
    await until(hasEnded(world, outcome.job_id));
    await worker.stop();
    expect(tries).toBeGreaterThan(0);
    const story = await storyOf(world, outcome.job_id);
    expectWhole(story);
    expect(story.rows.get(0)?.units).toBe(3);
    expect(story.types).toContain('BlockFilled');
    expect(story.types).not.toContain('BlockCharged');
  });

  it.each<[Fault, string]>([
    ['crash_before', 'BlockDelivered'],
    ['crash_after', 'BlockDelivered'],
    ['crash_before', 'BlockFilled'],
    ['crash_after', 'BlockFilled'],
    ['crash_before', 'ChunkCompleted'],
    ['crash_after', 'ChunkCompleted'],
  ])('are filled and charged once whoever dies (%s %s)', async (fault, type) => {
    const world = new JobWorld();
    const enricher = new FakeEnricher({ live: ['industry'], check: async () => LIVE_ANSWER });
    const outcome = resolved(await resolveIn(world.process(), { enricher, deferLive: true }));
    world.pass(2_001);
    const dying = world.process(failFirst(type, fault));
    const first = aWorker(dying, { enricher });
    await first.start();
    await dying.store.died;
    await first.stop();
    world.pass(1_000);
    const second = aWorker(world.process(), { enricher });
    await second.start();
    await until(hasEnded(world, outcome.job_id));
    await second.stop();
    const story = await storyOf(world, outcome.job_id);
    expectWhole(story);
    expect(count(story.types, 'BlockFilled')).toBe(1);
    expect(count(story.types, 'BlockCharged')).toBe(1);
    expect(story.rows.get(0)?.units).toBe(4);
  });
});

describe('the same key again', () => {
  it('gets the original answer, byte for byte, and pays nothing', async () => {
    const world = new JobWorld();
    const first = resolved(await resolveIn(world.process(), { key: 'k' }));
    const before = await world.eventTypes();
    const again = resolved(await resolveIn(world.process(), { key: 'k' }));
    expect(again).toMatchObject({
      outcome: 'replayed',
      job_id: first.job_id,
      billed_units: 0,
      expires_at: first.expires_at,
    });
    expect(bodyOf(again)).toEqual(bodyOf(first));
    expect(await world.eventTypes()).toEqual(before);
  });

  it('gets the same 404 again', async () => {
    const world = new JobWorld();
    const request = asking({ company_number: '00000009' });
    const first = resolved(await resolveIn(world.process(), { key: 'k', request }));
    const again = resolved(await resolveIn(world.process(), { key: 'k', request }));
    expect(again).toMatchObject({ outcome: 'replayed', row: first.row });
  });

  it('is refused for another request', async () => {
    const world = new JobWorld();
    await resolveIn(world.process(), { key: 'k' });
    const other = asking({ company_number: '00000001' });
    expect(await resolveIn(world.process(), { key: 'k', request: other })).toEqual({
      outcome: 'idempotency_key_reused',
    });
  });

  it('is gone once the rows are erased', async () => {
    const world = new JobWorld();
    const first = resolved(await resolveIn(world.process(), { key: 'k' }));
    const erase = new EraseJobRows(first.job_id, 'asked for', 'operator', 'cli');
    await new EraseJobRowsHandler(world.process().ports).execute(erase);
    expect(await resolveIn(world.process(), { key: 'k' })).toMatchObject({
      outcome: 'gone',
      detail: 'rows_expired',
    });
  });

  it('is gone once the rows have expired, erased or not', async () => {
    const world = new JobWorld();
    const first = resolved(await resolveIn(world.process(), { key: 'k' }));
    world.pass(30 * 86_400_000);
    expect(await resolveIn(world.process(), { key: 'k' })).toEqual({
      outcome: 'gone',
      detail: 'rows_expired',
      expires_at: first.expires_at,
    });
  });

  it('runs anew after a 502', async () => {
    const world = new JobWorld();
    const broken = new FakeEnricher({
      beforeRow: () => {
        throw new Error('a defect');
      },
    });
    const first = resolved(await resolveIn(world.process(), { key: 'k', enricher: broken }));
    const retried = resolved(await resolveIn(world.process(), { key: 'k' }));
    expect(retried).toMatchObject({ outcome: 'resolved', billed_units: 4 });
    expect(retried.job_id).not.toBe(first.job_id);
    const third = resolved(await resolveIn(world.process(), { key: 'k' }));
    expect(third).toMatchObject({ outcome: 'replayed', job_id: retried.job_id });
  });

  it('a hundred times at once, from two processes, runs once', async () => {
    const world = new JobWorld();
    const processes = [world.process(), world.process()];
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => processes).flatMap((both) =>
        both.map((process) => resolveIn(process, { key: 'k' })),
      ),
    );
    const all = outcomes.map(resolved);
    expect(all.filter(({ outcome }) => outcome === 'resolved')).toHaveLength(1);
    expect(all.reduce((sum, { billed_units }) => sum + billed_units, 0)).toBe(4);
    expect(new Set(all.map(({ job_id }) => job_id)).size).toBe(1);
    const types = await world.eventTypes();
    expect(count(types, 'JobSubmitted')).toBe(1);
    expect(count(types, 'RowCharged')).toBe(1);
  });
});

describe('a process that dies in the middle of a resolve', () => {
  const WITH_KEY = [
    'IdempotencyKeyClaimed',
    'RowsSubmitted',
    'JobSubmitted',
    'RowsDelivered',
    'RowsRecorded',
    'ChunkCompleted',
  ];
  const faults: Fault[] = ['crash_before', 'crash_after'];
  const cases = (writes: string[]) =>
    writes.flatMap((type, write) => faults.map((fault): [Fault, string, number] => [fault, type, write]));

  it.each(cases(WITH_KEY))(
    '%s %s: an equal request gets an answer, delivered and charged once',
    async (fault, _type, write) => {
      const world = new JobWorld();
      const dying = world.process(failWrite(write, fault));
      await expect(resolveIn(dying, { key: 'k' })).rejects.toThrow('the process died');
      world.pass(LEASE_MS);
      world.pass(INLINE_MS);
      const worker = aWorker(world.process());
      await worker.start();
      const again = resolved(await resolveIn(world.process(), { key: 'k' }));
      expect(bodyOf(again)).toMatchObject({ ref: 'my ref', status: 'done' });
      await until(hasEnded(world, again.job_id));
      await worker.stop();
      const story = await storyOf(world, again.job_id);
      expectWhole(story);
      expect(story.rows.get(0)?.units).toBe(4);
      expect(count(await world.eventTypes(), 'JobSubmitted')).toBe(1);
    },
  );

  it.each(cases(['JobSubmitted', 'RowsSubmitted', 'RowsRecorded', 'ChunkCompleted']))(
    '%s %s, and nobody can come back: it ends, worker_lost and unbilled unless it was recorded',
    async (fault, type, write) => {
      const world = new JobWorld();
      const dying = world.process(failWrite(write, fault));
      await expect(resolveIn(dying)).rejects.toThrow('the process died');
      const submitted = (await world.events()).find(({ event }) => event.type === 'JobSubmitted');
      world.pass(INLINE_MS);
      const worker = aWorker(world.process());
      await worker.start();
      if (submitted !== undefined) {
        const job = submitted.stream.slice('job-'.length);
        await until(hasEnded(world, job));
        const story = await storyOf(world, job);
        expectWhole(story);
        const recorded = type === 'ChunkCompleted' || (type === 'RowsRecorded' && fault === 'crash_after');
        expect(story.rows.get(0)?.reason).toBe(recorded ? null : 'worker_lost');
        expect(story.rows.get(0)?.units).toBe(recorded ? 4 : 0);
      }
      await worker.stop();
    },
  );

  it('is not taken over while its request may still be at work', async () => {
    const world = new JobWorld();
    const dying = world.process(failFirst('RowsDelivered', 'crash_before'));
    await expect(resolveIn(dying, { key: 'k' })).rejects.toThrow();
    const job =
      (await world.events()).find(({ event }) => event.type === 'JobSubmitted')?.stream.slice(4) ?? '';
    const worker = aWorker(world.process());
    await worker.start();
    await until(() => worker.openJobCount === 1);
    world.pass(INLINE_MS - 2);
    const later = await submitInBackground(world);
    await until(hasEnded(world, later));
    expect((await storyOf(world, job)).ended).toBeNull();
    world.pass(2);
    await until(hasEnded(world, job));
    await worker.stop();
  });

  it('keeps its promise with defer_live: a worker finishes the row', async () => {
    const world = new JobWorld();
    const dying = world.process(failFirst('RowsRecorded', 'crash_before'));
    await expect(resolveIn(dying, { deferLive: true })).rejects.toThrow();
    const job =
      (await world.events()).find(({ event }) => event.type === 'JobSubmitted')?.stream.slice(4) ?? '';
    world.pass(2_001);
    const worker = aWorker(world.process());
    await worker.start();
    await until(hasEnded(world, job));
    await worker.stop();
    const story = await storyOf(world, job);
    expectWhole(story);
    expect(story.rows.get(0)?.units).toBe(4);
  });
});
