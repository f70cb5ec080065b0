/** What operators and their machines see: health, readiness, metrics, the request log. */
import { connect } from 'node:net';
import { changeCheckState } from '../../../src/verify/standing/check-state.js';
import { requestById, requestsOfKey } from '../../../src/investigate/request-log/request-batches.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { eventually } from '../../support/eventually.js';

describe('while the read models have not caught up', () => {
  let world: ApiWorld;
  beforeAll(async () => {
    const first = await ApiWorld.start();
    world = first;
    await first.customer();
    await first.stop();
    world = await ApiWorld.start({ projector: false });
  });
  afterAll(() => world.stop());

  it('the process lives, is not ready, and says why', async () => {
    const alive = await world.call('/healthz');
    expect([alive.status, alive.body]).toEqual([200, { status: 'ok' }]);
    const ready = await world.call('/readyz');
    expect([ready.status, ready.body['ready'], ready.headers.get('retry-after')]).toEqual([503, false, '2']);
    expect(ready.body['reasons']).toEqual(expect.arrayContaining([expect.stringContaining('access')]));
  });

  it.each(['/healthz', '/readyz'])('HEAD on %s answers as GET does, without a body', async (path) => {
    const get = await world.call(path);
    const head = await fetch(`${world.api.url}${path}`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([get.status, '']);
    for (const name of ['cache-control', 'retry-after', 'content-type']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
  });

  it('a key is neither right nor wrong: 503', async () => {
    const key = `svc_live_abcdefghijkl_${'x'.repeat(40)}`;
    const reply = await world.call('/v1/whoami', { headers: { authorization: `Bearer ${key}` } });
    expect([reply.status, reply.body['detail']]).toEqual([503, 'unavailable']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('a running service', () => {
  let world: ApiWorld;
  beforeAll(async () => {
    world = await ApiWorld.start();
  });
  afterAll(() => world.stop());

  it('is ready once every lane has caught up', async () => {
    const ready = await eventually('readiness', async () => {
      const reply = await world.call('/readyz');
      return reply.status === 200 ? reply : undefined;
    });
    expect(ready.body).toMatchObject({ ready: true, reasons: [] });
    expect(ready.body['projections']).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'usage', lane: 'billing', state: 'live' })]),
    );
  });

  it('names a broken invariant and stays ready, and tells strangers nothing of how much there is', async () => {
    const broken = [{ id: 5, name: 'usage is the fold of charges', offenders: 2, examples: ['job_1'] }];
    const position = await world.stores.eventStore.head();
    const checked_at = '2026-11-22T12:00:00.000Z';
    await changeCheckState(world.stores.coordination, () => ({ position, checked_at, broken }));
    const told = [{ id: 5, name: 'usage is the fold of charges', offenders: 2 }];
    const { status, body } = await eventually('the broken invariant', async () => {
      const reply = await world.call('/readyz');
      return JSON.stringify(reply.body).includes('"offenders":2') ? reply : undefined;
    });
    expect(status).toBe(200);
    expect(body['invariants']).toEqual({ checked_at, broken: told });
    expect(JSON.stringify(body)).not.toMatch(/"(position|lag|head)"/);
    const inFull = JSON.parse((await world.told('/readyz')).text) as Record<string, unknown>;
    expect(inFull).toMatchObject({
      roles: [{ role: 'api', ready: true }],
      invariants: { position, checked_at, broken: told },
    });
    // Others may append to a server that is shared.
    const heads = [position, inFull['head'], await world.stores.eventStore.head()];
    expect(heads).toEqual([...heads].sort());
    const metrics = (await world.told('/metrics')).text;
    expect(metrics).toMatch(/^invariant_offenders\{invariant="5"\} 2$/m);
    expect(metrics).toMatch(/^invariant_offenders\{invariant="1"\} 0$/m);
    expect(metrics).toMatch(/^invariant_check_lag_positions 0$/m);
    expect(metrics).toMatch(new RegExp(`^invariant_check_position ${Number(position)}$`, 'm'));
  });

  it('shows no metrics at the public port', async () => {
    expect((await fetch(`${world.api.url}/metrics`)).status).toBe(404);
  });

  it('counts its requests by operation and status', async () => {
    const key = await world.customer();
    await world.call('/v1/whoami', {}, key);
    await world.call('/v1/enrich/jobs/x', {}, key);
    const body = { rows: [{}, {}, {}], blocks: ['charges'] };
    const submit = { method: 'POST', body, headers: { 'x-idempotency-key': 'counted' } };
    await world.call('/v1/enrich/jobs', submit, key);
    await world.call('/v1/enrich/jobs', submit, key);
    const metrics = (await world.told('/metrics')).text;
    expect(metrics).toMatch(/^http_requests_total\{operation="whoami",method="GET",status="200"\} [1-9]/m);
    expect(metrics).toMatch(/^http_requests_total\{operation="getJob",method="GET",status="404"\} [1-9]/m);
    expect(metrics).toMatch(/^http_request_duration_seconds_bucket\{le="[^"]+",operation="whoami"\}/m);
    expect(metrics).toMatch(/^projection_lag_seconds\{projection="usage",lane="billing"\}/m);
    expect(metrics).toMatch(/^jobs_accepted_total\{operation="submitJob"\} 1$/m);
    expect(metrics).toMatch(/^rows_accepted_total\{operation="submitJob"\} 3$/m);
    expect(metrics).toMatch(/^nodejs_eventloop_lag_seconds /m);
  });

  it('tells how many chunks are open, by which workers are added', async () => {
    const open = async (): Promise<number> => {
      const metrics = (await world.told('/metrics')).text;
      return Number(/^jobs_open_chunks (\d+)$/m.exec(metrics)?.[1] ?? NaN);
    };
    const before = await open();
    const key = await world.customer();
    const body = { rows: [{ company_number: '00000006' }], blocks: ['charges'] };
    const submit = { method: 'POST', body, headers: { 'x-idempotency-key': 'open' } };
    expect((await world.call('/v1/enrich/jobs', submit, key)).status).toBe(202);
    await eventually('one more', async () => (await open()) === before + 1);
  });

  it('keeps a line of every call of a key, replays and refusals included, and no secret', async () => {
    const key = await world.customer({ key: { requests_per_minute: 4 } });
    const body = { rows: [{ company_name: 'SECRET PURCHASE' }], blocks: ['charges'] };
    const submit = { method: 'POST', body, headers: { 'x-idempotency-key': 'k' } };
    const accepted = await world.call('/v1/enrich/jobs', submit, key);
    await world.call('/v1/enrich/jobs', submit, key);
    await world.call('/v1/resolve?company_name=SECRET+PURCHASE&speed=9', {}, key);
    await world.call(`/v1/nothing/${key.key}`, {}, key);
    await world.call('/v1/whoami', {}, key);
    const lines = await eventually('the request log', async () => {
      const known = [];
      for await (const line of requestsOfKey(world.stores.coordination, key.keyId)) known.push(line);
      return known.length === 5 ? known : undefined;
    });
    const job = accepted.body['job_id'];
    expect(
      lines.map(({ method, path, status, detail, job_id, replayed }) => [
        method,
        path,
        status,
        detail,
        job_id,
        replayed,
      ]),
    ).toEqual([
      ['POST', '/v1/enrich/jobs', 202, null, job, false],
      ['POST', '/v1/enrich/jobs', 200, null, job, true],
      ['GET', '/v1/resolve', 400, 'invalid_request', null, false],
      ['GET', `/v1/nothing/svc_live_${key.keyId}`, 404, 'not_found', null, false],
      ['GET', '/v1/whoami', 429, 'rate_limited', null, false],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/SECRET|speed/);
    const [first] = lines;
    expect(first?.account_id).toBe(key.account);
    expect(first?.request_id).toBe(accepted.headers.get('x-request-id'));
    expect(await requestById(world.stores.coordination, first?.request_id ?? '')).toEqual(first);
  });
});

describe('a service that stops', () => {
  it('lets requests in flight end, and takes no more', async () => {
    const world = await ApiWorld.start();
    const key = await world.customer();
    const port = world.api.port;
    const answer = new Promise<string>((resolve, reject) => {
      const body = JSON.stringify({ rows: [{}], blocks: ['charges'] });
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST /v1/enrich/jobs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
        );
        // The rest comes only when the service has begun to stop.
        const stopping = world.api.stop();
        setImmediate(() => socket.write(body.slice(10)));
        void stopping;
      });
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(await answer).toMatch(/^HTTP\/1.1 202 /);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    await world.stop();
  });
});
