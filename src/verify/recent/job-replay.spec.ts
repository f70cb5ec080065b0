import { JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { BOTH, countsOf } from '../../../test/support/logs/row-stories.js';
import { MemoryEventStore } from '../../../test/support/stores/memory-event-store.js';
import {
  LOG_START,
  type Position,
  type RecordedEvent,
} from '../../../packages/platform/src/event-store/event-store.js';
import { JobReplay } from './job-replay.js';

const job = aSubmission(2, 1);
const unstored = aSubmission(1, 1, { stored: false });
const ONE_ROW = countsOf([BOTH]);
const TWO_ROWS = countsOf([BOTH, BOTH]);

let log: LogBuilder;
beforeEach(() => {
  log = new LogBuilder(new MemoryEventStore());
});

/** Behind every event: positions are digits. */
const LOG_END = '~' as Position;

const replayed = (before = LOG_END) => JobReplay.of(log.store, JOB, before);

/** Types of events with their chunks, in the order in which the replay gives them. */
async function sequence(before = LOG_END): Promise<string[]> {
  const seen: RecordedEvent[] = [];
  await (await replayed(before))?.run((recorded) => seen.push(recorded));
  return seen.map(({ type, stream }) => `${type} ${stream.split('.')[1] ?? ''}`.trim());
}

describe('the state of a replayed job', () => {
  it.each<[string, 'open' | 'ended' | 'gone', () => Promise<void>]>([
    ['open while it runs', 'open', () => log.submit(job)],
    ['ended where it was completed', 'ended', () => log.run(job)],
    [
      'ended where it was cancelled',
      'ended',
      async () => {
        await log.submit(job);
        await log.end(job, countsOf([]), 2);
      },
    ],
    [
      'gone where its rows were erased',
      'gone',
      async () => {
        await log.run(job);
        await log.erase(job);
      },
    ],
    ['open where its rows are not stored and it runs', 'open', () => log.submit(unstored)],
    ['gone where its rows were not stored and it has ended', 'gone', () => log.run(unstored)],
    [
      'gone where its submission was abandoned',
      'gone',
      () => log.job(job, { type: 'SubmissionAbandoned', data: { job_id: JOB, reason: 'expired' } }),
    ],
  ])('is %s', async (_how, state, write) => {
    await write();
    expect((await replayed())?.state).toBe(state);
  });

  it('is unknown before its first event', async () => {
    await log.run(job);
    expect(await replayed(LOG_START)).toBeNull();
  });
});

describe('a replayed job', () => {
  it('gives each event once, behind those that it needs', async () => {
    await log.submit(job);
    await log.start(job, 0);
    await log.start(job, 1);
    for (const chunk of [1, 0]) await log.record(job, chunk, [BOTH], await log.deliver(job, chunk, [BOTH]));
    await log.complete(job, 1, ONE_ROW);
    const running = [
      'RowsSubmitted 0',
      'RowsSubmitted 1',
      'JobSubmitted',
      'ChunkStarted',
      'ChunkStarted',
      'RowsDelivered 1',
      'RowsRecorded 1',
      'ChunkCompleted',
      'RowsDelivered 0',
      'RowsRecorded 0',
    ];
    expect(await sequence()).toEqual(running);
    await log.complete(job, 0, ONE_ROW);
    const end = await log.store.head();
    await log.end(job, TWO_ROWS);
    expect(await sequence(end)).not.toContain('JobCompleted');
    expect(await sequence()).toEqual([
      ...running.slice(0, -2),
      'RowsDelivered 0',
      'RowsRecorded 0',
      'ChunkCompleted',
      'JobCompleted',
    ]);
  });

  it('gives what is left of an abandoned submission', async () => {
    await log.job(job, { type: 'SubmissionAbandoned', data: { job_id: JOB, reason: 'expired' } });
    expect(await sequence()).toEqual(['SubmissionAbandoned']);
  });
});
