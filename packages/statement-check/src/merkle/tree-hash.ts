/**
 * Computes the hashes of a Merkle tree (RFC 6962, 2.1): SHA-256. Leaves and nodes begin with different bytes.
 */
import { hash } from 'node:crypto';

/** 32 bytes. */
export type TreeHash = Buffer;

export const HASH_BYTES = 32;

/** The root of a tree without leaves: the hash of no bytes. */
export const EMPTY_ROOT: TreeHash = hash('sha256', '', 'buffer');

/** The hash of a leaf: SHA-256 of a zero byte and the leaf's text in UTF-8. */
export const leafHash = (text: string): TreeHash => hash('sha256', `\u0000${text}`, 'buffer');

const NODE = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** The hash of a node: SHA-256 of the byte 1 and the hashes of its two children. */
export function nodeHash(left: TreeHash, right: TreeHash): TreeHash {
  left.copy(NODE, 1);
  right.copy(NODE, 1 + HASH_BYTES);
  return hash('sha256', NODE, 'buffer');
}

const HEX = /^[0-9a-f]{64}$/;

/** A hash from 64 lower-case hexadecimal digits; null for any other value. */
export const parseHash = (text: unknown): TreeHash | null =>
  typeof text === 'string' && HEX.test(text) ? Buffer.from(text, 'hex') : null;

/** Hashes from a list of such texts; null where any of them is not a hash. */
export function parseHashes(texts: unknown): readonly TreeHash[] | null {
  if (!Array.isArray(texts)) return null;
  const hashes = texts.map(parseHash);
  return hashes.every((hash) => hash !== null) ? hashes : null;
}
