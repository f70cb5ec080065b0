/** The checksum that a server publishes with a file (RFC 9530, RFC 3230, RFC 1864). */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { headerOf, type Exchange } from './http-door.js';

export interface Digest {
  readonly algorithm: 'sha256' | 'sha512' | 'md5';
  readonly base64: string;
}

const ALGORITHMS: Readonly<Record<string, Digest['algorithm']>> = {
  'sha-256': 'sha256',
  'sha-512': 'sha512',
  md5: 'md5',
};
/** `sha-256=:BASE64:` or `SHA-256=BASE64`, the first one of a known algorithm. */
const ONE = /(sha-256|sha-512|md5)=:?([A-Za-z0-9+/]+={0,2}):?/i;

/** Null: none is published. `Content-MD5` is of the bytes sent: of the file only if it is sent whole. */
export function publishedDigest(headers: Exchange['headers'], status: number): Digest | null {
  const text = headerOf({ headers }, 'repr-digest') ?? headerOf({ headers }, 'digest') ?? '';
  const [, name = '', base64 = ''] = ONE.exec(text) ?? [];
  const algorithm = ALGORITHMS[name.toLowerCase()];
  if (algorithm !== undefined) return { algorithm, base64 };
  const md5 = headerOf({ headers }, 'content-md5');
  return status === 200 && md5 !== undefined ? { algorithm: 'md5', base64: md5 } : null;
}

export async function digestFits(path: string, { algorithm, base64 }: Digest): Promise<boolean> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64') === base64;
}
