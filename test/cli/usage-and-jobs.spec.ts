/**
 * What an account used, its jobs and the read models, from the command line over a log that the test wrote.
 */
import type { JobId } from '../../packages/contract/src/ids.js';
import { readActs } from '../../src/operator/maintenance/list-acts.js';
import { openStores } from '../../packages/platform/src/stores/stores.js';
import { CommandLineOn } from '../support/cli.js';
import { DAY, OPEN_JOB, writeLog } from '../support/logs/cli-log.js';
import { ACCOUNT, JOB, KEY } from '../support/logs/job-builders.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const cli = forAllTests(() => new CommandLineOn());

beforeAll(async () => {
  await writeLog(cli.dataDir);
});

const range = ['--from', DAY, '--to', DAY];
const usage = (...more: string[]) => ['usage', 'show', '--account', String(ACCOUNT), ...range, ...more];

describe('usage show', () => {
  it('is what the API shows, by block and by day', async () => {
    expect(await cli.json(...usage())).toMatchObject({
      account_id: ACCOUNT,
      from: DAY,
      to: DAY,
      granularity: 'block',
      job_id: null,
      counts: { rows: 2, units: 3 },
      items: [
        { block: 'company_identity', units: 2 },
        { block: 'industry', units: 1 },
      ],
    });
    expect(await cli.json(...usage('--by', 'day'))).toMatchObject({
      items: [{ date: DAY, rows: 2, units: 3, blocks: { company_identity: 2, industry: 1 } }],
    });
  });

  it('is also by job and by key, and of one job', async () => {
    expect(await cli.json(...usage('--by', 'job'))).toMatchObject({
      items: [{ job_id: JOB, rows: 2, units: 3 }],
    });
    expect(await cli.json(...usage('--by', 'key'))).toMatchObject({
      items: [{ key_id: KEY, rows: 2, units: 3 }],
    });
    expect(await cli.json(...usage('--job', OPEN_JOB))).toMatchObject({
      job_id: OPEN_JOB,
      counts: { rows: 0 },
    });
  });

  it('is a table for people', async () => {
    const { code, stdout } = await cli.run(...usage());
    expect(code).toBe(0);
    expect(stdout).toMatch(/│ block +│ units │/);
    expect(stdout).toMatch(/│ company_identity +│ +\d+ │/);
  });

  it.each([
    ['an account that is not there', ['usage', 'show', '--account', '4711'], 'unknown_account'],
    [
      'days in the wrong order',
      ['usage', 'show', '--account', '1001', '--from', '2026-02-01', '--to', '2026-01-01'],
      'wrong_use',
    ],
    [
      'more than 366 days',
      ['usage', 'show', '--account', '1001', '--from', '2024-01-01', '--to', '2026-01-01'],
      'wrong_use',
    ],
    ['a job of nobody', usage('--job', 'job_01JDXB8Z5N0000000000000009'), 'unknown_job'],
    ['one job by key', usage('--job', OPEN_JOB, '--by', 'key'), 'wrong_use'],
  ])('refuses %s', async (_, words, error) => {
    expect(await cli.refusal(...words)).toMatchObject({ code: 2, error });
  });
});

describe('usage rebuild', () => {
  it('finds the figures equal to the charges in the log', async () => {
    const report = await cli.json('usage', 'rebuild');
    expect(report).toMatchObject({ verdict: 'equal', differences: [], events: 2 });
    expect(report['live_digest']).toBe(report['rebuilt_digest']);
    expect(
      await cli.json('usage', 'rebuild', '--account', '1001', '--as-of', `${DAY}T00:00:00Z`),
    ).toMatchObject({
      verdict: 'equal',
      events: 0,
    });
  });

  it('ends with 1 on a difference, names it, and takes the rebuilt figures over when asked to', async () => {
    await spoilFigures();
    const { code, stdout } = await cli.run('usage', 'rebuild', '--json');
    expect(code).toBe(1);
    const report = JSON.parse(stdout) as { verdict: string; differences: { key: string }[] };
    expect(report.verdict).toBe('different');
    expect(report.differences[0]?.key).toContain('usage_days/');
    expect(await cli.json('usage', 'rebuild', '--apply')).toMatchObject({
      verdict: 'different',
      applied: true,
    });
    expect(await cli.json('usage', 'rebuild')).toMatchObject({ verdict: 'equal' });
    expect(await cli.json(...usage())).toMatchObject({ counts: { rows: 2, units: 3 } });
  });

  it.each([
    ['figures of the past to be applied', ['usage', 'rebuild', '--apply', '--as-of', DAY], 'wrong_use'],
    ['neither a time nor a position', ['usage', 'rebuild', '--as-of', 'yesterday'], 'wrong_use'],
  ])('refuses %s', async (_, words, error) => {
    expect(await cli.refusal(...words)).toMatchObject({ code: 2, error });
  });
});

/** Changes a figure behind the projector's back. */
async function spoilFigures(): Promise<void> {
  const stores = await openStores({ dataDir: cli.dataDir, hosting: 'direct' });
  const { readModels } = stores;
  const collection = 'usage_days_g1';
  const [document] = await readModels.range(collection, {});
  if (document === undefined) throw new Error('no figures to spoil');
  const spoilt = { fields: { ...document.fields, rows: 99 } };
  await readModels.commit([{ op: 'put', collection, key: document.key, document: spoilt }], {
    name: 'spoiler',
    expected: null,
    next: '1' as never,
  });
  await stores.close();
}

describe('jobs', () => {
  it('are listed as the API shows them, the newest first, with whose they are', async () => {
    const lines = await cli.lines('jobs', 'list', '--account', '1001');
    expect(lines.map(({ job_id, status, results_ready }) => [job_id, status, results_ready])).toEqual([
      [OPEN_JOB, 'queued', false],
      [JOB, 'completed', true],
    ]);
    const listed = async (...words: string[]) => (await cli.lines('jobs', 'list', ...words)).length;
    expect(await listed('--key', KEY, '--only', 'completed,job')).toBe(1);
    expect(await listed('--to', '2020-01-01')).toBe(0);
    expect(await listed('--only', 'resolve')).toBe(0);
    for (const wrong of [
      ['--only', 'job,resolve'],
      ['--only', 'done'],
      ['--from', '2026-02-02', '--to', '2026-02-01'],
    ])
      expect(await cli.refusal('jobs', 'list', ...wrong)).toMatchObject({ code: 2, error: 'wrong_use' });
    const shown: Readonly<Record<string, unknown>> = await cli.json('jobs', 'show', JOB);
    expect({ ...shown, bill: null }).toEqual({ ...lines[1], bill: null });
    expect(shown['bill']).toMatchObject({ units: 3, net_units: 3, amount: null, adjustments: [] });
    expect(lines[1]).toMatchObject({
      account_id: ACCOUNT,
      key_id: KEY,
      request_id: 'req_1',
      counts: { total: 3, processed: 3, succeeded: 2, not_found: 1, failed: 0, site_unreachable: 0 },
      delivery: { mode: 'pull' },
      expires_at: '2026-12-21T12:00:00.000Z',
    });
  });

  it('that nobody has are wrong use', async () => {
    expect(await cli.refusal('jobs', 'show', 'job_1')).toMatchObject({ code: 2, error: 'wrong_use' });
    expect(await cli.refusal('jobs', 'show', 'job_01JDXB8Z5N0000000000000009')).toMatchObject({
      code: 2,
      error: 'unknown_job',
    });
  });
});

describe('the rows of a job', () => {
  it('are erased once it is over; facts and charges stay', async () => {
    const erase = (job: JobId, reason: string) => ['jobs', 'erase', job, '--reason', reason];
    expect(await cli.refusal(...erase(OPEN_JOB, 'asked'))).toMatchObject({ code: 2, error: 'job_not_ended' });
    const erased = await cli.json(...erase(JOB, 'the customer asked'));
    expect(erased).toMatchObject({ job_id: JOB, status: 'completed', changed: true });
    expect(Date.parse(String(erased['expires_at']))).toBeLessThanOrEqual(Date.now());
    expect(await cli.json(...erase(JOB, 'again'))).toMatchObject({ changed: false });
    expect(await cli.json(...usage())).toMatchObject({ counts: { rows: 2, units: 3 } });
    expect(await cli.json('usage', 'rebuild')).toMatchObject({ verdict: 'equal', events: 2 });
  });

  it('of a job that nobody has are wrong use', async () => {
    const words = ['jobs', 'erase', 'job_01JDXB8Z5N0000000000000009', '--reason', 'x'];
    expect(await cli.refusal(...words)).toMatchObject({ code: 2, error: 'unknown_job' });
  });
});

describe('a clock that is days ahead of the log', () => {
  it('is called right once, and that stands in the log', async () => {
    const confirm = ['jobs', 'expire', '--confirm-clock', '--reason', 'the service was off'];
    const said = await cli.json(...confirm);
    expect(said).toEqual({ clock: expect.stringMatching(/Z$/) as unknown, changed: true });
    expect(await cli.json(...confirm)).toMatchObject({ changed: false });
    const stores = await openStores({ dataDir: cli.dataDir, hosting: 'direct' });
    const acts = [...(await readActs(stores.eventStore)).values()];
    await stores.close();
    expect(acts.filter(({ what }) => what.kind === 'clock_confirmation')).toMatchObject([
      {
        reason: 'the service was off',
        what: { kind: 'clock_confirmation', clock: said['clock'] },
        ended: { outcome: 'done', changed: true },
      },
    ]);
  });

  it('is not called right by a command without the word for it', async () => {
    expect(await cli.refusal('jobs', 'expire')).toMatchObject({ code: 2 });
  });
});

describe('projections', () => {
  it('tell how far they are', async () => {
    const lines = await cli.lines('projections', 'status');
    expect(lines.find(({ name }) => name === 'usage')).toMatchObject({ version: 3, lag: 0, state: 'live' });
    for (const line of lines)
      expect(Object.keys(line)).toEqual(
        expect.arrayContaining(['name', 'version', 'position', 'lag', 'state']),
      );
  });

  it('are rebuilt beside the live one', async () => {
    expect(await cli.json('projections', 'rebuild', 'job-status')).toMatchObject({
      projection: 'job-status',
      equal: true,
    });
    expect(await cli.refusal('projections', 'rebuild', 'job_status')).toMatchObject({ code: 2 });
  });
});
