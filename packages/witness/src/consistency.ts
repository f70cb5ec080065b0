/**
 * Consistency proofs of Merkle trees (RFC 6962, 2.1.2). The service that is watched has its own code for
 * this, in `packages/statement-check/src/merkle`: a witness shares nothing with what it checks.
 */
import { createHash } from 'node:crypto';
import type { Checkpoint } from './checkpoint.js';

/** The root of a tree without leaves: the hash of the empty string. */
export const EMPTY_ROOT = createHash('sha256').digest();

/** Whether the proof shows that the old tree, which is not empty, is the beginning of the next one. */
export function isConsistent(old: Checkpoint, next: Checkpoint, proof: readonly Buffer[]): boolean {
  const unused = [...proof];
  const [oldRoot, nextRoot] = roots(old.size, next.size, old.root, unused);
  return unused.length === 0 && oldRoot?.equals(old.root) === true && nextRoot?.equals(next.root) === true;
}

/**
 * The roots of both trees, of m and n leaves, by the recursion of SUBPROOF; none if the proof is too short.
 * Takes what it uses from the proof.
 * @param known the old root, while both trees begin at the first leaf
 */
function roots(m: bigint, n: bigint, known: Buffer | undefined, proof: Buffer[]): readonly Buffer[] {
  const hash = m === n && known !== undefined ? known : proof.pop();
  if (hash === undefined) return [];
  if (m === n) return [hash, hash];
  const left = 1n << BigInt((n - 1n).toString(2).length - 1);
  const isLeft = m <= left;
  const [old, next] = isLeft ? roots(m, left, known, proof) : roots(m - left, n - left, undefined, proof);
  if (old === undefined || next === undefined) return [];
  return isLeft ? [old, parentOf(next, hash)] : [parentOf(hash, old), parentOf(hash, next)];
}

const parentOf = (left: Buffer, right: Buffer): Buffer =>
  createHash('sha256').update(Buffer.of(1)).update(left).update(right).digest();
