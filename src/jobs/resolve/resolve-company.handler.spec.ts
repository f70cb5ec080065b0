import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import { JobWorld, aCaller, anIdentity } from '../../../test/support/worlds/job-world.js';
import { TESCO, askingFor, bodyOf, resolveIn, resolved } from '../../../test/support/worlds/resolve-world.js';
import { expectWhole, storyOf } from '../../../test/support/worlds/worker-world.js';
import { WriteSide } from '../../../test/support/worlds/write-side.js';
import { ResolveCompany } from '../commands.js';

describe('a resolve', () => {
  it('is a job of one row in four appends where nobody could take it over', async () => {
    const world = new JobWorld();
    const process = world.process();
    const outcome = resolved(await resolveIn(process));
    expect(outcome).toMatchObject({ outcome: 'resolved', stored: true, billed_units: 4, not_enabled: [] });
    expect(bodyOf(outcome)).toMatchObject({ ref: 'my ref', status: 'done' });
    expect(outcome.expires_at).not.toBeNull();
    expect(process.store.seen.map(({ types }) => types)).toEqual([
      ['RowsSubmitted', 'RowsDelivered'],
      ['JobSubmitted', 'ChunkStarted'],
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
      await resolveIn(world.process(), { request: askingFor({ company_number: '00000009' }) }),
    );
    expect(outcome.row).toMatchObject({ status: 'failed', reason: 'not_matched' });
    expect(outcome.billed_units).toBe(0);
    const story = await storyOf(world, outcome.job_id);
    expectWhole(story);
    expect(story.counts).toMatchObject({ not_found: 1 });
  });

  it('is refused without entitlement, before the key is claimed', async () => {
    const world = new JobWorld();
    const request = askingFor(TESCO, { blocks: ['scores'] });
    const identity = anIdentity(request, 'k', { caller: aCaller({ blocks: new Set() }) });
    const handler = new WriteSide(world.process().ports);
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
    const request = askingFor({ company_number: '00000009' });
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
