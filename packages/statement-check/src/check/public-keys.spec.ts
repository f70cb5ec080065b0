import { generateKeyPairSync } from 'node:crypto';
import { keyIdOf, newPrivateKey, signingKey } from '../format/signature.js';
import { parseKeys, publishedKey } from './public-keys.js';

const { key_id, public_key } = signingKey(newPrivateKey());
const other = signingKey(newPrivateKey());
const KEY = { key_id, public_key };
const OTHER = { key_id: other.key_id, public_key: other.public_key };

const published = publishedKey({ ...KEY, introduced_at: '2026-11-01T00:10:00.000Z', retired_at: null });
const publishedOther = publishedKey({
  ...OTHER,
  introduced_at: '2026-11-02T00:10:00.000Z',
  retired_at: null,
});
const pemOf = (pair: {
  publicKey: { export(as: { type: 'spki'; format: 'pem' }): string | Buffer };
}): string => pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const inPem = generateKeyPairSync('ed25519');
const json = (value: unknown): string => JSON.stringify(value);

it('a key is published as a JSON Web Key, named by its hash', () => {
  expect(published).toEqual({
    kty: 'OKP',
    crv: 'Ed25519',
    alg: 'EdDSA',
    use: 'sig',
    kid: keyIdOf(public_key),
    x: Buffer.from(public_key, 'hex').toString('base64url'),
    introduced_at: '2026-11-01T00:10:00.000Z',
    retired_at: null,
  });
});

it.each([
  ['hexadecimal digits', public_key],
  ['capitals, between blanks', ` ${public_key.toUpperCase()}\n`],
  ['base64url', published.x],
  ['a JSON Web Key', json(published)],
  ['a JSON Web Key under the name of another', json({ ...published, kid: other.key_id })],
  ['a set of one', json({ keys: [published] })],
])('a key is read from %s', (_form, text) => expect(parseKeys(text)).toEqual([KEY]));

it('keys are read from a set, and one from PEM', () => {
  expect(parseKeys(json({ keys: [published, publishedOther] }))).toEqual([KEY, OTHER]);
  const x = inPem.publicKey.export({ format: 'jwk' }).x ?? '';
  expect(parseKeys(pemOf(inPem))).toEqual(parseKeys(x));
});

it.each([
  ['nothing', ''],
  ['a digit less', public_key.slice(1)],
  ['a set without keys', json({ keys: [] })],
  ['a set that is no list', json({ keys: published })],
  ['a list', json([published])],
  ['nothing in a set', json({ keys: [null] })],
  ['a text in a set', json({ keys: [public_key] })],
  ['a set with another key in it', json({ keys: [published, { ...published, crv: 'X25519' }] })],
  ['a key of another curve', json({ ...published, crv: 'X25519' })],
  ['a key without its curve', json({ kty: 'OKP', x: published.x })],
  ['a key without its bytes', json({ kty: 'OKP', crv: 'Ed25519' })],
  ['a key whose bytes are a number', json({ ...published, x: 7 })],
  ['a key that is too short', json({ ...published, x: published.x.slice(2) })],
  ['null', 'null'],
  ['a number', '7'],
  ['broken JSON', '{"keys":['],
  ['broken PEM', '-----BEGIN PUBLIC KEY-----'],
  ['PEM of another kind', pemOf(generateKeyPairSync('rsa', { modulusLength: 1_024 }))],
])('no key is read from %s', (_form, text) => expect(parseKeys(text)).toBeNull());
