import * as fc from 'fast-check';
import { ACCOUNT, JOB, KEY, NOON, aSubmission } from '../../../test/support/logs/job-builders.js';
import type { JobEvent, RowCounts } from './job.events.js';
import type { JobDecision } from './job.decider.js';
import {
  abandon,
  completeChunk,
  endIfDone,
  eraseRows,
  expiryOf,
  requestCancel,
  startChunk,
  submit,
} from './job.decider.js';
import type { JobState } from './job.state.js';
import { NO_JOB, evolve, fold, isActive, isEnded } from './job.state.js';
import { rowsOfChunk } from './chunk-bounds.js';

const EXPIRY = '2026-12-21T12:00:00.000Z';
const OLD = { companies: '2026-10-01' };
const NEW = { companies: '2026-11-01' };
const submission = aSubmission(10, 4);
const counts = (succeeded: number): RowCounts => ({
  succeeded,
  not_found: 0,
  failed: 0,
  site_unreachable: 0,
});

const submitted: JobEvent = { type: 'JobSubmitted', data: submission };
const abandoned: JobEvent = { type: 'SubmissionAbandoned', data: { job_id: JOB, reason: 'too old' } };
const startedOn = (chunk: number, attempt = 'a', editions: Record<string, string> = OLD): JobEvent => ({
  type: 'ChunkStarted',
  data: { chunk, attempt, editions },
});
const chunkDone = (chunk: number, done: RowCounts, attempt = 'a'): JobEvent => ({
  type: 'ChunkCompleted',
  data: { chunk, attempt, counts: done },
});
const cancelAsked: JobEvent = { type: 'JobCancelRequested', data: { key_id: KEY } };
const completed = (all: RowCounts): JobEvent => ({
  type: 'JobCompleted',
  data: { counts: all, expires_at: EXPIRY },
});
const cancelled = (all: RowCounts, skipped: number): JobEvent => ({
  type: 'JobCancelled',
  data: { counts: all, skipped, expires_at: EXPIRY },
});
const erased: JobEvent = { type: 'JobRowsErased', data: { reason: 'expired' } };

const given = (...events: JobEvent[]): JobState => fold(events.map((event) => ({ event, time: NOON })));
const records = (...events: JobEvent[]): JobDecision => ({ outcome: 'decided', events });
const nothing = records();
const refuses = (code: Extract<JobDecision, { outcome: 'refused' }>['code']): JobDecision => ({
  outcome: 'refused',
  code,
});

const allStarted = [submitted, startedOn(0), startedOn(1), startedOn(2)];
const finished = [
  ...allStarted,
  chunkDone(0, counts(4)),
  chunkDone(1, counts(4)),
  chunkDone(2, counts(2)),
  completed(counts(10)),
];
const stopped = [submitted, cancelAsked, cancelled(counts(0), 10)];

describe('submitting', () => {
  it.each<[string, JobState, JobDecision]>([
    ['a new job is accepted', given(), records(submitted)],
    ['the same submission again records nothing', given(submitted), nothing],
    ['an abandoned submission stays abandoned', given(abandoned), refuses('submission_abandoned')],
    ['a job that is over was submitted', given(...finished), nothing],
  ])('%s', (_title, state, expected) => {
    expect(submit(state, submission)).toEqual(expected);
  });

  it.each<[string, JobState, JobDecision]>([
    ['an unfinished submission is closed', given(), records(abandoned)],
    ['closing twice records nothing', given(abandoned), nothing],
    ['an accepted job is not closed', given(submitted), refuses('already_submitted')],
    ['a job that is over is not closed', given(...finished), refuses('already_submitted')],
  ])('%s', (_title, state, expected) => {
    expect(abandon(state, submission, 'too old')).toEqual(expected);
  });
});

describe('starting a chunk', () => {
  const start = { chunk: 1, attempt: 'b', editions: NEW };
  it.each<[string, JobState, JobDecision]>([
    ['a waiting chunk is started', given(submitted), records(startedOn(1, 'b', NEW))],
    [
      'a chunk beside a started one is started',
      given(submitted, startedOn(0)),
      records(startedOn(1, 'b', NEW)),
    ],
    ['a takeover with the same editions records nothing', given(submitted, startedOn(1, 'a', NEW)), nothing],
    [
      'a takeover with other editions records its own start',
      given(submitted, startedOn(1, 'a', OLD)),
      records(startedOn(1, 'b', NEW)),
    ],
    [
      'so it does after a cancel',
      given(submitted, startedOn(1, 'a', OLD), cancelAsked),
      records(startedOn(1, 'b', NEW)),
    ],
    ['a cancel skips a waiting chunk', given(submitted, startedOn(0), cancelAsked), refuses('chunk_skipped')],
    ['a completed chunk is done', given(...allStarted, chunkDone(1, counts(4))), refuses('chunk_completed')],
    ['a chunk that the job does not have', given(aSubmissionOf(1)), refuses('job_not_found')],
    ['a job that is over', given(...finished), refuses('job_ended')],
    ['a cancelled job', given(...stopped), refuses('job_ended')],
    ['an erased job', given(...finished, erased), refuses('job_ended')],
    ['an abandoned submission', given(abandoned), refuses('job_not_found')],
    ['an unknown job', given(), refuses('job_not_found')],
  ])('%s', (_title, state, expected) => {
    expect(startChunk(state, start)).toEqual(expected);
  });
});

it('a chunk that is taken over keeps the time of its first start, which live deadlines run from', () => {
  const later = (event: JobEvent) => ({ event, time: '2026-11-21T13:00:00.000Z' });
  const takenOver = fold(
    [later(startedOn(0, 'b', NEW)), later(startedOn(1, 'b', NEW))],
    given(submitted, startedOn(0)),
  );
  if (!isActive(takenOver)) throw new Error('the job is over');
  expect(takenOver.chunks.map((chunk) => 'startedAt' in chunk && chunk.startedAt)).toEqual([
    NOON,
    '2026-11-21T13:00:00.000Z',
    false,
  ]);
});

function aSubmissionOf(rows: number): JobEvent {
  return { type: 'JobSubmitted', data: aSubmission(rows) };
}

describe('completing a chunk', () => {
  const end = { chunk: 2, attempt: 'a', counts: counts(2) };
  const lastOpen = [...allStarted, chunkDone(0, counts(4)), chunkDone(1, counts(4))];
  it.each<[string, JobState, JobDecision]>([
    ['others still open', given(...allStarted), records(chunkDone(2, counts(2)))],
    ['others still waiting', given(submitted, startedOn(2)), records(chunkDone(2, counts(2)))],
    [
      'the last one completes the job',
      given(...lastOpen),
      records(chunkDone(2, counts(2)), completed(counts(10))),
    ],
    [
      'the last open one after a cancel ends it as cancelled and skips the rest',
      given(submitted, startedOn(2), cancelAsked),
      records(chunkDone(2, counts(2)), cancelled(counts(2), 8)),
    ],
    [
      'a cancel before the last row was finished ends it cancelled although nothing is left to skip',
      given(...lastOpen, cancelAsked),
      records(chunkDone(2, counts(2)), cancelled(counts(10), 0)),
    ],
    ['a second worker that comes late records nothing', given(...lastOpen, chunkDone(2, counts(2))), nothing],
    ['nor after the end', given(...finished), nothing],
    ['nor after the erasure', given(...finished, erased), nothing],
    ['a chunk that nobody started', given(submitted), refuses('chunk_not_started')],
    ['an unknown job', given(), refuses('job_not_found')],
    ['an abandoned submission', given(abandoned), refuses('job_not_found')],
  ])('%s', (_title, state, expected) => {
    expect(completeChunk(state, end, NOON)).toEqual(expected);
  });
});

describe('ending a job of which only the end is missing', () => {
  const done = [chunkDone(0, counts(4)), chunkDone(1, counts(4)), chunkDone(2, counts(2))];
  it.each<[string, JobState, JobDecision]>([
    ['all chunks are complete', given(...allStarted, ...done), records(completed(counts(10)))],
    [
      'a cancel skipped the others',
      given(submitted, startedOn(2), cancelAsked, chunkDone(2, counts(2))),
      records(cancelled(counts(2), 8)),
    ],
    ['a chunk waits', given(submitted, startedOn(0), chunkDone(0, counts(4))), nothing],
    ['a chunk is open', given(...allStarted, chunkDone(0, counts(4)), cancelAsked), nothing],
    ['nothing was begun', given(submitted), nothing],
    ['it has ended', given(...finished), nothing],
    ['it never was', given(), nothing],
  ])('%s', (_title, state, expected) => {
    expect(endIfDone(state, NOON)).toEqual(expected);
  });
});

describe('cancelling', () => {
  it.each<[string, JobState, JobDecision]>([
    ['nothing started: over at once', given(submitted), records(cancelAsked, cancelled(counts(0), 10))],
    ['a chunk is open: it is waited for', given(submitted, startedOn(0)), records(cancelAsked)],
    [
      'between two chunks: over at once, the rest skipped',
      given(submitted, startedOn(0), chunkDone(0, counts(4))),
      records(cancelAsked, cancelled(counts(4), 6)),
    ],
    ['asking twice records nothing', given(submitted, startedOn(0), cancelAsked), nothing],
    ['a finished job is unchanged', given(...finished), nothing],
    ['a cancelled job is unchanged', given(...stopped), nothing],
    ['an erased job is unchanged', given(...finished, erased), nothing],
    ['an unknown job', given(), refuses('job_not_found')],
    ['an abandoned submission', given(abandoned), refuses('job_not_found')],
  ])('%s', (_title, state, expected) => {
    expect(requestCancel(state, KEY, NOON)).toEqual(expected);
  });
});

describe('erasing rows', () => {
  const unstored: JobEvent = { type: 'JobSubmitted', data: aSubmission(1, 1, { stored: false }) };
  it.each<[string, JobState, JobDecision]>([
    ['a finished job', given(...finished), records(erased)],
    ['a cancelled job', given(...stopped), records(erased)],
    ['erasing twice records nothing', given(...finished, erased), nothing],
    [
      'nothing was stored',
      given(unstored, startedOn(0), chunkDone(0, counts(1)), completed(counts(1))),
      nothing,
    ],
    ['a job that runs', given(submitted, startedOn(0)), refuses('job_not_ended')],
    ['an unknown job', given(), refuses('job_not_found')],
    ['an abandoned submission', given(abandoned), refuses('job_not_found')],
  ])('%s', (_title, state, expected) => {
    expect(eraseRows(state, 'expired')).toEqual(expected);
  });
});

describe('retention', () => {
  it('runs from the end of the job, also in fractions of a day', () => {
    expect(expiryOf(NOON, 30)).toBe(EXPIRY);
    expect(expiryOf(NOON, 0.5)).toBe('2026-11-22T00:00:00.000Z');
  });
});

/** Any decision that may be tried on a job of three chunks. */
type Attempted =
  | { readonly kind: 'submit' | 'cancel' | 'erase' | 'abandon' }
  | { readonly kind: 'start'; readonly chunk: number; readonly fresh: boolean }
  | { readonly kind: 'complete'; readonly chunk: number; readonly failed: number };

const attempted: fc.Arbitrary<Attempted> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.constantFrom<Attempted>({ kind: 'cancel' }, { kind: 'erase' }, { kind: 'abandon' }),
  },
  { weight: 2, arbitrary: fc.constant<Attempted>({ kind: 'submit' }) },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('start' as const), chunk: fc.nat(2), fresh: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('complete' as const), chunk: fc.nat(2), failed: fc.nat(4) }),
  },
);

function decide(state: JobState, attempt: Attempted): JobDecision {
  switch (attempt.kind) {
    case 'submit':
      return submit(state, submission);
    case 'abandon':
      return abandon(state, submission, 'too old');
    case 'cancel':
      return requestCancel(state, KEY, NOON);
    case 'erase':
      return eraseRows(state, 'expired');
    case 'start':
      return startChunk(state, { chunk: attempt.chunk, attempt: 'a', editions: attempt.fresh ? NEW : OLD });
    case 'complete': {
      const { count } = rowsOfChunk(submission, attempt.chunk);
      const failed = Math.min(count, attempt.failed);
      const all = { succeeded: count - failed, not_found: 0, failed, site_unreachable: 0 };
      return completeChunk(state, { chunk: attempt.chunk, attempt: 'a', counts: all }, NOON);
    }
  }
}

describe('whatever is tried, in whatever order', () => {
  const after = (state: JobState, decision: JobDecision): JobState =>
    decision.outcome === 'refused'
      ? state
      : decision.events.reduce((next, event) => evolve(next, { event, time: NOON }), state);

  it('deciding the same again after folding records nothing', () => {
    fc.assert(
      fc.property(fc.array(attempted, { maxLength: 25 }), (attempts) => {
        let state = NO_JOB;
        for (const attempt of attempts) {
          state = after(state, decide(state, attempt));
          const again = decide(state, attempt);
          if (again.outcome === 'decided') expect(again.events).toEqual([]);
        }
      }),
    );
  });

  it('rows = succeeded + not_found + failed + skipped once the job has ended, and never more before', () => {
    fc.assert(
      fc.property(fc.array(attempted, { maxLength: 40 }), (attempts) => {
        let state = after(NO_JOB, submit(NO_JOB, submission));
        for (const attempt of attempts) {
          state = after(state, decide(state, attempt));
          if (!isActive(state) && !isEnded(state)) throw new Error('an accepted job was lost');
          const { succeeded, not_found, failed } = state.counts;
          const processed = succeeded + not_found + failed;
          if (isEnded(state)) expect(processed + state.skipped).toBe(submission.rows);
          else expect(processed).toBeLessThan(submission.rows);
        }
      }),
    );
  });

  it('a job always ends once its started chunks are completed and nobody starts another after a cancel', () => {
    fc.assert(
      fc.property(fc.array(attempted, { maxLength: 25 }), (attempts) => {
        let state = after(NO_JOB, submit(NO_JOB, submission));
        for (const attempt of attempts) state = after(state, decide(state, attempt));
        for (const chunk of submission.chunks.keys()) {
          state = after(state, decide(state, { kind: 'start', chunk, fresh: true }));
          state = after(state, decide(state, { kind: 'complete', chunk, failed: 0 }));
        }
        expect(isEnded(state)).toBe(true);
      }),
    );
  });

  it('keeps whose job it is', () => {
    const state = given(...finished);
    expect(isEnded(state) && state.submission.account_id).toBe(ACCOUNT);
  });
});
