/** HEAD goes where GET does; what may be sent more than once is read as one. */
import { ApiWorld, type IssuedKey } from '../../support/worlds/api-world.js';
import { ONE, smallRegister } from '../../support/small-register.js';

const register = smallRegister();
let world: ApiWorld;
let key: IssuedKey;
let job: string;
beforeAll(async () => {
  world = await ApiWorld.start({ worker: 'register', companies: register.file });
  key = await world.customer();
  job = await world.ranJob(key, [{ company_number: ONE.number }], ['company_identity']);
  await world.ended(key, job);
});
afterAll(async () => {
  await world.stop();
  register.remove();
});

/** Plain, and as it is answered: a redirect too. */
const ask = (method: 'GET' | 'HEAD', path: string, by: IssuedKey | null = key): Promise<Response> =>
  fetch(`${world.api.url}${path}`, {
    method,
    headers: { 'accept-encoding': '', ...(by !== null && { authorization: `Bearer ${by.key}` }) },
    redirect: 'manual',
  });
const head = (path: string, by?: IssuedKey | null): Promise<Response> => ask('HEAD', path, by);
/** But for what is another with every request. */
const lasting = (headers: Headers): object =>
  Object.fromEntries(
    [...headers].filter(
      ([name]) => !['date', 'x-request-id', 'ratelimit', 'connection', 'keep-alive'].includes(name),
    ),
  );

describe('HEAD', () => {
  it.each([
    '/v1/whoami',
    '/v1/usage',
    '/v1/blocks',
    '/v1/openapi',
    '/v1/openapi.json',
    '/openapi.json',
    '/docs',
    '/healthz',
    '/v1/enrich/jobs/JOB',
    '/v1/enrich/jobs/JOB/results',
    '/v1/enrich/jobs/JOB/errors',
    '/v1/enrich/jobs/job_none',
    '/v1/usage?from=never',
  ])('on %s has the status and the headers of GET, and no body', async (template) => {
    const path = template.replace('JOB', job);
    const [get, answer] = [await ask('GET', path), await ask('HEAD', path)];
    await get.arrayBuffer();
    expect([answer.status, await answer.text()]).toEqual([get.status, '']);
    const same = lasting(get.headers);
    expect(lasting(answer.headers)).toMatchObject({
      ...same,
      'content-length': expect.any(String) as unknown,
    });
  });

  it('needs a key where GET does, and counts as it does', async () => {
    expect((await head('/v1/whoami', null)).status).toBe(401);
    const left = (answer: Response): number =>
      Number(/"default";r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
    const [first, second] = [await head('/v1/whoami'), await head('/v1/whoami')];
    expect(left(first) - left(second)).toBe(1);
  });

  it('on a resolve is a wrong method, which records and bills nothing', async () => {
    const before = (await world.events()).length;
    const answer = await head(`/v1/resolve?company_number=${ONE.number}&blocks=company_identity`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
    expect(await world.events()).toHaveLength(before);
  });
});

describe('blocks that are sent more than once', () => {
  const resolve = (query: string, idempotencyKey = 'one list'): ReturnType<ApiWorld['call']> =>
    world.call(
      `/v1/resolve?company_number=${ONE.number}&${query}`,
      { headers: { 'x-idempotency-key': idempotencyKey } },
      key,
    );

  it('are read as if joined by commas: it is the same request', async () => {
    const joined = await resolve('blocks=company_identity,industry');
    const repeated = await resolve('blocks=company_identity&blocks=industry');
    expect([joined.status, repeated.status]).toEqual([200, 200]);
    const there = expect.anything() as unknown;
    expect(repeated.body['blocks']).toEqual({ company_identity: there, industry: there });
    expect(repeated.body['job_id']).toBe(joined.body['job_id']);
  });

  it('are refused by name where one is unknown, and so is any other parameter', async () => {
    const { status, body } = await resolve('blocks=industry&blocks=horses&ref=a&ref=b', 'another list');
    expect([status, body['detail']]).toEqual([400, 'invalid_request']);
    expect(body['errors']).toEqual({
      'blocks[1]': [expect.stringContaining('horses')],
      ref: ['This parameter was sent more than once.'],
    });
  });
});
