/** The setting of the witnesses that cosign checkpoints. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { parsedUrl } from '../../packages/words/src/hosts/parsed-url.js';

export interface Witness {
  readonly name: string;
  /** 8 hexadecimal digits. */
  readonly id: string;
  /** Ed25519: 64 hexadecimal digits. */
  readonly publicKey: string;
  /** The submission prefix, without a closing slash. */
  readonly url: string;
}

/** The signature type of a timestamped cosignature by Ed25519 (C2SP tlog-cosignature). */
const COSIGNATURE = 4;

/** `name+id+key URL`: a verifier key of C2SP, a blank, and the address. */
function witness(text: string): Witness | null {
  const [vkey = '', url = '', ...more] = text.trim().split(/\s+/);
  const [name = '', id = '', ...key] = vkey.split('+');
  const material = Buffer.from(key.join('+'), 'base64');
  const sum = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), material]), 'hex');
  if (material.length !== 33 || material[0] !== COSIGNATURE || name === '' || sum.slice(0, 8) !== id)
    return null;
  if (more.length > 0 || !/^https?:\/\//.test(url) || parsedUrl(url) === null) return null;
  return { name, id, publicKey: material.subarray(1).toString('hex'), url: url.replace(/\/$/, '') };
}

export const witnesses = z
  .string()
  .optional()
  .transform((text = '', context): readonly Witness[] => {
    const parsedWitnesses = text === '' ? [] : text.split(',').map(witness);
    const validWitnesses = parsedWitnesses.filter((witnessOrNull) => witnessOrNull !== null);
    if (validWitnesses.length === parsedWitnesses.length) return validWitnesses;
    context.addIssue('must be a list of witnesses: each its verifier key (C2SP), a blank and its address');
    return z.NEVER;
  });
