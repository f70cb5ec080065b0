/** Bodies that are made to cost much: refused as they come, and never at the cost of other accounts. */
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { IssuedKey, Reply } from '../../support/worlds/api-world.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { withoutWords } from '../../support/refusals/words.js';

const world = forAllTests(() =>
  ApiWorld.start({
    settings: { MAX_BODY_MB: '8', MAX_ACCOUNT_BODIES_MB: '8', MAX_BODIES_MB: '9' },
  }),
);
const key = forAllTests(() => world.customer());

const PATH = '/v1/enrich/jobs';
const MANY = 1_000_000;
const OTHER = 'Everything outside the rows may have at most 65536 bytes.';
const ATTACKS: readonly (readonly [string, string, number, string, string, string])[] = [
  [
    'rows',
    `{"rows":[${'{},'.repeat(MANY)}{}]}`,
    413,
    'too_many_rows',
    'rows',
    'A job of this key may have at most 250,000 rows; these are more.',
  ],
  [
    'depth',
    '{"rows":[{"ref":'.padEnd(MANY, '['),
    400,
    'invalid_request',
    'rows[0]',
    'May be nested at most 32 deep.',
  ],
  [
    'fields',
    `{"rows":[{${'"a":1,'.repeat(MANY)}`,
    400,
    'invalid_request',
    'rows[0]',
    'An object may have at most 64 fields.',
  ],
  [
    'text',
    '{"rows":[{"ref":"'.padEnd(MANY, 'x'),
    400,
    'invalid_request',
    'rows[0]',
    'A row may have at most 16384 bytes.',
  ],
  ['text beside the rows', '{"a":"'.padEnd(MANY, 'x'), 400, 'invalid_request', 'request', OTHER],
  ['zeros', '\0'.repeat(MANY), 400, 'invalid_request', 'request', OTHER],
];
const submit = (body: string | Uint8Array, headers = {}, by = key): Promise<Reply> =>
  world.call(PATH, { method: 'POST', body, headers }, by);
const packed = { 'content-encoding': 'gzip' };
const SMALL = JSON.stringify({ rows: new Array(10).fill({ ref: 'a' }), blocks: ['charges'] });
const large = (ref: string): string =>
  JSON.stringify({ rows: Array.from({ length: 8_000 }, () => ({ ref })), blocks: ['charges'] });

/** A submission whose body stops midway; resolves with it once `go` was called. */
function halfSent(
  by: IssuedKey,
  body: string,
  { api } = world,
): { sent: Promise<void>; finish: () => Promise<number> } {
  const headers = {
    authorization: `Bearer ${by.key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const call = request(`${api.url}${PATH}`, { method: 'POST', headers });
  const answer = new Promise<number>((resolve, reject) => {
    call.on('response', (reply) => {
      reply.resume();
      resolve(reply.statusCode ?? 0);
    });
    call.on('error', reject);
  });
  const half = Math.floor(body.length / 2);
  return {
    sent: new Promise((resolve) => call.write(body.slice(0, half), () => resolve())),
    finish: () => {
      call.end(body.slice(half));
      return answer;
    },
  };
}

describe('a body with too much', () => {
  it.each(ATTACKS)(
    'of %s is refused, plain and packed',
    async (_what, body, status, detail, path, sentence) => {
      for (const reply of [await submit(body), await submit(gzipSync(body), packed)])
        expect([reply.status, withoutWords(reply)]).toEqual([
          status,
          {
            detail,
            errors: { [path]: [sentence] },
            errors_total: 1,
            request_id: reply.headers.get('x-request-id'),
          },
        ]);
    },
  );

  it('is refused before it has come, and the connection is cut where it goes on', async () => {
    const headers = { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' };
    const call = request(`${world.api.url}${PATH}`, { method: 'POST', headers });
    const status = new Promise<number>((resolve) =>
      call.on('response', (reply) => {
        reply.resume();
        resolve(reply.statusCode ?? 0);
      }),
    );
    const closed = new Promise<void>((resolve) => call.on('close', resolve));
    call.on('error', () => undefined);
    call.write('{"rows":['.padEnd(100_000, '['));
    expect(await status).toBe(400);
    const flood = Buffer.alloc(1_000_000);
    const more = (): void => {
      if (!call.destroyed) call.write(flood, () => setImmediate(more));
    };
    more();
    await closed;
  });

  it('of blanks is taken as if it had none', async () => {
    const blanks = ' \n'.repeat(3_000_000);
    const reply = await submit(gzipSync(blanks + SMALL.replace(':', `:${blanks.slice(0, 999_999)}`)), packed);
    expect(reply.status).toBe(202);
  });
});

describe('submissions that hold the room', () => {
  it('keep neither small ones of anybody waiting, nor large ones of another account', async () => {
    const other = await world.customer();
    const held = halfSent(key, large('x'.repeat(900)));
    await held.sent;
    expect((await submit(SMALL)).status).toBe(202);
    expect((await submit(SMALL, {}, other)).status).toBe(202);
    expect((await submit(large('other'), {}, other)).status).toBe(202);
    expect(await held.finish()).toBe(400); // such long references
  });

  it('let the others wait, and go on where these are done', async () => {
    const first = halfSent(key, large('y'.repeat(100)));
    await first.sent;
    const rest = Promise.all(['a', 'b', 'c'].map((ref) => submit(gzipSync(large(ref)), packed)));
    expect(await first.finish()).toBe(202);
    expect((await rest).map(({ status }) => status)).toEqual([202, 202, 202]);
  });
});

describe('a submission that finds no room in time', () => {
  it('is answered intake_busy, and is taken once there is room', async () => {
    const hasty = await ApiWorld.start({
      settings: { MAX_BODY_MB: '8', MAX_ACCOUNT_BODIES_MB: '8', INTAKE_WAIT_SECONDS: '0.05' },
    });
    try {
      const by = await hasty.customer();
      const body = large('z'.repeat(900));
      const call = () => hasty.call(PATH, { method: 'POST', body: gzipSync(body), headers: packed }, by);
      const held = halfSent(by, body, hasty);
      await held.sent;
      let busy = await call();
      // Sent is not yet read.
      while (busy.status !== 503) busy = await call();
      expect([busy.body['detail'], busy.headers.get('retry-after')]).toEqual(['intake_busy', '5']);
      expect(await held.finish()).toBe(400);
      expect((await call()).status).toBe(400);
    } finally {
      await hasty.stop();
    }
  });
});

describe('a query of very many parameters', () => {
  it.each(['/v1/resolve', '/v1/usage', '/v1/enrich/jobs/job_1/results', '/v1/enrich/jobs/job_1/errors'])(
    'is refused: %s',
    async (path) => {
      const reply = await world.call(`${path}?${'a&'.repeat(7_000)}`, {}, key);
      expect([reply.status, reply.body['detail']]).toEqual([400, 'invalid_request']);
      expect((reply.body['errors'] as Record<string, unknown>)['request']).toContain(
        'A query string may have 100 parameters.',
      );
    },
  );
});
