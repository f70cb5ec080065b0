import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start({ worker: 'register' }));
const key = forAllTests(() => world.customer());
let job: string;
beforeAll(async () => {
  const rows = Array.from({ length: 400 }, (_, index) => ({ ref: `r${index}`, company_number: '11832630' }));
  job = await world.ranJob(key, rows, ['company_identity', 'registered_address']);
});

/** As it comes over the wire, not unpacked. */
const wire = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    const sent = request(
      `${world.api.url}${path}`,
      { headers: { authorization: `Bearer ${key.key}`, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });

describe('compression', () => {
  it.each(['/v1/blocks', '/v1/enrich/jobs/JOB/results', '/v1/enrich/jobs/JOB/results?limit=1000'])(
    'is used on %s where the client takes it, and only there',
    async (template) => {
      const path = template.replace('JOB', job);
      const plain = await wire(path, {});
      const packed = await wire(path, { 'accept-encoding': 'br, gzip' });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      expect(JSON.parse(gunzipSync(packed.body).toString())).toEqual(JSON.parse(plain.body.toString()));
      expect(
        (await wire(path, { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding'],
      ).toBeUndefined();
    },
  );

  it.each(['/v1/blocks', '/v1/enrich/jobs/JOB/results', '/v1/enrich/jobs/JOB/results?limit=1000'])(
    'is the one that the client would rather have on %s',
    async (template) => {
      const path = template.replace('JOB', job);
      const plain = await wire(path, {});
      const packed = await wire(path, { 'accept-encoding': 'gzip;q=0.5, br' });
      expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
      expect(JSON.parse(brotliDecompressSync(packed.body).toString())).toEqual(
        JSON.parse(plain.body.toString()),
      );
      const least = await wire(path, { 'accept-encoding': 'identity, gzip;q=0.5' });
      expect(least.headers['content-encoding']).toBeUndefined();
    },
  );

  it.each(['/openapi.json', '/docs', '/docs/blocks'])('is the smallest on %s', async (path) => {
    const plain = await wire(path, {});
    const [small, gzip] = [
      await wire(path, { 'accept-encoding': 'gzip, deflate, br' }),
      await wire(path, { 'accept-encoding': 'gzip' }),
    ];
    expect([small.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(small.body.length).toBeLessThan(gzip.body.length);
  });

  it('is understood in a request', async () => {
    const body = gzipSync(JSON.stringify({ rows: [{ company_number: '11832630' }], blocks: ['charges'] }));
    const reply = await world.call(
      '/v1/enrich/jobs',
      { method: 'POST', body, headers: { 'content-encoding': 'gzip' } },
      key,
    );
    expect(reply.status).toBe(202);
  });
});

describe('rate limits', () => {
  it('stand in the headers of every call, refused ones included, and end in a 429', async () => {
    const small = await world.customer({ key: { requests_per_minute: 3, resolve_per_minute: 1 } });
    const replies = [
      await world.call('/v1/whoami', {}, small),
      await world.call('/v1/nothing', {}, small),
      await world.call('/v1/enrich/jobs/nothing', {}, small),
      await world.call('/v1/whoami', {}, small),
      await world.call('/v1/nothing', {}, small),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 404, 429, 404]);
    expect(replies.map(({ headers }) => headers.get('ratelimit')?.replace(/t=\d+/, 't'))).toEqual([
      '"default";r=2;t',
      '"default";r=1;t',
      '"default";r=0;t',
      '"default";r=0;t',
      '"default";r=0;t',
    ]);
    const wait = Number(replies[3]?.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it('are two on a resolve: both are used, or neither', async () => {
    const small = await world.customer({ key: { requests_per_minute: 10, resolve_per_minute: 1 } });
    const resolve = () => world.call('/v1/resolve', {}, small);
    const first = await resolve();
    const second = await resolve();
    expect([first.status, second.status]).toEqual([400, 429]);
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=10;w=60, "resolve";q=1;w=60');
    expect(second.headers.get('ratelimit')).toMatch(/^"default";r=9;t=\d+, "resolve";r=0;t=\d+$/);
    expect((await world.call('/v1/whoami', {}, small)).headers.get('ratelimit')).toMatch(/^"default";r=8;/);
  });

  it('are counted per key, not per account', async () => {
    const account = await world.account();
    const [one, two] = [await world.key(account, { requests_per_minute: 1 }), await world.key(account)];
    await world.call('/v1/whoami', {}, one);
    expect((await world.call('/v1/whoami', {}, one)).status).toBe(429);
    expect((await world.call('/v1/whoami', {}, two)).status).toBe(200);
  });
});

describe('every answer', () => {
  it('has no CORS header, and is kept by nobody where a key is needed', async () => {
    const headers = { origin: 'https://evil.example' };
    const reply = await world.call('/v1/whoami', { headers }, key);
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    const preflight = await world.call('/v1/whoami', {
      method: 'OPTIONS',
      headers: { ...headers, 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(401);
  });

  it('may be kept for a while where it is published, but for refusals', async () => {
    const kept = async (path: string, method = 'GET') =>
      (await fetch(`${world.api.url}${path}`, { method })).headers.get('cache-control');
    expect(await Promise.all(['/openapi.json', '/docs', '/docs/blocks'].map((path) => kept(path)))).toEqual(
      Array.from({ length: 3 }, () => 'public, max-age=300'),
    );
    expect([await kept('/nothing'), await kept('/openapi.json', 'POST')]).toEqual(['no-store', 'no-store']);
  });
});
