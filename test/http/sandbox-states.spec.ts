/**
 * The sandbox shows every state of jobs, rows and blocks, and keeps what its guide says of keys and waits.
 */
import { SANDBOX_GUIDE } from '../../src/sandbox/sandbox-guide.js';
import { FAILED_JOB_ID } from '../../src/sandbox/magic-companies.js';
import { keyText, SANDBOX_KEYS } from '../../src/sandbox/sandbox-keys.js';
import { eventually } from '../support/eventually.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { SandboxWorld } from '../support/worlds/sandbox-world.js';

const world = forAllTests(() => SandboxWorld.start(true));

const statusOf = async (job: string): Promise<unknown> =>
  (await world.call(`/v1/enrich/jobs/${job}`)).body['status'];
const vocabulary = (schema: string, field: string): readonly string[] => {
  const fields = (world.description.components.schemas[schema]?.['properties'] ?? {}) as Record<
    string,
    { enum?: readonly string[] }
  >;
  return fields[field]?.enum ?? [];
};

describe('states of a job', () => {
  it('are queued, running, cancelling and cancelled where a slow one is cancelled', async () => {
    const rows = [
      { company_number: '96000003' },
      ...Array.from({ length: 599 }, () => ({ company_number: '90000001' })),
    ];
    const submitted = await world.call('/v1/enrich/jobs', {
      method: 'POST',
      body: { rows, blocks: ['industry'] },
    });
    const job = String(submitted.body['job_id']);
    expect(submitted.body['status']).toBe('queued');
    await eventually('its start', async () => ((await statusOf(job)) === 'running' ? true : undefined));
    const cancelled = await world.call(`/v1/enrich/jobs/${job}/cancel`, { method: 'POST' });
    expect(cancelled.body['status']).toBe('cancelling');
    expect((await world.ended(job)).body['status']).toBe('cancelled');
  });

  it('are completed and failed, and that is all that there are', async () => {
    const job = await world.submit([{ company_number: '90000001' }], ['industry']);
    expect((await world.ended(job)).body['status']).toBe('completed');
    expect(await statusOf(FAILED_JOB_ID)).toBe('failed');
    expect(vocabulary('Job', 'status')).toEqual([
      ...['queued', 'running', 'cancelling', 'completed', 'cancelled', 'failed'],
    ]);
  });

  it('skip rows that a cancel came before: not_completed', async () => {
    // More rows than the worker takes up at once, each chunk of which waits.
    const rows = Array.from({ length: 4_000 }, () => ({ company_number: '96000002' }));
    const job = await world.submit(rows, ['industry']);
    await world.call(`/v1/enrich/jobs/${job}/cancel`, { method: 'POST' });
    await world.ended(job);
    const { body } = await world.call(`/v1/enrich/jobs/${job}/errors`);
    expect((body['errors'] as { reason: string }[])[0]?.reason).toBe('not_completed');
  });
});

it('rows and blocks are pending, and are filled when their seconds are over', async () => {
  const asked = Date.now();
  const { body } = await world.call(
    '/v1/resolve?company_number=95000002&blocks=domain,industry&defer_live=true',
  );
  expect(body).toMatchObject({ status: 'pending', pending_blocks: ['domain'], complete: false });
  const job = String(body['job_id']);
  await world.ended(job);
  expect(Date.now() - asked).toBeGreaterThan(1_900);
  const page = await world.call(`/v1/enrich/jobs/${job}/results`);
  expect(page.body['results']).toMatchObject([
    { status: 'done', blocks: { domain: { status: 'available', source: 'sandbox' } } },
  ]);
});

it('a block that is never filled is given up at the deadline', async () => {
  const { body } = await world.call('/v1/resolve?company_number=95000600&blocks=domain&defer_live=true');
  const job = String(body['job_id']);
  await world.ended(job);
  const page = await world.call(`/v1/enrich/jobs/${job}/results`);
  expect(page.body['results']).toMatchObject([
    { blocks: { domain: { status: 'not_found', reason: 'source_unavailable', retry_suggested: true } } },
  ]);
}, 60_000);

it('a row in parts of a key with fewer blocks warns, and names no entitlement', async () => {
  const { body } = await world.call(
    '/v1/resolve?company_number=90000001&blocks=industry,scores',
    {},
    'small',
  );
  expect(body).toMatchObject({
    warnings: [{ code: 'blocks_not_enabled', blocks: ['scores'] }],
    blocks: { scores: { status: 'not_enabled', reason: 'no_entitlement' } },
  });
});

it('rows that name nothing, or no number, fail alone', async () => {
  const job = await world.submit(
    [{}, { company_number: '123' }, { company_number: '08209948' }],
    ['industry'],
  );
  await world.ended(job);
  const { body } = await world.call(`/v1/enrich/jobs/${job}/errors`);
  expect((body['errors'] as { reason: string }[]).map(({ reason }) => reason)).toEqual([
    ...['no_company_key', 'invalid_company_number', 'not_matched'],
  ]);
});

it('several companies fit: 409 with candidates that can be asked for', async () => {
  const { body } = await world.call('/v1/resolve?company_name=Sandbox row ambiguous match Ltd');
  const candidates = body['candidates'] as { company_number: string }[];
  expect(candidates.length).toBeGreaterThan(1);
  for (const { company_number } of candidates)
    expect((await world.call(`/v1/resolve?company_number=${company_number}&blocks=industry`)).status).toBe(
      200,
    );
});

it('weak matches are flagged, and none under the wanted confidence is served', async () => {
  const asked = '/v1/resolve?company_name=Sandbox match previous name Ltd&blocks=industry';
  expect((await world.call(asked)).body).toMatchObject({
    matched: { matched_on: 'previous_name', match_confidence: 0.7 },
    blocks: { industry: { flagged_for_review: true } },
  });
  expect((await world.call(`${asked}&min_confidence=0.9`)).status).toBe(404);
});

describe('keys', () => {
  it.each(SANDBOX_KEYS.map(({ id }) => id))('%s is in the guide', (id) => {
    const [keys] = SANDBOX_GUIDE.tables;
    expect(keys?.rows.map(({ request }) => request[0])).toContain(keyText(id));
  });

  it('tight: a real allowance of three calls a minute, with the seconds to wait', async () => {
    const calls = [1, 2, 3, 4].map(() => () => world.call('/v1/whoami', {}, 'tight'));
    const replies = [];
    for (const call of calls) replies.push(await call());
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(Number(replies[3]?.headers.get('retry-after'))).toBeGreaterThan(1);
  });

  it('again: refuses each call once, in turn with 429, 503 and 500', async () => {
    const path = '/v1/usage';
    const statuses: number[] = [];
    for (let call = 0; call < 6; call++) statuses.push((await world.call(path, {}, 'again')).status);
    expect(statuses).toEqual([429, 200, 503, 200, 500, 200]);
  });

  it('pages: its pages take their time', async () => {
    const job = await world.submit([{ company_number: '90000001' }], ['industry'], 'pages');
    await world.ended(job, 'pages');
    const asked = Date.now();
    expect((await world.call(`/v1/enrich/jobs/${job}/results`, {}, 'pages')).status).toBe(200);
    expect(Date.now() - asked).toBeGreaterThan(1_900);
  });

  it('brief: its rows expire a minute after the end', async () => {
    const job = await world.submit([{ company_number: '90000001' }], ['industry'], 'brief');
    const { finished_at, expires_at } = (await world.ended(job, 'brief')).body;
    expect(Date.parse(String(expires_at)) - Date.parse(String(finished_at))).toBe(60_000);
  });

  it('leave: is revoked ten seconds after its first call', async () => {
    expect((await world.call('/v1/whoami', {}, 'leave')).status).toBe(200);
    const asked = Date.now();
    await eventually('its end', async () =>
      (await world.call('/v1/whoami', {}, 'leave')).status === 401 ? true : undefined,
    );
    expect(Date.now() - asked).toBeGreaterThan(8_000);
  }, 30_000);

  it('close: the key of a suspended account is no key', async () => {
    expect((await world.call('/v1/whoami', {}, 'close')).status).toBe(401);
  });
});

it('a slow row is answered late, and one that is too slow is 502', async () => {
  const asked = Date.now();
  expect((await world.call('/v1/resolve?company_number=96000001&blocks=industry')).status).toBe(200);
  expect(Date.now() - asked).toBeGreaterThan(950);
  const late = await world.call('/v1/resolve?company_number=96000030&blocks=industry');
  expect([late.status, late.body['detail']]).toEqual([502, 'source_unavailable']);
}, 30_000);

it.each([
  ['a number of letters', 'company_number=AAAAAAAA', 400],
  ['a number with a zero byte', 'company_number=9000%000001', 400],
  ['a number that is none of its own', 'company_number=90000000', 404],
  ['a code that a company of its kind never gives', 'company_number=91000140', 404],
  ['a name of a property of every object', 'company_name=Sandbox constructor 1 Ltd', 404],
  ['a name like a pattern', `company_name=${encodeURIComponent('Sandbox (a+)+$ 1 Ltd')}`, 404],
  ['a long name', `company_name=${'sandbox row '.repeat(41)}`, 404],
  ['a domain below another', 'domain=company-1.sandbox.example.com.evil.example.org', 404],
  ['no domain', 'domain=..', 404],
])('%s is refused or names nobody', async (_what, query, status) => {
  expect((await world.call(`/v1/resolve?${query}&blocks=industry`)).status).toBe(status);
});

describe('its documentation', () => {
  it('serves the guide, says on every page what it is, and tries calls with a key and a company of its own', async () => {
    const guide = await world.call('/docs/sandbox');
    for (const { rows } of SANDBOX_GUIDE.tables)
      for (const { request } of rows)
        for (const word of request) expect(guide.text).toContain(`<code>${word}</code>`);
    const start = await world.call('/docs/operations/resolve');
    expect(start.text).toContain('This is a sandbox');
    expect(start.text).toContain(`value="${keyText('sandboxfirst')}"`);
    expect(start.text).toContain('90000001');
    expect(start.text).not.toContain('08209948');
  });

  it('has a console where one was asked for', async () => {
    const { consoleUrl, consoleLink } = world.sandbox;
    expect(consoleLink).toContain(`${consoleUrl}/welcome?link=`);
    expect((await fetch(String(consoleLink))).status).toBe(200);
  });
});
