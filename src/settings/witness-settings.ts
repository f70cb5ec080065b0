/** Reads the setting of the witnesses that cosign checkpoints. */
import { z } from 'zod';
import { parseKey, type NoteKey } from '../../packages/statement-check/src/watch/notes.js';
import { parsedUrl } from '../../packages/words/src/hosts/parsed-url.js';

export interface Witness extends NoteKey {
  /** The submission prefix, without a closing slash. */
  readonly url: string;
}

/** Parses `name+id+key URL`: a verifier key of C2SP, a blank, and the address. */
function parseWitness(text: string): Witness | null {
  const [verifierKey = '', url = '', ...extraWords] = text.trim().split(/\s+/);
  const key = parseKey(verifierKey, 'cosignature');
  if (key === null || extraWords.length > 0 || !/^https?:\/\//.test(url) || parsedUrl(url) === null)
    return null;
  return { ...key, url: url.replace(/\/$/, '') };
}

export const witnesses = z
  .string()
  .optional()
  .transform((text = '', context): readonly Witness[] => {
    const parsedWitnesses = text === '' ? [] : text.split(',').map(parseWitness);
    const validWitnesses = parsedWitnesses.filter((witnessOrNull) => witnessOrNull !== null);
    if (validWitnesses.length === parsedWitnesses.length) return validWitnesses;
    context.addIssue('must be a list of witnesses: each its verifier key (C2SP), a blank and its address');
    return z.NEVER;
  });
