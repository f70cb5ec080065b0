import type { Submission } from '../../src/streams/job/job.events.js';
import type { EventShape } from '../../src/streams/envelope.js';
import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, JOB, KEY, NOON, aSubmission } from '../../test/support/logs/job-builders.js';
import { INDUSTRY_PENDING, type RowStory } from '../../test/support/logs/row-stories.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import type { JobStatusDocument } from './job-status.document.js';
import { JOB_STATUS, countsSoFar } from './job-status.document.js';

const counts = (succeeded: number) => ({ succeeded, not_found: 1, failed: 0, site_unreachable: 0 });
const started = (chunk: number): EventShape<string, object> => ({
  type: 'ChunkStarted',
  data: { chunk, attempt: 'a1', editions: {} },
});
const completed = (chunk: number): EventShape<string, object> => ({
  type: 'ChunkCompleted',
  data: { chunk, attempt: 'a1', counts: counts(3) },
});
const cancel: EventShape<string, object> = { type: 'JobCancelRequested', data: { key_id: KEY } };
const end = (type: string): EventShape<string, object> => ({
  type,
  data: { counts: counts(9), skipped: 0, expires_at: '2026-12-21T12:00:00.000Z' },
});
const erased: EventShape<string, object> = { type: 'JobRowsErased', data: { reason: 'asked' } };

async function after(
  facts: readonly EventShape<string, object>[],
  changes: Partial<Submission> = {},
): Promise<JobStatusDocument | undefined> {
  const log = new LogBuilder(new MemoryEventStore());
  const job = aSubmission(10, 4, changes);
  await log.submit(job);
  await log.job(job, ...facts);
  return (await documentsOf(log.store)).live.find(JOB_STATUS, JOB);
}

describe('a job', () => {
  it('is queued with everything that its submission said', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    await log.submit(aSubmission(10, 4, { stored: false }));
    const head = await log.store.head();
    expect(await (await documentsOf(log.store)).all(JOB_STATUS)).toEqual({
      [JOB]: {
        job_id: JOB,
        account_id: ACCOUNT,
        key_id: KEY,
        request_id: 'req_1',
        operation: 'enrich_job',
        environment: 'live',
        phase: 'open',
        status: 'queued',
        blocks: ['company_identity', 'industry'],
        not_enabled: [],
        rows: 10,
        counts: { succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 },
        recorded: { succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 },
        stored: false,
        collection: 'pages',
        idempotent: false,
        inline_until: null,
        chunks: [0, 4, 8],
        chunks_started: 0,
        chunks_completed: 0,
        retention_days: 30,
        created_at: NOON,
        cancel_requested_at: null,
        finished_at: null,
        expires_at: null,
        erased_at: null,
        ended_position: null,
        last_position: head,
      },
    });
  });

  it.each<[string, EventShape<string, object>[], Partial<JobStatusDocument>]>([
    ['runs once a chunk has started', [started(0)], { status: 'running', chunks_started: 1, phase: 'open' }],
    [
      'counts the chunks completed so far',
      [started(0), completed(0), started(1), completed(1)],
      { status: 'running', chunks_completed: 2, counts: { ...counts(6), not_found: 2 } },
    ],
    [
      'is cancelling from the request on',
      [started(0), cancel],
      { status: 'cancelling', cancel_requested_at: NOON },
    ],
    ['stays so when a chunk is taken over', [started(0), cancel, started(0)], { status: 'cancelling' }],
    [
      'is completed with the counts of its end',
      [started(0), completed(0), end('JobCompleted')],
      {
        status: 'completed',
        phase: 'ended',
        counts: counts(9),
        finished_at: NOON,
        expires_at: '2026-12-21T12:00:00.000Z',
      },
    ],
    ['is cancelled', [cancel, end('JobCancelled')], { status: 'cancelled', phase: 'ended' }],
    [
      'has expired at the moment of an erasure that came early',
      [end('JobCompleted'), erased],
      { status: 'completed', phase: 'erased', erased_at: NOON, expires_at: NOON },
    ],
  ])('%s', async (_title, facts, expected) => {
    expect(await after(facts)).toMatchObject(expected);
  });

  it('counts recorded rows by their record, also where blocks of them are pending', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    const job = aSubmission(5, 3);
    await log.submit(job);
    await log.start(job, 0);
    const last = await log.store.head();
    const closed: RowStory = { company_identity: { status: 'not_found', reason: 'site_unreachable' } };
    await log.record(job, 0, [INDUSTRY_PENDING, closed, 'not_matched'], []);
    await log.record(job, 1, ['site_unreachable', INDUSTRY_PENDING], []);
    const shown = await (await documentsOf(log.store)).live.find(JOB_STATUS, JOB);
    const recorded = { succeeded: 3, not_found: 1, failed: 1, site_unreachable: 2 };
    expect(shown).toMatchObject({ recorded, counts: { succeeded: 0 }, last_position: last });
    expect(shown && countsSoFar(shown)).toEqual(recorded);
  });

  it('keeps the expiry that it had where the erasure came after', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    const job = aSubmission();
    await log.submit(job);
    await log.job(job, end('JobCompleted'));
    log.time = '2026-12-22T00:00:00.000Z';
    await log.job(job, erased);
    const shown = await (await documentsOf(log.store)).live.find(JOB_STATUS, JOB);
    expect(shown).toMatchObject({ erased_at: log.time, expires_at: '2026-12-21T12:00:00.000Z' });
  });

  it('names where its end stands in the log, and its last event', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    const job = aSubmission();
    await log.submit(job);
    await log.job(job, end('JobCompleted'));
    const ended = await log.store.head();
    await log.job(job, erased);
    const shown = await (await documentsOf(log.store)).live.find(JOB_STATUS, JOB);
    expect(shown).toMatchObject({ ended_position: ended, last_position: await log.store.head() });
  });

  it('is found among the open ones, the ended ones by expiry, and those of its account', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    await log.submit(aSubmission());
    const open = (await documentsOf(log.store)).live;
    expect(await open.range(JOB_STATUS.name, { index: 'by_phase', equals: ['open'] })).toHaveLength(1);
    await log.job(aSubmission(), end('JobCompleted'));
    const { live } = await documentsOf(log.store);
    expect(await live.range(JOB_STATUS.name, { index: 'by_phase', equals: ['open'] })).toEqual([]);
    const due = { index: 'by_expiry', equals: ['ended'], to: '2026-12-21T12:00:00.001Z' };
    expect(await live.range(JOB_STATUS.name, due)).toHaveLength(1);
    expect(await live.range(JOB_STATUS.name, { ...due, to: '2026-12-21T12:00:00.000Z' })).toEqual([]);
    expect(await live.range(JOB_STATUS.name, { index: 'by_account', equals: [ACCOUNT] })).toHaveLength(1);
  });

  it('does not come of a submission that was given up', async () => {
    const log = new LogBuilder(new MemoryEventStore());
    const abandoned = { type: 'SubmissionAbandoned', data: { job_id: JOB, reason: 'never finished' } };
    await log.job(aSubmission(), abandoned);
    expect(await (await documentsOf(log.store)).all(JOB_STATUS)).toEqual({});
  });
});

describe('a job that is parked', () => {
  const broken = { type: 'ChunkStarted', data: {} };
  const held = { type: 'JobHeld', data: { reason: 'dispute 7', until: null } };
  const holdEnded = { type: 'JobHoldEnded', data: { reason: 'settled' } };

  it('keeps and ends its hold with its erasure', async () => {
    const parked = [end('JobCompleted'), broken];
    expect(await after([...parked, held])).toMatchObject({ phase: 'ended', hold: { reason: 'dispute 7' } });
    expect(await after([...parked, held, erased])).toMatchObject({ phase: 'held' });
    expect(await after([...parked, held, erased, holdEnded])).toMatchObject({ phase: 'erased', hold: null });
  });
});
