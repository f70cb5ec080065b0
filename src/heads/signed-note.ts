/** Writes signed notes and checkpoints (C2SP signed-note, tlog-checkpoint), with Ed25519 alone. Pure. */
import { hash } from 'node:crypto';
import type { SigningKey } from '../../packages/statement-check/src/format/signature.js';
import type { TreeHash } from '../../packages/statement-check/src/merkle/tree-hash.js';

/** The signature type of Ed25519. */
const ED25519 = Buffer.of(1);
const ID_BYTES = 4;

/** Returns true if a key may have this name: no blank of any kind, no control character, no plus. */
export const isKeyName = (text: string): boolean => /^[^\s\p{C}\p{Z}+]+$/u.test(text);

const keyId = (name: string, publicKey: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), ED25519, publicKey]), 'buffer').subarray(
    0,
    ID_BYTES,
  );

/** The verifier key of a name and a public key of 64 hexadecimal digits. */
export function vkeyOf(name: string, publicKey: string): string {
  const bytes = Buffer.from(publicKey, 'hex');
  const material = Buffer.concat([ED25519, bytes]).toString('base64');
  return `${name}+${keyId(name, bytes).toString('hex')}+${material}`;
}

export const signerName = (vkey: string): string => vkey.slice(0, vkey.indexOf('+'));

/** Signs the text, which ends with a line feed. @returns the line of the signature, with its line feed */
export function signatureLine(name: string, key: SigningKey, text: string): string {
  const id = keyId(name, Buffer.from(key.public_key, 'hex'));
  const signature = Buffer.from(key.sign(Buffer.from(text)), 'hex');
  return `— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`;
}

/** The text of a checkpoint, before the empty line and the signatures. */
export const checkpointText = (origin: string, size: number, root: TreeHash): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;
