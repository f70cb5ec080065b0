import { documentsOf } from '../../test/support/documents-of.js';
import { JOB, KEY, aSubmission } from '../../test/support/logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY } from '../../test/support/logs/row-stories.js';
import type { RowStory as Row } from '../../test/support/logs/row-stories.js';
import { OTHER_JOB, aLog } from '../../test/support/verified.js';
import type { InvestigatedLog } from './log-reading.js';
import { type ClaimReader, type JobHistory, investigateJob } from './investigate-job.js';
import { textOf } from '../../test/support/sheets/sheet-text.js';
import { jobHistorySheet, noJobSheet } from './sheets/job-history.sheet.js';

const KINDS: readonly Row[] = [BOTH, NO_INDUSTRY, 'not_matched', 'source_unavailable'];

async function story(log: InvestigatedLog, readModels: ClaimReader | null = null): Promise<JobHistory> {
  const found = await investigateJob(log, JOB, readModels);
  if (found.outcome !== 'found') throw new Error(found.outcome);
  return found.job;
}

describe('investigate job', () => {
  it('adds up what the records say', async () => {
    const log = await aLog();
    const job = aSubmission(250, 120, { idempotent: true });
    await log.claim(job);
    await log.run(job, (row) => KINDS[row % 4] ?? BOTH);
    expect(await story(log.store)).toMatchObject({
      job_id: JOB,
      account_id: 1001,
      key_id: KEY,
      request_id: 'req_1',
      status: 'completed',
      counts: { succeeded: 126, not_found: 62, failed: 62, site_unreachable: 0, skipped: 0 },
      failures: { not_matched: 62, source_unavailable: 62 },
      billed: {
        rows: 126,
        units: 189,
        blocks: {
          company_identity: { units: 126, not_billed: {} },
          industry: { units: 63, not_billed: { not_found: 63 } },
        },
      },
      idempotency: { type: 'IdempotencyKeyClaimed' },
      chunks: [{ state: 'completed' }, { state: 'completed' }, { state: 'completed', from: 240, count: 10 }],
    });
  });

  it('finds its claim by the read model as without it, and then reads no other claim', async () => {
    const log = await aLog();
    await log.claim(aSubmission(3, 3, { job_id: OTHER_JOB }), 'beef');
    const job = aSubmission(3, 3, { idempotent: true });
    await log.claim(job);
    await log.run(job, () => BOTH);
    const { live } = await documentsOf(log.store);
    const expected = await story(log.store);
    expect(expected.idempotency?.stream).toBe('idempotency-1001.cafe');
    const streamsAlone: InvestigatedLog = {
      readStream: (stream, read) => log.store.readStream(stream, read),
      readAll: () => Promise.reject(new Error('the log is searched')),
    };
    expect(await story(streamsAlone, live)).toEqual(expected);
  });

  it('counts late blocks where they ended', async () => {
    const log = await aLog();
    const job = aSubmission(3, 3);
    const rows = [INDUSTRY_PENDING, INDUSTRY_PENDING, INDUSTRY_PENDING];
    await log.submit(job);
    await log.start(job, 0);
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    await log.fill(job, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
    await log.fill(
      job,
      { chunk: 0, row: 1, block: 'industry' },
      { status: 'not_found', reason: 'no_sic_on_file' },
    );
    const { billed, status } = await story(log.store);
    expect(status).toBe('running');
    expect(billed.blocks.industry).toEqual({ units: 1, not_billed: { pending: 1, not_found: 1 } });
  });

  it('tells of a cancel, what it skipped and who asked', async () => {
    const log = await aLog();
    const job = aSubmission(6, 2);
    await log.submit(job);
    const counts = await log.work(job, 1, [BOTH, BOTH]);
    await log.job(job, { type: 'JobCancelRequested', data: { key_id: KEY } });
    await log.end(job, counts, 4);
    expect(await story(log.store)).toMatchObject({
      status: 'cancelled',
      counts: { succeeded: 2, skipped: 4 },
      chunks: [{ state: 'skipped' }, { state: 'completed' }, { state: 'skipped' }],
    });
  });

  it('says that the rows were kept until they were erased, not for the whole retention', async () => {
    const log = await aLog();
    const job = aSubmission(3, 3);
    await log.run(job, () => BOTH);
    const before = await story(log.store);
    await log.erase(job);
    const { expires_at, erased_at } = await story(log.store);
    expect(erased_at).not.toBe(before.expires_at);
    expect(expires_at).toBe(erased_at);
  });

  it('knows what never was and what was given up', async () => {
    const log = await aLog();
    expect(await investigateJob(log.store, OTHER_JOB)).toEqual({ outcome: 'job_not_found' });
    await log.job(aSubmission(), { type: 'SubmissionAbandoned', data: { job_id: JOB, reason: 'too old' } });
    const found = await investigateJob(log.store, JOB);
    expect(found).toMatchObject({ outcome: 'abandoned', events: [{ type: 'SubmissionAbandoned' }] });
    if (found.outcome === 'abandoned')
      expect(noJobSheet(found).title).toMatch(/^The submission of this job was begun/);
  });

  it('reads well on a terminal', async () => {
    const log = await aLog();
    await log.run(aSubmission(4, 4), (row) => KINDS[row % 4] ?? BOTH);
    const sheet = jobHistorySheet({ ...(await story(log.store)), bill: null });
    const lines = textOf(sheet);
    expect(lines.slice(0, lines.indexOf('Why rows failed'))).toEqual([
      `Job ${JOB}, completed`,
      'account          1001',
      `key              ${KEY} (live)`,
      'request          req_1',
      'asked for        a job of 4 rows: company_identity, industry',
      'idempotency key  none',
      'submitted        2026-11-21 12:00:00 UTC',
      'finished         2026-11-21 12:00:00 UTC',
      'rows kept until  2026-12-21 12:00:00 UTC',
      '',
      'Rows',
      'succeeded  2',
      'not found  1',
      'failed     1',
      'skipped    0',
      'in all     4',
      '',
    ]);
    const [, failed, billed] = sheet.parts;
    expect(failed?.table?.lines).toEqual([
      [1, expect.stringMatching(/^not_matched: /)],
      [1, expect.stringMatching(/^source_unavailable: /)],
    ]);
    expect(billed).toMatchObject({
      title: 'Billed: 3 units in 2 rows',
      table: {
        lines: [
          ['company_identity', 2, ''],
          ['industry', 1, '1 not_found'],
        ],
      },
    });
  });
});
