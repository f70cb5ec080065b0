/** The public keys of statements, outside the published interface and without a key. */
import { serviceStream } from '../../../src/streams/service/service.events.js';
import { parseKeys } from '../../../packages/statement-check/src/check/public-keys.js';
import { KEY_OF_TESTS } from '../../support/statements/statements.js';
import { LogBuilder } from '../../support/logs/log-builder.js';
import { ApiWorld } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const PATH = '/.well-known/statement-keys.json';
const { key_id, public_key } = KEY_OF_TESTS;

const world = forAllTests(() => ApiWorld.start());

it('lists no key before a statement was signed, then each with its times, retired ones too', async () => {
  expect((await world.call(PATH)).body).toEqual({ keys: [] });
  const log = new LogBuilder(world.stores.eventStore);
  const introduced = { type: 'StatementKeyIntroduced', data: { key_id, public_key } };
  await log.append(serviceStream(), log.event(introduced, { time: '2026-11-21T12:00:00.000Z' }));
  const retired = { type: 'StatementKeyRetired', data: { key_id, reason: 'rotation' } };
  await log.append(serviceStream(), log.event(retired, { time: '2026-11-22T12:00:00.000Z' }));
  const { status, body, headers } = await world.call(PATH);
  expect(status).toBe(200);
  expect(body).toEqual({
    keys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        use: 'sig',
        kid: key_id,
        x: Buffer.from(public_key, 'hex').toString('base64url'),
        introduced_at: '2026-11-21T12:00:00.000Z',
        retired_at: '2026-11-22T12:00:00.000Z',
      },
    ],
  });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(parseKeys(JSON.stringify(body))).toEqual([{ key_id, public_key }]);
});

it('answers GET alone', async () => {
  expect((await world.call(PATH, { method: 'POST' })).status).toBe(405);
});
