/** Ed25519 signatures of statement heads (RFC 8032) by Node's crypto. Keys and signatures are hexadecimal. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

/** 64 and 128 lower-case hexadecimal digits. */
const PUBLIC_KEY = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;

export interface SigningKey {
  readonly key_id: string;
  readonly public_key: string;
  readonly sign: (bytes: Uint8Array) => string;
}

export const isPublicKey = (text: string): boolean => PUBLIC_KEY.test(text);

/** The id of a key: the first 16 hexadecimal digits of the SHA-256 of its 32 bytes. */
export const keyIdOf = (publicKey: string): string =>
  hash('sha256', Buffer.from(publicKey, 'hex'), 'hex').slice(0, 16);

/** A new private key, as PEM (PKCS #8). */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** @throws Error where the text is no private key of Ed25519 */
export function signingKey(pem: string): SigningKey {
  const secret = createPrivateKey(pem);
  if (secret.asymmetricKeyType !== 'ed25519') throw new Error('it is no private key of Ed25519');
  const public_key = publicKeyHexOf(createPublicKey(secret));
  return {
    key_id: keyIdOf(public_key),
    public_key,
    sign: (bytes) => sign(null, bytes, secret).toString('hex'),
  };
}

/** The 32 bytes of a public key in PEM (SPKI), as hexadecimal digits. */
export function publicKeyOfPem(pem: string): string {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is no public key of Ed25519');
  return publicKeyHexOf(key);
}

const publicKeyHexOf = (key: KeyObject): string => hexOf(key.export({ format: 'jwk' }).x ?? '');

// Base64 decoders accept base64url too, and the buffers in a browser know only base64.
export const hexOf = (base64url: string): string => Buffer.from(base64url, 'base64').toString('hex');
export const base64urlOf = (hex: string): string =>
  Buffer.from(hex, 'hex').toString('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

export function verifySignature(bytes: Uint8Array, signature: unknown, publicKey: string): boolean {
  if (typeof signature !== 'string' || !SIGNATURE.test(signature) || !isPublicKey(publicKey)) return false;
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: base64urlOf(publicKey) },
    format: 'jwk',
  });
  return verify(null, bytes, key, Buffer.from(signature, 'hex'));
}
