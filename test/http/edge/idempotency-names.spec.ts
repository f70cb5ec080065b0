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
    ['too long', { [PLAIN]: 'x'.repeat(256) }, { 'idempotency-key': ['May have at most 255 characters.'] }],
    ['empty', { [PLAIN]: '' }, { 'idempotency-key': ['Must not be empty.'] }],
    [
      'too long, by its first name',
      { [X]: 'x'.repeat(256) },
      { 'x-idempotency-key': ['May have at most 255 characters.'] },
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

/** Asks with these header lines, as they are. */
async function asked({ key }: IssuedKey, ...lines: readonly string[]): Promise<string> {
  const { port } = new URL(world.api.url);
  return new Promise((resolve, reject) => {
    const head = [`GET ${RESOLVE} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${key}`, 'Connection: close'];
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(`${[...head, ...lines].join('\r\n')}\r\n\r\n`),
    );
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}

it('is one key, however its name and the blanks around it are written', async () => {
  const key = await world.customer();
  const before = await submissions();
  for (const line of [
    'Idempotency-Key: a',
    'IDEMPOTENCY-KEY:a',
    'idempotency-key: \t a ',
    'x-Idempotency-KEY:  a',
  ])
    expect([line, await asked(key, line)]).toEqual([line, expect.stringMatching(/^HTTP\/1\.1 200 /)]);
  expect(await submissions()).toBe(before + 1);
});

it.each([
  [[`${PLAIN}: a`, `${PLAIN}: a`], '"idempotency-key":["This header was sent more than once."]'],
  [[`${X}: a`, `${PLAIN}:`], '"errors":{"idempotency-key":["Must not be empty."]}'],
  [[`${PLAIN}: b`, `${X}: a`], '"errors":{"idempotency-key":["Must be the same as X-Idempotency-Key'],
])('%j is refused under the name that is at fault', async (lines, fault) => {
  const answer = await asked(await world.customer(), ...lines);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain(fault);
});
