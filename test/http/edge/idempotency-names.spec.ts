/** The idempotency key under both of its names, on each operation that takes it, as bytes on the wire where that matters. */
import { connect } from 'node:net';
import { ONE, smallRegister } from '../../support/small-register.js';
import { ApiWorld, type IssuedKey, type Reply } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

type Headers = Readonly<Record<string, string>>;
type Send = (by: IssuedKey, headers: Headers) => Promise<Reply>;

const register = smallRegister();
const world = forAllTests(() => ApiWorld.start({ companies: register.file }));
afterAll(() => register.remove());

const X = 'X-Idempotency-Key';
const PLAIN = 'Idempotency-Key';
const BODY = { rows: [{ company_number: ONE.number }], blocks: ['charges'] };
const RESOLVE = `/v1/resolve?company_number=${ONE.number}&blocks=company_identity`;

const SENDS: readonly (readonly [string, Send])[] = [
  ['submit', (by, headers) => world.call('/v1/enrich/jobs', { method: 'POST', body: BODY, headers }, by)],
  ['resolve', (by, headers) => world.call(RESOLVE, { headers }, by)],
  ['resolve as a job', (by, headers) => world.call(`${RESOLVE}&wait=false`, { headers }, by)],
];

const submissions = async (): Promise<number> =>
  (await world.events()).filter(({ event }) => event.type === 'JobSubmitted').length;

describe.each(SENDS)('%s', (_, send) => {
  it.each([
    [X, PLAIN],
    [PLAIN, X],
  ])('a request under %s is replayed under %s, and nothing is paid twice', async (first, second) => {
    const key = await world.customer();
    const made = await send(key, { [first]: 'mine' });
    expect([200, 202]).toContain(made.status);
    const before = await submissions();
    for (const headers of [{ [second]: 'mine' }, { [first]: 'mine', [second]: 'mine' }]) {
      const again = await send(key, headers);
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
      expect(again.body['job_id']).toBe(made.body['job_id']);
    }
    expect(await submissions()).toBe(before);
  });

  it.each<readonly [string, Headers, Readonly<Record<string, readonly string[]>>]>([
    ['too long', { [PLAIN]: 'x'.repeat(256) }, { 'idempotency-key': ['May have 255 characters.'] }],
    ['empty', { [PLAIN]: '' }, { 'idempotency-key': ['Must not be empty.'] }],
    [
      'too long, by its first name',
      { [X]: 'x'.repeat(256) },
      { 'x-idempotency-key': ['May have 255 characters.'] },
    ],
    [
      'not the same under both names',
      { [X]: 'mine', [PLAIN]: 'yours' },
      {
        'idempotency-key': ['Must be the same as X-Idempotency-Key, where both are sent. Send one of them.'],
      },
    ],
  ])('%s: 400, and nothing begins', async (_what, headers, errors) => {
    const key = await world.customer();
    const before = await submissions();
    const { status, body } = await send(key, headers);
    expect([status, body]).toMatchObject([400, { detail: 'invalid_request', errors, errors_total: 1 }]);
    expect(await submissions()).toBe(before);
  });

  it('with another request it is 409, whichever names were used', async () => {
    const key = await world.customer();
    const other = { rows: [{ company_number: '03000000' }], blocks: ['charges'] };
    const call = { method: 'POST', body: other, headers: { [X]: 'mine' } };
    expect((await world.call('/v1/enrich/jobs', call, key)).status).toBe(202);
    const refused = await send(key, { [PLAIN]: 'mine' });
    expect([refused.status, refused.body['detail']]).toEqual([409, 'idempotency_key_reused']);
  });
});

it('two lines of one name are refused under that name', async () => {
  const { key } = await world.customer();
  const { port } = new URL(world.api.url);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        `GET ${RESOLVE} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n` +
          `${PLAIN}: a\r\n${PLAIN}: a\r\n\r\n`,
      ),
    );
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    socket.on('close', () => resolve(text)).on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"idempotency-key":["This header was sent more than once."]');
});
