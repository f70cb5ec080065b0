/**
 * The sandbox gives every answer that the description promises: each status of each operation with each
 * `detail`.
 */
import { promisedBy, ANY_OTHER_PATH, type Promised } from '../support/proofs/coverage-page.js';
import type { Call, Reply } from '../support/worlds/api-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { SandboxWorld } from '../support/worlds/sandbox-world.js';
import { eventually } from '../support/eventually.js';
import description from '../../docs/openapi.json';

const world = forAllTests(() => SandboxWorld.start());

const ONE_ROW = { rows: [{ company_number: '90000001' }], blocks: ['company_identity'] };
const PLAIN = '/v1/resolve?company_number=90000001&blocks=company_identity';
let job = '';
beforeAll(async () => {
  job = await world.submit(ONE_ROW.rows, ONE_ROW.blocks);
  await world.ended(job);
});

/** A good request of each operation: path and call. */
const good = (operation: string): readonly [string, Call] => {
  const paths: Readonly<Record<string, string>> = {
    resolve: PLAIN,
    submitJob: '/v1/enrich/jobs',
    getJob: `/v1/enrich/jobs/${job}`,
    getResults: `/v1/enrich/jobs/${job}/results`,
    getErrors: `/v1/enrich/jobs/${job}/errors`,
    cancelJob: `/v1/enrich/jobs/${job}/cancel`,
    getUsage: `/v1/usage?job_id=${job}`,
    whoami: '/v1/whoami',
    listBlocks: '/v1/blocks',
    getDescription: '/v1/openapi.json',
    getDescriptionAlias: '/v1/openapi',
  };
  const call: Call =
    operation === 'submitJob'
      ? { method: 'POST', body: ONE_ROW }
      : operation === 'cancelJob'
        ? { method: 'POST' }
        : {};
  return [paths[operation] ?? '', call];
};

const keyed = (key: string, body: object = ONE_ROW): Call => ({
  method: 'POST',
  body,
  headers: { 'x-idempotency-key': key },
});
const rowOf = (code: string): string =>
  `/v1/resolve?company_name=${encodeURIComponent(`Sandbox row ${code.replaceAll('_', ' ')} Ltd`)}&blocks=industry`;
const beyondCore = { ...ONE_ROW, blocks: ['scores'] };
const twoBlocks = { ...ONE_ROW, blocks: ['industry', 'officers'] };

/** A job whose rows are kept nowhere. */
async function unstored(): Promise<string> {
  const { body } = await world.call(`${PLAIN}&store=false`);
  return String(body['job_id']);
}
async function expired(ask: (job: string) => Promise<Reply>): Promise<Reply> {
  const short = await world.submit(ONE_ROW.rows, ONE_ROW.blocks, 'flash');
  await world.ended(short, 'flash');
  return eventually('the end of its rows', async () => {
    const reply = await ask(short);
    return reply.status === 410 ? reply : undefined;
  });
}
/** The same resolve again with the same key, until its row is gone. */
const expiredResolve = (): Promise<Reply> => {
  const again = { headers: { 'x-idempotency-key': 'gone' } };
  return eventually('the end of its row', async () => {
    const reply = await world.call(PLAIN, again, 'flash');
    return reply.status === 410 ? reply : undefined;
  });
};

type Ask = () => Promise<Reply>;

/** What only some operations answer. */
const OWN: Readonly<Record<string, Ask>> = {
  'resolve 202': () => world.call(`${PLAIN}&wait=false`),
  'resolve 400 invalid_company_number': () => world.call('/v1/resolve?company_number=123'),
  'resolve 400 invalid_request': () => world.call(`${PLAIN}&colour=red`),
  'resolve 403 not_enabled': () =>
    world.call('/v1/resolve?company_number=90000001&blocks=scores', {}, 'small'),
  'resolve 403 option_not_enabled': () => world.call(`${PLAIN}&web_search=true`),
  'resolve 409 ambiguous_match': () => world.call(rowOf('ambiguous_match')),
  'resolve 409 idempotency_key_reused': async () => {
    await world.call(PLAIN, { headers: { 'x-idempotency-key': 'one' } });
    return world.call(`${PLAIN},industry`, { headers: { 'x-idempotency-key': 'one' } });
  },
  'resolve 410 not_stored': async () => {
    const again = { headers: { 'x-idempotency-key': 'unkept' } };
    await world.call(`${PLAIN}&store=false`, again);
    return world.call(`${PLAIN}&store=false`, again);
  },
  'resolve 410 rows_expired': expiredResolve,
  'resolve 429 budget_reached': () => world.call(`${PLAIN},industry`, {}, 'spent'),
  'resolve 429 too_many_open_resolves': () => world.call(PLAIN, {}, 'queue'),
  'resolve 429 too_many_open_rows': () => world.call(PLAIN, {}, 'crowd'),
  'submitJob 200': async () => {
    await world.call('/v1/enrich/jobs', keyed('replayed'));
    return world.call('/v1/enrich/jobs', keyed('replayed'), 'other');
  },
  'submitJob 400 invalid_request': () => world.call('/v1/enrich/jobs', { method: 'POST', body: {} }),
  'submitJob 400 malformed_json': () => world.call('/v1/enrich/jobs', { method: 'POST', body: '{' }),
  'submitJob 403 not_enabled': () =>
    world.call('/v1/enrich/jobs', { method: 'POST', body: beyondCore }, 'small'),
  'submitJob 403 option_not_enabled': () =>
    world.call('/v1/enrich/jobs', { method: 'POST', body: { ...ONE_ROW, options: { web_search: true } } }),
  'submitJob 409 idempotency_key_reused': async () => {
    await world.call('/v1/enrich/jobs', keyed('two'));
    return world.call('/v1/enrich/jobs', keyed('two', twoBlocks));
  },
  'submitJob 413 too_many_rows': () =>
    world.call(
      '/v1/enrich/jobs',
      { method: 'POST', body: { ...ONE_ROW, rows: Array.from({ length: 4 }, () => ONE_ROW.rows[0]) } },
      'small',
    ),
  'submitJob 413 body_too_large': () =>
    world.call('/v1/enrich/jobs', { method: 'POST', body: ' '.repeat(33 * 1024 * 1024) }),
  'submitJob 415 unsupported_media_type': () =>
    world.call('/v1/enrich/jobs', {
      method: 'POST',
      body: ONE_ROW,
      headers: { 'content-type': 'text/plain' },
    }),
  'submitJob 429 budget_reached': () =>
    world.call('/v1/enrich/jobs', { method: 'POST', body: twoBlocks }, 'spent'),
  'submitJob 429 too_many_open_rows': () =>
    world.call('/v1/enrich/jobs', { method: 'POST', body: ONE_ROW }, 'crowd'),
  'submitJob 503 intake_busy': () =>
    world.call('/v1/enrich/jobs', { method: 'POST', body: ONE_ROW }, 'queue'),
  'getResults 400 malformed_cursor': () => world.call(`/v1/enrich/jobs/${job}/results?cursor=none`),
  'getErrors 400 malformed_cursor': () => world.call(`/v1/enrich/jobs/${job}/errors?cursor=none`),
  'getResults 410 not_stored': async () => world.call(`/v1/enrich/jobs/${await unstored()}/results`),
  'getErrors 410 not_stored': async () => world.call(`/v1/enrich/jobs/${await unstored()}/errors`),
  'getResults 410 rows_expired': () =>
    expired((id) => world.call(`/v1/enrich/jobs/${id}/results`, {}, 'flash')),
  'getErrors 410 rows_expired': () =>
    expired((id) => world.call(`/v1/enrich/jobs/${id}/errors`, {}, 'flash')),
  'getUsage 400 invalid_request': () => world.call('/v1/usage?from=yesterday'),
};

const ENRICHES: ReadonlySet<string> = new Set(['resolve', 'submitJob', 'cancelJob']);

/** What every operation answers alike. */
function ofAll({ operation, status, detail, path }: Promised): Promise<Reply> {
  const [place, call] = good(operation);
  switch (status) {
    case 401:
      return world.call(place, call, detail.startsWith('Invalid') ? 'ended' : null);
    case 403:
      return world.call(place, call, ENRICHES.has(operation) ? 'reads' : 'order');
    case 404:
      if (operation === ANY_OTHER_PATH) return world.call('/v1/nothing');
      // Another account's job, or a row that names no company.
      return operation === 'resolve' ? world.call(rowOf(detail)) : world.call(place, call, 'brief');
    case 405:
      return world.call(path.replace('{job_id}', job), { method: 'DELETE' });
    case 406:
      return world.call(place, { ...call, headers: { accept: 'text/csv' } });
    case 429:
      return world.call(place, call, 'again');
    case 500:
      return world.call(place, call, 'fault');
    case 502:
      return world.call(rowOf(detail));
    case 503:
      return world.call(place, call, 'later');
    case 304:
      return world
        .call(place, call)
        .then(({ headers }) =>
          world.call(place, { headers: { 'if-none-match': headers.get('etag') ?? '' } }),
        );
    default:
      return world.call(place, call);
  }
}

const PROMISED = promisedBy(description);
const nameOf = ({ operation, status, detail }: Promised): string => `${operation} ${status} ${detail}`.trim();

it.each(PROMISED.map((promised) => [nameOf(promised), promised] as const))('%s', async (name, promised) => {
  const reply = await (OWN[name]?.() ?? ofAll(promised));
  expect(reply.status).toBe(promised.status);
  const { detail } = promised;
  if (detail === 'missing scope') expect(reply.body['detail']).toContain('needs the scope');
  else if (detail !== '') expect(reply.body['detail']).toBe(detail);
  const waits = reply.status === 429 || reply.status === 503;
  expect(reply.headers.has('retry-after') || !waits).toBe(true);
});
