/** The client and the sandbox of the service that it is for, over real HTTP. */
import {
  AuthenticationError,
  CompanyData,
  IdempotencyKeyReusedError,
  InvalidRequestError,
  JobNotFoundError,
  MissingScopeError,
  NotEnabledError,
  NotMatchedError,
  RateLimitedError,
  type ApiError,
} from '../../../packages/client/src/index.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { keyText } from '../../../src/sandbox/sandbox-keys.js';
import { SandboxWorld } from '../../support/worlds/sandbox-world.js';

const world = forAllTests(() => SandboxWorld.start());
const numbers = Array.from({ length: 200 }, (_, place) => String(90_000_001 + place));
const [NUMBER = ''] = numbers;
const BLOCKS = ['company_identity', 'industry'] as const;

let client: CompanyData;

const clientOf = (key: string, patience = 60_000): CompanyData =>
  new CompanyData({ url: world.sandbox.url, key, patience });

async function refusalOf(answer: Promise<unknown>): Promise<unknown> {
  return answer.then(
    () => 'no refusal',
    (error: unknown) => error,
  );
}

beforeAll(() => {
  client = clientOf(keyText('sandboxfirst'), 120_000);
});

async function gathered<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('the client of the running service', () => {
  it('says whose key it has and what there is', async () => {
    const { limits, scopes } = await client.whoami();
    expect([limits.max_rows_per_job, scopes]).toEqual([250_000, ['read', 'enrich']]);
    expect((await client.blocks()).blocks).toHaveLength(37);
  });

  it('resolves many at once, each once', async () => {
    const asked = numbers.slice(0, 60);
    const rows = await Promise.all(
      asked.map((company_number) => client.resolve({ company_number, blocks: BLOCKS })),
    );
    expect(rows.map(({ matched }) => matched.company_number)).toEqual(asked);
    expect(new Set(rows.map(({ job_id }) => job_id)).size).toBe(asked.length);
  });

  it('answers a resolve that is repeated under its key with the same job', async () => {
    const repeat = () =>
      client.resolve({ company_number: NUMBER, blocks: BLOCKS }, { idempotencyKey: 'once' });
    const [first, second] = [await repeat(), await repeat()];
    expect(second.job_id).toBe(first.job_id);
  });

  it('leaves a resolve to a job and collects its row', async () => {
    const accepted = await client.resolve({ company_number: NUMBER, blocks: BLOCKS, wait: false, ref: 'x' });
    const row = await client.completed(accepted);
    expect([row.ref, row.status, row.matched?.company_number]).toEqual(['x', 'done', NUMBER]);
  });

  it('carries a list through: submitted, followed, read with its errors, billed', async () => {
    const rows = Array.from({ length: 2_300 }, (_, index) => ({
      ref: `r${index}`,
      company_number: index % 100 === 7 ? 'nonsense' : numbers[index % numbers.length],
    }));
    const submitted = await client.jobs.create({ rows, blocks: BLOCKS });
    const processed: number[] = [];
    const job = await client.jobs.wait(submitted.job_id, {
      onProgress: ({ counts }) => void processed.push(counts.processed),
    });
    expect([job.status, processed.at(-1)]).toEqual(['completed', 2_300]);
    const results = await gathered(client.jobs.results(job.job_id));
    expect(results.map(({ ref }) => ref)).toEqual(rows.map(({ ref }) => ref));
    const errors = await gathered(client.jobs.errors(job.job_id));
    expect(errors.map(({ row }) => row)).toEqual(Array.from({ length: 23 }, (_, index) => index * 100 + 7));
    expect(new Set(errors.map(({ reason }) => reason))).toEqual(new Set(['invalid_company_number']));
    const available = results.flatMap(({ blocks }) => Object.values(blocks));
    const { counts } = await client.usage({ job_id: job.job_id });
    expect(counts.units).toBe(available.filter(({ status }) => status === 'available').length);
    expect((await client.jobs.cancel(job.job_id)).status).toBe('completed');
  });
});

it('a list that is cancelled delivers what had begun, and skips and bills nothing else', async () => {
  // Of each job one row takes a second, in which the cancel comes.
  const rows = Array.from({ length: 3_000 }, (_, row) => ({
    company_number: row % 500 === 0 ? '96000001' : numbers[row % numbers.length],
  }));
  const run = client.jobs.submit(rows, {
    blocks: BLOCKS,
    rowsPerJob: 500,
    jobsAhead: 1,
    onJob: ({ first_row }) => void (first_row === 1_000 && cancelled.push(run.cancel())),
  });
  const cancelled: Promise<void>[] = [];
  const results = await gathered(run);
  await Promise.all(cancelled);
  expect(results.map(({ row }) => row)).toEqual(results.map((_, index) => index));
  expect(results.length).toBeLessThanOrEqual(1_500);
  expect(run.ended.map(({ status }) => status)).toContain('cancelled');
  const skipped = results.filter(({ reason }) => reason === 'not_completed').length;
  const processed = run.ended.map(({ counts }) => counts.processed).reduce((sum, count) => sum + count, 0);
  expect(processed).toBe(results.length - skipped);
});

it('a client waits out what refuses each of its calls once: 429, 503 and 500', async () => {
  const patient = clientOf(keyText('sandboxagain'));
  const job = await patient.jobs.create({ rows: [{ company_number: NUMBER }], blocks: BLOCKS });
  expect((await patient.jobs.wait(job.job_id)).status).toBe('completed');
  expect(await gathered(patient.jobs.results(job.job_id))).toHaveLength(1);
});

describe('a refusal of the running service', () => {
  it.each<[string, () => Promise<unknown>, new (...args: never) => ApiError, string]>([
    ['no company', () => client.resolve({ company_number: '99999999' }), NotMatchedError, 'not_matched'],
    [
      'a wrong number',
      () => client.resolve({ company_number: '1' }),
      InvalidRequestError,
      'invalid_company_number',
    ],
    [
      'a wrong list',
      () => client.jobs.create({ rows: [], blocks: [] }),
      InvalidRequestError,
      'invalid_request',
    ],
    ['an unknown job', () => client.jobs.get('job_1'), JobNotFoundError, 'job_not_found'],
    [
      'an option that is not enabled',
      () => client.resolve({ company_number: NUMBER, web_search: true }),
      NotEnabledError,
      'option_not_enabled',
    ],
    ['a key that is none', () => clientOf('svc_live_wrong').whoami(), AuthenticationError, 'error'],
    [
      'a key without the scope',
      () => clientOf(keyText('sandboxreads')).resolve({ company_number: NUMBER }),
      MissingScopeError,
      'error',
    ],
    [
      'a key of another request',
      async () => {
        await client.resolve({ company_number: NUMBER, blocks: ['industry'] }, { idempotencyKey: 'used' });
        return client.resolve({ company_number: NUMBER, blocks: BLOCKS }, { idempotencyKey: 'used' });
      },
      IdempotencyKeyReusedError,
      'idempotency_key_reused',
    ],
  ])('of %s is an error of its own class', async (_, refused, expected, code) => {
    const error = await refusalOf(refused());
    expect(error).toBeInstanceOf(expected);
    expect(error).toMatchObject({ code });
  });

  it('of a used-up rate limit says when to come back', async () => {
    const limited = clientOf(keyText('sandboxtight'), 0);
    await limited.whoami();
    await limited.whoami();
    await limited.whoami();
    const error = await refusalOf(limited.whoami());
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(error instanceof RateLimitedError && error.retryAfterMs).toBeGreaterThan(0);
  });
});
