/** A log for tests, with trees and proofs by the definitions of RFC 6962, 2.1, and nothing of the witness. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer =>
  parts
    .reduce<ReturnType<typeof createHash>>((hash, part) => hash.update(part), createHash('sha256'))
    .digest();

function split(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/** MTH of the RFC. */
export function rootOf(leaves: readonly string[]): Buffer {
  const [first, ...others] = leaves;
  if (first === undefined) return sha256();
  if (others.length === 0) return sha256(Buffer.of(0), first);
  const left = split(leaves.length);
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left)));
}

/** SUBPROOF of the RFC; PROOF is the one that begins with `isWhole`. */
export function proofOf(old: number, leaves: readonly string[], isWhole = true): readonly Buffer[] {
  if (old === leaves.length) return isWhole ? [] : [rootOf(leaves)];
  const left = split(leaves.length);
  return old <= left
    ? [...proofOf(old, leaves.slice(0, left), isWhole), rootOf(leaves.slice(left))]
    : [...proofOf(old - left, leaves.slice(left), false), rootOf(leaves.slice(0, left))];
}

/** A key that signs notes by plain Ed25519. */
export class LogKey {
  readonly vkey: string;
  private readonly key: KeyObject;
  private readonly id: Buffer;

  constructor(readonly name: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    this.key = privateKey;
    const typed = Buffer.concat([
      Buffer.of(1),
      publicKey.export({ type: 'spki', format: 'der' }).subarray(-32),
    ]);
    this.id = sha256(`${name}\n`, typed).subarray(0, 4);
    this.vkey = `${name}+${this.id.toString('hex')}+${typed.toString('base64')}`;
  }

  /** The signature line of a text, with its newline. */
  line(text: string): string {
    const signature = Buffer.concat([this.id, sign(null, Buffer.from(text), this.key)]);
    return `— ${this.name} ${signature.toString('base64')}\n`;
  }
}

/** The leaves of a history by its name: two histories share the first leaves and then differ. */
export const leavesOf = (size: number, forkedAt = size): readonly string[] =>
  Array.from({ length: size }, (_, index) => (index < forkedAt ? `leaf ${index}` : `other ${index}`));

export const checkpointText = (origin: string, leaves: readonly string[]): string =>
  `${origin}\n${leaves.length}\n${rootOf(leaves).toString('base64')}\n`;

/** The body of add-checkpoint from lines of proof, a text and its signature lines. */
export const bodyOf = (old: number | string, proof: readonly Buffer[], text: string, lines: string): string =>
  `old ${old}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${text}\n${lines}`;

/** An honest request: the log shows the witness, which has `old` leaves, what it holds now. */
export const growth = (key: LogKey, old: number, leaves: readonly string[], origin = key.name): string => {
  const text = checkpointText(origin, leaves);
  return bodyOf(old, old === 0 ? [] : proofOf(old, leaves), text, key.line(text));
};
