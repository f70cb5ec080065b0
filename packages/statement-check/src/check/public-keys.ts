/** Reads the public keys that a verifier trusts, from any of their usual forms. */
import { base64urlOf, hexOf, isPublicKey, keyIdOf, publicKeyOfPem } from '../format/signature.js';
import { isPlainJson } from './shapes.js';

export interface TrustedKey {
  readonly key_id: string;
  /** 64 hexadecimal digits. */
  readonly public_key: string;
}

/** A key of a JSON Web Key Set (RFC 7517, RFC 8037). */
export interface PublishedKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly alg: 'EdDSA';
  readonly use: 'sig';
  readonly kid: string;
  /** The 32 bytes of the key in base64url. */
  readonly x: string;
  readonly introduced_at: string;
  readonly retired_at: string | null;
}

interface KeyInUse extends TrustedKey {
  readonly introduced_at: string;
  /** Null while it signs. */
  readonly retired_at: string | null;
}

export const publishedKey = ({ key_id, public_key, introduced_at, retired_at }: KeyInUse): PublishedKey => ({
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  kid: key_id,
  x: base64urlOf(public_key),
  introduced_at,
  retired_at,
});

const trustedKey = (public_key: string): TrustedKey | null =>
  isPublicKey(public_key) ? { key_id: keyIdOf(public_key), public_key } : null;

const BASE64URL = /^[A-Za-z0-9_-]{43}$/;

/**
 * The keys in a text: 64 hexadecimal digits, 43 of base64url, PEM, one JSON Web Key or a set of them. The
 * name of a key is made from the key. A name beside it is ignored.
 * @returns null where the text holds no key, or something else as well
 */
export function parseKeys(text: string): readonly TrustedKey[] | null {
  const trimmed = text.trim();
  const key = trimmed.startsWith('-----')
    ? pemKey(trimmed)
    : trustedKey(BASE64URL.test(trimmed) ? hexOf(trimmed) : trimmed.toLowerCase());
  if (key !== null) return [key];
  try {
    const value: unknown = JSON.parse(trimmed);
    if (!isPlainJson(trimmed, value)) return null;
    const webKeys = typeof value === 'object' && value !== null && 'keys' in value ? value.keys : [value];
    const keys = Array.isArray(webKeys) ? webKeys.map(webKey) : [];
    return keys.length > 0 && keys.every((key) => key !== null) ? keys : null;
  } catch {
    return null;
  }
}

function pemKey(pem: string): TrustedKey | null {
  try {
    return trustedKey(publicKeyOfPem(pem));
  } catch {
    return null;
  }
}

function webKey(value: unknown): TrustedKey | null {
  if (typeof value !== 'object' || value === null || !('x' in value) || !('crv' in value)) return null;
  return value.crv === 'Ed25519' && typeof value.x === 'string' ? trustedKey(hexOf(value.x)) : null;
}
