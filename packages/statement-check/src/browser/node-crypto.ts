/** Replaces `node:crypto` in a browser for the checker of statements: SHA-256, its HMAC, and Ed25519. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';

const bytesOf = (data: string | Uint8Array): Uint8Array =>
  typeof data === 'string' ? new TextEncoder().encode(data) : data;

const encode = (bytes: Uint8Array, encoding: 'hex' | 'buffer'): string | Buffer =>
  encoding === 'hex' ? Buffer.from(bytes).toString('hex') : Buffer.from(bytes);

export const hash = (_: 'sha256', data: string | Uint8Array, encoding: 'hex' | 'buffer'): string | Buffer =>
  encode(sha256(bytesOf(data)), encoding);

class Digest {
  constructor(private readonly sum = sha256.create()) {}

  update(data: string | Uint8Array): this {
    this.sum.update(bytesOf(data));
    return this;
  }

  copy(): Digest {
    return new Digest(this.sum.clone());
  }

  digest(encoding: 'hex'): string | Buffer {
    return encode(this.sum.digest(), encoding);
  }
}

export const createHash = (_: 'sha256'): Digest => new Digest();

class Mac {
  constructor(private readonly sum: ReturnType<typeof hmac.create>) {}

  update(data: string | Uint8Array): this {
    this.sum.update(bytesOf(data));
    return this;
  }

  digest(encoding: 'hex'): string | Buffer {
    return encode(this.sum.digest(), encoding);
  }
}

export const createHmac = (_: 'sha256', key: Uint8Array): Mac => new Mac(hmac.create(sha256, key));

/** The 32 bytes of a public key. */
export const createPublicKey = ({ key }: { readonly key: { readonly x: string } }): Uint8Array =>
  Buffer.from(key.x, 'base64');

/** Verifies by RFC 8032, as Node's own `verify` does. */
export const verify = (_: null, bytes: Uint8Array, key: Uint8Array, signature: Uint8Array): boolean =>
  ed25519.verify(signature, bytes, key, { zip215: false });

/** Only the service signs. */
const unsigned = (): never => {
  throw new Error('Nothing is signed in a browser.');
};
export { unsigned as createPrivateKey, unsigned as generateKeyPairSync, unsigned as sign };
