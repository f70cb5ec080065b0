/** The hashes of a Merkle tree as RFC 6962, section 2.1, has them: SHA-256, leaves and nodes told apart by their first byte. */
import { hash } from 'node:crypto';

/** 32 bytes. */
export type TreeHash = Buffer;

export const HASH_BYTES = 32;

/** The head of a tree without leaves: the hash of no bytes. */
export const EMPTY_ROOT: TreeHash = hash('sha256', '', 'buffer');

/** The hash of a leaf: SHA-256 of a zero byte and the leaf's text in UTF-8. */
export const leafHash = (text: string): TreeHash => hash('sha256', `\u0000${text}`, 'buffer');

const NODE = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** The hash of a node: SHA-256 of a one byte and the hashes of its two children. */
export function nodeHash(left: TreeHash, right: TreeHash): TreeHash {
  left.copy(NODE, 1);
  right.copy(NODE, 1 + HASH_BYTES);
  return hash('sha256', NODE, 'buffer');
}

const HEX = /^[0-9a-f]{64}$/;

/** A hash as files write it: 64 small hexadecimal digits; null for any other text. */
export const parseHash = (text: unknown): TreeHash | null =>
  typeof text === 'string' && HEX.test(text) ? Buffer.from(text, 'hex') : null;

/** Several of them; null where one is not. */
export function parseHashes(texts: unknown): readonly TreeHash[] | null {
  if (!Array.isArray(texts)) return null;
  const hashes = texts.map(parseHash);
  return hashes.every((one) => one !== null) ? hashes : null;
}
