/**
 * A hostile stranger with a key: nothing sent gives a 5xx, hangs, or gets anything but JSON with a request id. Seeded;
 * 2,000 requests here, 20,000 in `npm run test:long`.
 */
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { BLOCK_KEYS } from '../../packages/contract/src/block-key.js';
import { ApiWorld } from '../support/worlds/api-world.js';
import { ONE, smallRegister } from '../support/small-register.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const REQUESTS = process.env['TEST_LONG'] === '1' ? 20_000 : 2_000;
const AT_ONCE = 8;
/** No request of these may take longer: a resolve answers at once here. */
const HANG_MS = 20_000;
const MEGABYTE = 1024 * 1024;
const GROWTH_LIMIT = 400 * MEGABYTE;

const register = smallRegister();
const world = forAllTests(() =>
  ApiWorld.start({
    worker: 'register',
    companies: register.file,
    settings: { MAX_BODY_MB: '1' },
  }),
);
const key = forAllTests(() =>
  world.customer({ key: { requests_per_minute: 1_000_000, resolve_per_minute: 1_000_000 } }),
);
let job: string;
beforeAll(async () => {
  job = await world.ranJob(key, [{ company_number: ONE.number }, {}], ['company_identity']);
});
afterAll(() => register.remove());

interface Wire {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/** Text that no header line or request line may hold is left to the raw cases. */
const printable = (text: string): string => text.replace(/[^\x21-\x7e\x80-\xff]/g, '');
const odd = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    '%',
    '%00',
    '%zz',
    '%ff',
    '__proto__',
    'constructor',
    '../..',
    '\u0000',
    'null',
    'NaN',
    '1e999',
    '-0',
    '[]',
    '{}',
    '💥',
    'a'.repeat(3000),
  ),
);
const segment = odd.map((text) => printable(encodeURI(text.replace(/[\ud800-\udfff]/g, ''))));

const NAMES = [
  'company_number',
  'company_name',
  'domain',
  'blocks',
  'validation',
  'min_confidence',
  'wait',
  'store',
  'defer_live',
  'ref',
  'discover',
  'max_live_lookups',
  'contact_roles',
  'max_contacts',
  'contacts_lookup',
  'include_phone',
  'from',
  'to',
  'granularity',
  'job_id',
  'cursor',
  'limit',
  '__proto__',
  'x',
];
const VALUES = [
  ONE.number,
  'true',
  'false',
  'charges',
  'company_identity,industry',
  'rules,live',
  '0.5',
  '1',
  '2026-11-21',
  'day',
  'twin trading',
  'example.com',
];
const parameter = fc.tuple(
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...NAMES) }, { weight: 1, arbitrary: segment }),
  fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...VALUES) }, { weight: 2, arbitrary: segment }),
);
const query = fc
  .array(parameter, { maxLength: 5 })
  .map((pairs) =>
    pairs.length === 0
      ? ''
      : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`.replaceAll(' ', '+'),
  );

const path = fc.oneof(
  { weight: 4, arbitrary: fc.constant('/v1/resolve') },
  { weight: 4, arbitrary: fc.constant('/v1/enrich/jobs') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('/v1/usage', '/v1/whoami', '/v1/blocks', '/v1/openapi.json', '/v1/openapi'),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.oneof(fc.constant('JOB'), segment), fc.constantFrom('', '/results', '/errors', '/cancel'))
      .map(([id, rest]) => `/v1/enrich/jobs/${id}${rest}`),
  },
  { weight: 1, arbitrary: segment.map((text) => `/v1/${text}`) },
  { weight: 1, arbitrary: segment.map((text) => `/${text}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '*',
      '//v1/whoami',
      '/v1//whoami',
      '/v1/./whoami',
      '/v1/whoami;x=1',
      'http://x/v1/whoami',
      '/healthz',
      '/docs',
    ),
  },
);
const method = fc.oneof(
  { weight: 5, arbitrary: fc.constant('GET') },
  { weight: 5, arbitrary: fc.constant('POST') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'PROPFIND', 'LOCK', 'TRACE'),
  },
);

const jsonValue = fc.oneof(fc.jsonValue({ maxDepth: 3 }), odd);
const row = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      { ref: odd, company_number: fc.oneof(odd, fc.constant(ONE.number)), company_name: odd, domain: odd },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: jsonValue },
);
const submission = fc.record(
  {
    rows: fc.oneof(
      { weight: 5, arbitrary: fc.array(row, { maxLength: 6 }) },
      { weight: 1, arbitrary: jsonValue },
    ),
    blocks: fc.oneof(
      { weight: 5, arbitrary: fc.subarray([...BLOCK_KEYS], { maxLength: 4 }) },
      { weight: 1, arbitrary: jsonValue },
    ),
    options: fc.oneof(
      fc.dictionary(fc.constantFrom(...NAMES, 'web_search'), jsonValue, { maxKeys: 3 }),
      jsonValue,
    ),
    extra: jsonValue,
  },
  { requiredKeys: [] },
);
const text = submission.map((value) => JSON.stringify(value) ?? 'null');
const body = fc.oneof(
  { weight: 6, arbitrary: text.map((json) => Buffer.from(json)) },
  { weight: 1, arbitrary: text.map((json) => gzipSync(json)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: text.map((json) => Buffer.from(json.slice(0, -1))) },
  {
    weight: 1,
    arbitrary: fc.constant(Buffer.from('{"__proto__":{"admin":true},"rows":[{}],"blocks":["charges"]}')),
  },
  { weight: 1, arbitrary: fc.constant(Buffer.alloc(0)) },
);

const header = fc.oneof(
  fc.tuple(
    fc.constantFrom('content-type'),
    fc.oneof(
      fc.constantFrom(
        'application/json',
        'text/plain',
        'application/json; charset=utf-16',
        ';',
        'multipart/form-data',
      ),
      odd,
    ),
  ),
  fc.tuple(
    fc.constant('content-encoding'),
    fc.oneof(fc.constantFrom('gzip', 'identity', 'br', 'gzip, gzip', 'deflate'), odd),
  ),
  fc.tuple(fc.constantFrom('x-idempotency-key', 'idempotency-key'), odd),
  fc.tuple(
    fc.constantFrom(
      'accept',
      'accept-encoding',
      'if-none-match',
      'x-request-id',
      'traceparent',
      'range',
      'cookie',
      'origin',
      'x-http-method-override',
      'te',
      'expect',
      'x-forwarded-for',
      'host',
    ),
    odd,
  ),
);
const headers = fc.array(header, { maxLength: 4 });
const authorization = fc.oneof({ weight: 12, arbitrary: fc.constant('KEY') }, { weight: 1, arbitrary: odd });

/** A submission with nothing wrong in its body, so that some are accepted. */
const soundSubmission: fc.Arbitrary<Wire> = fc
  .record({ ref: odd, blocks: fc.subarray([...BLOCK_KEYS], { minLength: 1, maxLength: 4 }), headers })
  .map(({ ref, blocks, headers: more }) => ({
    method: 'POST',
    target: '/v1/enrich/jobs',
    headers: [['content-type', 'application/json'], ['authorization', 'KEY'], ...more],
    body: Buffer.from(JSON.stringify({ rows: [{ ref, company_number: ONE.number }], blocks })),
  }));

const strangeRequest: fc.Arbitrary<Wire> = fc
  .record({ method, path, query, headers, body, authorization, typed: fc.boolean() })
  .map((draft): Wire => {
    const usual = draft.typed ? ([['content-type', 'application/json']] as const) : [];
    return {
      method: draft.method,
      target: draft.path + draft.query,
      headers: [...usual, ['authorization', draft.authorization], ...draft.headers],
      body: draft.method === 'GET' ? new Uint8Array() : draft.body,
    };
  });

const wire = fc.oneof({ weight: 30, arbitrary: strangeRequest }, { weight: 1, arbitrary: soundSubmission });

/** The bytes as they go out: what can't stand in a line of HTTP is left out of it. */
function bytesOf(request: Wire): Buffer {
  const target = printable(request.target.replaceAll('JOB', job)) || '/';
  const lines = request.headers.map(([name, value]) => {
    const shown = value === 'KEY' ? `Bearer ${key.key}` : value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');
    return `${name}: ${shown}\r\n`;
  });
  const host = request.headers.some(([name]) => name === 'host') ? '' : 'host: fuzz\r\n';
  const head = `${request.method} ${target} HTTP/1.1\r\n${host}${lines.join('')}content-length: ${request.body.length}\r\nconnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), request.body]);
}

interface Heard {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

const NO_ANSWER: Heard = { status: 0, head: '', body: '' };

/** Sends bytes and hears the last answer that comes, until the other side closes. */
const exchange = (bytes: Uint8Array): Promise<Heard> =>
  new Promise((resolve, reject) => {
    const socket = connect(world.api.port, '127.0.0.1', () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.setTimeout(HANG_MS, () => socket.destroy(new Error('no answer: it hangs')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', (error) => reject(error));
    socket.on('close', () => {
      const answer = Buffer.concat(chunks)
        .toString('latin1')
        .replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
      const end = answer.indexOf('\r\n\r\n');
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
      resolve({ status, head: answer.slice(0, end).toLowerCase(), body: answer.slice(end + 4) });
    });
  });

/** What is wrong with an answer; nothing where it is as promised to a stranger. */
function faultOf(request: Wire, { status, head, body: answered }: Heard): string | null {
  if (status === 0) return 'no answer';
  if (status >= 500) return `status ${status}: ${answered.slice(0, 300)}`;
  if (!/\nx-request-id: req_/.test(head)) return `no request id in ${head}`;
  if (status === 304 || request.target.startsWith('/docs') || request.target.startsWith('/healthz'))
    return null;
  if (/content-encoding: gzip/.test(head)) return null;
  const json = /transfer-encoding: chunked/.test(head) ? '' : answered;
  if (json === '') return null;
  const parsed = JSON.parse(Buffer.from(json, 'latin1').toString('utf8')) as {
    request_id?: string;
    detail?: string;
  };
  if (status < 400) return null;
  return typeof parsed.detail === 'string' && parsed.request_id?.startsWith('req_') === true
    ? null
    : `an error without detail or request_id: ${json.slice(0, 300)}`;
}

describe('whatever a stranger sends', () => {
  it(`is answered in JSON with a request id, never with a 5xx (${REQUESTS} requests)`, async () => {
    const before = process.memoryUsage().rss;
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(wire, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
        const heard = await Promise.all(requests.map((request) => exchange(bytesOf(request))));
        const faults = requests.map((request, index) => faultOf(request, heard[index] ?? NO_ANSWER));
        for (const { status } of heard) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(faults.filter((fault) => fault !== null)).toEqual([]);
      }),
      { numRuns: Math.ceil(REQUESTS / AT_ONCE), seed: 20_261_121 },
    );
    // The generators reach every kind of answer, so that the property says something.
    for (const status of [200, 202, 400, 401, 404, 405, 415])
      expect([status, statuses.get(status) ?? 0]).not.toEqual([status, 0]);
    expect(process.memoryUsage().rss - before).toBeLessThan(GROWTH_LIMIT);
  }, 600_000);

  it.each<[string, string | Uint8Array]>([
    ['a request line without end', `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`],
    ['a thousand headers', `GET /v1/whoami HTTP/1.1\r\nHost: x\r\n${'X-A: b\r\n'.repeat(5_000)}\r\n`],
    ['a header with a NUL', 'GET /v1/whoami HTTP/1.1\r\nHost: x\r\nX-A: a\u0000b\r\n\r\n'],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS hello', Uint8Array.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03])],
    ['a length that is none', 'POST /v1/enrich/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    [
      'chunks and a length',
      'POST /v1/enrich/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a chunk that is none',
      'POST /v1/enrich/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: KEY\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    [
      'a body that breaks off',
      'POST /v1/enrich/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: KEY\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"row\r\n0;x=y\r\nA\u0000\r\n\r\n',
    ],
  ])('%s', async (_what, bytes) => {
    const sent =
      typeof bytes === 'string' ? Buffer.from(bytes.replace('KEY', `Bearer ${key.key}`), 'latin1') : bytes;
    const { status, head, body: answered } = await exchange(sent);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(head).toMatch(/\nx-request-id: req_/);
    expect(JSON.parse(answered)).toMatchObject({ request_id: expect.stringMatching(/^req_/) as unknown });
  });

  it('a bomb of gzip is refused without being unpacked whole', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MEGABYTE));
    const before = process.memoryUsage().rss;
    const reply = await world.call(
      '/v1/enrich/jobs',
      { method: 'POST', body: bomb, headers: { 'content-encoding': 'gzip' } },
      key,
    );
    // A fault that is seen while the body comes is answered at once, whatever would follow.
    expect([reply.status, reply.body['detail']]).toEqual([400, 'invalid_request']);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MEGABYTE);
  });

  it('leaves no trace in what others get', async () => {
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
    expect((await world.call('/v1/whoami', {}, key)).status).toBe(200);
    expect((await world.call('/readyz')).status).toBe(200);
  });
});
