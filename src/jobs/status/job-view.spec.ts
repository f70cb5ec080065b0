import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { ACCOUNT, JOB, KEY, NOON } from '../../../test/support/logs/job-builders.js';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import { jobView, jobRetryAfterMs } from './job-view.js';

const at = (position: string): Position => position as Position;

const QUEUED: JobStatusDocument = {
  job_id: JOB,
  account_id: ACCOUNT,
  key_id: KEY,
  request_id: 'req_1',
  operation: 'enrich_job',
  environment: 'live',
  phase: 'open',
  status: 'queued',
  blocks: ['charges', 'industry'],
  not_enabled: [],
  rows: 10,
  counts: { succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 },
  stored: true,
  collection: 'pages',
  idempotent: false,
  inline_until: null,
  chunks: [0],
  chunks_started: 0,
  chunks_completed: 0,
  retention_days: 30,
  created_at: NOON,
  cancel_requested_at: null,
  finished_at: null,
  expires_at: null,
  erased_at: null,
  ended_position: null,
  last_position: at('01'),
};
const LATER = '2026-12-21T12:00:00.000Z';
const ENDED: JobStatusDocument = {
  ...QUEUED,
  phase: 'ended',
  status: 'completed',
  counts: { succeeded: 6, not_found: 3, failed: 1, site_unreachable: 2 },
  finished_at: NOON,
  expires_at: LATER,
  ended_position: at('07'),
};

describe('a job as clients see it', () => {
  it('has nothing to show when it was just accepted, but when to ask again', () => {
    expect(jobView(QUEUED, false)).toEqual({
      job_id: JOB,
      status: 'queued',
      blocks: ['charges', 'industry'],
      counts: { total: 10, processed: 0, succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 },
      delivery: { mode: 'pull' },
      results_ready: false,
      expires_at: null,
      created_at: NOON,
      finished_at: null,
      retry_after_ms: 252,
    });
  });

  it('is ready, dated and done asking when it has ended', () => {
    expect(jobView(ENDED, true)).toEqual({
      job_id: JOB,
      status: 'completed',
      blocks: ['charges', 'industry'],
      counts: { total: 10, processed: 10, succeeded: 6, not_found: 3, failed: 1, site_unreachable: 2 },
      delivery: { mode: 'pull' },
      results_ready: true,
      expires_at: LATER,
      created_at: NOON,
      finished_at: NOON,
    });
  });

  it.each<[string, Partial<JobStatusDocument>, string]>([
    ['has ended', {}, 'running'],
    ['was cancelled', { status: 'cancelled', cancel_requested_at: NOON }, 'cancelling'],
  ])('that %s is still under way until its pages and usage are there', (_name, changes, status) => {
    expect(jobView({ ...ENDED, ...changes }, false)).toMatchObject({
      status,
      results_ready: false,
      expires_at: null,
      finished_at: null,
      retry_after_ms: 250,
    });
  });

  it('counts rows that are recorded while blocks of them are pending', () => {
    const recorded = { succeeded: 3, not_found: 1, failed: 1, site_unreachable: 2 };
    const running = { ...QUEUED, status: 'running' as const, recorded };
    expect(jobView(running, false).counts).toEqual({ total: 10, processed: 5, ...recorded });
  });

  it.each<[string, JobStatusDocument['counts'] | undefined]>([
    ['read by an older program', undefined],
    ['made of its own stream alone', { succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 }],
    ['whose late blocks met a website that would not open', { ...ENDED.counts, site_unreachable: 1 }],
  ])('has the counts of its chunks where they say more: one that was %s', (_name, recorded) => {
    const { recorded: _, ...older } = ENDED;
    const job = recorded === undefined ? older : { ...older, recorded };
    expect(jobView(job, true).counts).toEqual({ total: 10, processed: 10, ...ENDED.counts });
  });

  it('warns once of the blocks that the account lacked', () => {
    expect(jobView({ ...QUEUED, not_enabled: ['industry'] }, false).warnings).toEqual([
      {
        code: 'blocks_not_enabled',
        blocks: ['industry'],
        detail: expect.stringContaining('industry') as unknown,
      },
    ]);
  });

  it('is asked again after at most five seconds', () => {
    expect([0, 1, 10_000, 250_000].map(jobRetryAfterMs)).toEqual([250, 251, 2_250, 5_000]);
  });
});
