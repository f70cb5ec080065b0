/** What one call does when it fails. The service is a function here, and its pauses take no time. */
import { AuthenticationError, ConnectionError, ServiceError, UnavailableError } from '../src/errors.js';
import { CompanyData, type ClientOptions } from '../src/index.js';

type Reply = () => Response | Promise<Response>;

const json = (status: number, body: object, headers: Record<string, string> = {}): Reply => {
  return () => Response.json(body, { status, headers });
};
const broken: Reply = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNRESET') }));
const refusal = (detail: string): object => ({ detail, request_id: 'req_1' });
const unavailable = (seconds: string): Reply => json(503, refusal('unavailable'), { 'retry-after': seconds });
const ME = json(200, { key_id: 'abc123def456' });

/** A client whose service replies so, the last reply for ever. */
function world(replies: readonly Reply[], patience?: Partial<ClientOptions>) {
  const calls: Request[] = [];
  const waits: number[] = [];
  const said: string[] = [];
  const client = new CompanyData({
    url: 'http://service.test/v1/',
    key: 'svc_test_key',
    ...patience,
    onWait: (_, why) => void said.push(why.message),
    pause: async (milliseconds) => void waits.push(milliseconds),
    fetch: async (input, init) => {
      calls.push(new Request(input, init));
      const reply = replies[Math.min(calls.length, replies.length) - 1] ?? broken;
      return reply();
    },
  });
  return { client, calls, waits, said };
}

describe('a call', () => {
  it('carries the key, wherever the address ends', async () => {
    const { client, calls } = world([ME]);
    await expect(client.whoami()).resolves.toMatchObject({ key_id: 'abc123def456' });
    expect(calls[0]?.url).toBe('http://service.test/v1/whoami');
    expect(calls[0]?.headers.get('authorization')).toBe('Bearer svc_test_key');
  });

  it('joins lists by commas and leaves out what is undefined', async () => {
    const { client, calls } = world([json(200, {})]);
    await client.resolve({ domain: 'a.co.uk', blocks: ['domain', 'industry'], ref: undefined, discover: [] });
    expect(new URL(calls[0]?.url ?? '').search).toBe('?domain=a.co.uk&blocks=domain%2Cindustry&discover=');
  });

  it('is made again under the same idempotency key, which no other call has', async () => {
    const { client, calls } = world([broken, unavailable('1'), json(200, {}), json(200, {})]);
    await client.resolve({ company_number: '01234567' });
    await client.resolve({ company_number: '01234567' });
    const [first, second, third, other] = calls.map(({ headers }) => headers.get('x-idempotency-key'));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect([second, third]).toEqual([first, first]);
    expect(other).not.toBe(first);
  });

  it('keeps the receipt of an answer and of a refusal, and tells its own fault where it can not', async () => {
    const receipt = { 'x-receipt': 'cmVjZWlwdA==' };
    const replies = [json(200, {}, receipt), json(404, refusal('not_matched'), receipt)];
    const kept: string[] = [];
    const { client } = world(replies, { onReceipt: (text) => void kept.push(text) });
    await client.whoami();
    await expect(client.whoami()).rejects.toMatchObject({ status: 404 });
    expect(kept).toEqual(['cmVjZWlwdA==', 'cmVjZWlwdA==']);
    const full = world(replies, { onReceipt: () => Promise.reject(new Error('no space')) });
    await expect(full.client.whoami()).rejects.toThrow('no space');
    expect(full.calls).toHaveLength(1);
  });

  it('sends a list compressed, as JSON', async () => {
    const { client, calls } = world([json(202, { job_id: 'job_1' })]);
    await client.jobs.create(
      { rows: [{ company_number: '1' }], blocks: ['domain'] },
      { idempotencyKey: 'k' },
    );
    const [call] = calls;
    expect(call?.method).toBe('POST');
    expect(call?.headers.get('content-encoding')).toBe('gzip');
    const body = call?.body?.pipeThrough(new DecompressionStream('gzip'));
    expect(await new Response(body).json()).toEqual({
      rows: [{ company_number: '1' }],
      blocks: ['domain'],
    });
  });

  it('waits as long as the service asks, and a little longer', async () => {
    const { client, waits } = world([unavailable('7'), ME]);
    await client.whoami();
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(7_000);
    expect(waits[0]).toBeLessThanOrEqual(8_000);
  });

  it('gives up with the last error once it has waited for as long as it may', async () => {
    const { client, waits, said } = world([unavailable('20')]);
    await expect(client.whoami()).rejects.toThrow(UnavailableError);
    expect(waits).toHaveLength(2);
    expect(said).toHaveLength(2);
    await expect(client.whoami({ patience: 0 })).rejects.toThrow(UnavailableError);
    expect(waits).toHaveLength(2);
  });

  it('gives up sooner where nothing has answered yet', async () => {
    const { client, waits, said } = world([broken], { patience: 600_000, patienceAtFirst: 1_000 });
    await expect(client.whoami()).rejects.toThrow(ConnectionError);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThanOrEqual(1_000);
    expect(said[0]).toBe("http://service.test/v1 can't be reached (ECONNRESET)");
  });

  it('is not made again where that can not help', async () => {
    const { client, calls } = world([json(401, refusal('Invalid API key'))]);
    await expect(client.whoami()).rejects.toThrow(AuthenticationError);
    expect(calls).toHaveLength(1);
  });

  it('is made again once where the service says `error`', async () => {
    const { client, calls } = world([json(500, refusal('error'))]);
    await expect(client.whoami()).rejects.toThrow(ServiceError);
    expect(calls).toHaveLength(2);
  });

  it.each([200, 404])('is not made again where something else answers first (%s)', async (status) => {
    const { client, calls } = world([() => new Response('<h1>Hello</h1>', { status })]);
    const failure = {
      code: 'not_the_service',
      message: expect.stringContaining(`answered ${status} without JSON`) as string,
    };
    await expect(client.whoami()).rejects.toMatchObject(failure);
    expect(calls).toHaveLength(1);
  });

  it('is made again where something stands before a service that has answered, or that is down', async () => {
    const page =
      (status: number): Reply =>
      () =>
        new Response('<h1>Soon</h1>', { status });
    const { client, calls } = world([page(502), ME, page(404), ME]);
    await client.whoami();
    await client.whoami();
    expect(calls).toHaveLength(4);
  });

  it('ends when it is broken off, with the reason that it is given', async () => {
    const { client, calls } = world([unavailable('1')]);
    const signal = AbortSignal.abort(new Error('closed'));
    await expect(client.whoami({ signal })).rejects.toThrow('closed');
    expect(calls.length).toBeLessThanOrEqual(1);
  });
});

describe('pages', () => {
  it('are read one after the other to the last, in their order', async () => {
    const page = (refs: readonly string[], next: string | null): Reply =>
      json(200, { results: refs.map((ref) => ({ ref })), next_cursor: next });
    const { client, calls } = world([page(['a', 'b'], 'x='), page([], 'y'), page(['c'], null)]);
    const refs: string[] = [];
    for await (const { ref } of client.jobs.results('job/1')) refs.push(ref);
    expect(refs).toEqual(['a', 'b', 'c']);
    expect(calls.map(({ url }) => url.slice('http://service.test/v1'.length))).toEqual([
      '/enrich/jobs/job%2F1/results?limit=1000',
      '/enrich/jobs/job%2F1/results?cursor=x%3D&limit=1000',
      '/enrich/jobs/job%2F1/results?cursor=y&limit=1000',
    ]);
  });
});
