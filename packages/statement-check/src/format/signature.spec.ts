import { createHash, generateKeyPairSync } from 'node:crypto';
import { verifySignature, keyIdOf, newPrivateKey, publicKeyOfPem, signingKey } from './signature.js';

const BYTES = Buffer.from('what is signed');
const KEY = signingKey(newPrivateKey());
const SIGNATURE = KEY.sign(BYTES);

it('what was signed is signed, and nothing else', () => {
  expect(verifySignature(BYTES, SIGNATURE, KEY.public_key)).toBe(true);
  expect(verifySignature(Buffer.from('other bytes'), SIGNATURE, KEY.public_key)).toBe(false);
});

it.each([
  ['no text', [SIGNATURE], KEY.public_key],
  ['capitals', SIGNATURE.toUpperCase(), KEY.public_key],
  ['more digits behind it', `${SIGNATURE}zz`, KEY.public_key],
  ['a key in capitals', SIGNATURE, KEY.public_key.toUpperCase()],
  ['a key that is too short', SIGNATURE, KEY.public_key.slice(2)],
])('a signature is not taken with %s', (_fault, signature, key) =>
  expect(verifySignature(BYTES, signature, key)).toBe(false),
);

const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 });

it('a key of another kind signs nothing and is no public key', () => {
  const secret = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const open = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  expect(() => signingKey(secret)).toThrow('it is no private key of Ed25519');
  expect(() => publicKeyOfPem(open)).toThrow('it is no public key of Ed25519');
});

it('a public key is read from PEM', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { public_key } = signingKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  expect(publicKeyOfPem(publicKey.export({ type: 'spki', format: 'pem' }).toString())).toBe(public_key);
});

it('a key is named by the hash of its bytes', () => {
  const hash = createHash('sha256').update(Buffer.from(KEY.public_key, 'hex')).digest('hex');
  expect(KEY.key_id).toBe(hash.slice(0, 16));
  expect(keyIdOf(KEY.public_key)).toBe(KEY.key_id);
});
