import type { IssuedKey, Reply } from '../../support/worlds/api-world.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { eventually } from '../../support/eventually.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start());
const key = forAllTests(() => world.customer());
const revoked = forAllTests(() => world.key(key.account));
beforeAll(async () => {
  await world.revoke(revoked);
  await world.caughtUp();
});

const whoami = (authorization: string): Promise<Reply> =>
  world.call('/v1/whoami', { headers: { authorization } });
const bytes = ({ text }: Reply): string => text.replace(/req_[0-9A-Z]{26}/, 'req_');

describe('a key that does not work', () => {
  it('is told apart from no key, and from nothing else', async () => {
    const missing = await world.call('/v1/whoami');
    expect([missing.status, missing.body['detail']]).toEqual([
      401,
      'Authentication credentials were not provided.',
    ]);
    const other = key.key.startsWith('svc_live_') ? key.key.replace('svc_live_', 'svc_test_') : key.key;
    const wrong = [
      '',
      ' ',
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Basic ${Buffer.from('a:b').toString('base64')}`,
      `bearer`,
      key.key,
      `Token ${key.key}`,
      `Bearer ${key.key}x`,
      `Bearer ${key.key.slice(0, -1)}`,
      `Bearer ${key.key.slice(0, -1)}${key.key.endsWith('A') ? 'B' : 'A'}`,
      `Bearer ${key.key} ${key.key}`,
      `Bearer ${other}`,
      `Bearer ${revoked.key}`,
      `Bearer svc_live_aaaaaaaaaaaa_${'x'.repeat(40)}`,
      `Bearer svc_live_${'x'.repeat(5000)}`,
      'Bearer eyJhbGciOiJIUzI1NiJ9.e30.abc',
      'Bearer \u00ff\u00fe',
    ];
    const replies = await Promise.all(wrong.map(whoami));
    const [first] = replies;
    expect(first?.body).toEqual({
      detail: 'Invalid API key',
      request_id: first?.headers.get('x-request-id'),
    });
    expect(replies.map(({ status }) => status)).toEqual(wrong.map(() => 401));
    expect(new Set(replies.map(bytes)).size).toBe(1);
    // Nothing tells one cause from another in the headers either.
    const names = replies.map(({ headers }) => [...headers.keys()].sort().join());
    expect(new Set(names).size).toBe(1);
  });

  it('is answered before the body is read, and before any path is looked at', async () => {
    for (const path of [
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/v1/enrich/jobs',
      '/v1/enrich/jobs/x/results',
      '/v1/openapi.yaml',
    ]) {
      const reply = await world.call(path, {
        method: 'POST',
        body: 'no json',
        headers: { authorization: 'Bearer x' },
      });
      expect([path, reply.status]).toEqual([path, 401]);
    }
  });

  it('stops working within a second of being revoked', async () => {
    const short = await world.key(key.account);
    expect((await world.call('/v1/whoami', {}, short)).status).toBe(200);
    await world.revoke(short);
    await eventually('the refusal', async () => (await world.call('/v1/whoami', {}, short)).status === 401);
  });
});

describe('while the read models stand still', () => {
  it('a key that is revoked stops working all the same, and others work on', async () => {
    const lagging = await ApiWorld.start();
    try {
      const [lost, kept] = [await lagging.customer(), await lagging.customer()];
      expect((await lagging.call('/v1/whoami', {}, lost)).status).toBe(200);
      await lagging.projector?.stop();
      await lagging.revoke(lost);
      const refused = await eventually('the refusal', async () => {
        const reply = await lagging.call('/v1/whoami', {}, lost);
        return reply.status === 200 ? undefined : reply;
      });
      expect(refused.status).toBe(401);
      expect((await lagging.call('/v1/whoami', {}, kept)).status).toBe(200);
    } finally {
      await lagging.stop();
    }
  });
});

describe('what nobody else may see', () => {
  it("is another account's job: the answers are those of a job that never was", async () => {
    const owner = await world.customer();
    const submitted = await world.call(
      '/v1/enrich/jobs',
      { method: 'POST', body: { rows: [{}], blocks: ['charges'] } },
      owner,
    );
    const theirs = String(submitted.body['job_id']);
    const nobodys = 'job_01JDXB8Z5N0000000000000001';
    const calls: readonly (readonly [string, string])[] = [
      ['GET', '/v1/enrich/jobs/JOB'],
      ['GET', '/v1/enrich/jobs/JOB/results'],
      ['GET', '/v1/enrich/jobs/JOB/errors'],
      ['GET', '/v1/enrich/jobs/JOB/results?cursor=x'],
      ['POST', '/v1/enrich/jobs/JOB/cancel'],
      ['GET', '/v1/usage?job_id=JOB'],
    ];
    const shape = ({ status, text, headers }: Reply): unknown => [
      status,
      text.replace(/req_[0-9A-Z]{26}/, 'req_'),
      [...headers.keys()].sort(),
    ];
    for (const [method, path] of calls) {
      const [one, other] = await Promise.all(
        [theirs, nobodys].map((job) => world.call(path.replace('JOB', job), { method }, key)),
      );
      expect(one?.status).toBe(404);
      expect(one === undefined ? null : shape(one)).toEqual(other === undefined ? undefined : shape(other));
      expect((await world.call(path.replace('JOB', theirs), { method }, owner)).status).not.toBe(404);
    }
  });

  it("is another account's idempotency key", async () => {
    const owner = await world.customer();
    const submit = (who: IssuedKey, rows: readonly object[]): Promise<Reply> =>
      world.call(
        '/v1/enrich/jobs',
        { method: 'POST', body: { rows, blocks: ['charges'] }, headers: { 'x-idempotency-key': 'same' } },
        who,
      );
    expect((await submit(owner, [{}])).status).toBe(202);
    expect((await submit(key, [{}, {}])).status).toBe(202);
  });

  it('is shared by the keys of one account', async () => {
    const submit = (who: IssuedKey): Promise<Reply> =>
      world.call(
        '/v1/enrich/jobs',
        {
          method: 'POST',
          body: { rows: [{}], blocks: ['charges'] },
          headers: { 'x-idempotency-key': 'ours' },
        },
        who,
      );
    const sister = await world.key(key.account);
    const first = await submit(key);
    const again = await submit(sister);
    expect([first.status, again.status, again.body['job_id']]).toEqual([202, 200, first.body['job_id']]);
    expect((await world.call(`/v1/enrich/jobs/${String(first.body['job_id'])}`, {}, sister)).status).toBe(
      200,
    );
  });
});
