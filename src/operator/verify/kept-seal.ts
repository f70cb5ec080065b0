/** Reads a seal, or a checkpoint of the log of heads, from a file that was kept outside of the log. */
import { readFileSync } from 'node:fs';
import { parseHash } from '../../../packages/statement-check/src/merkle/tree-hash.js';
import type { KeptCheckpoint } from '../../verify/heads/logged-heads.js';
import type { KeptSeal } from '../../verify/sealed-log.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

/**
 * Reads and parses a kept file: a seal, or a checkpoint as `/log/checkpoint` serves it.
 * @throws WrongRequest
 */
export function readKeptFile(
  file: string,
): { readonly keptSeal: KeptSeal } | { readonly keptCheckpoint: KeptCheckpoint } {
  const text = attempt(`${file} can't be read`, () => readFileSync(file, 'utf8'));
  const keptCheckpoint = checkpointIn(text);
  if (keptCheckpoint !== null) return { keptCheckpoint };
  const keptSeal = sealIn(attempt(`${file} can't be read as JSON`, (): unknown => JSON.parse(text)));
  if (keptSeal !== null) return { keptSeal };
  throw new WrongRequest(
    'no_seal',
    `${file} holds no seal: give what an earlier verify --json printed once the log had one, or JSON with leaves and root.`,
  );
}

function attempt<T>(errorPrefix: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new WrongRequest('no_seal', `${errorPrefix}: ${errorMessage(error)}`);
  }
}

/** A signed note of C2SP: name, size and root, an empty line, and signatures. */
const CHECKPOINT = /^[^\n{]{1,1000}\n(?<size>0|[1-9]\d{0,14})\n(?<root>[A-Za-z0-9+/]{43}=)\n\n— /;

function checkpointIn(text: string): KeptCheckpoint | null {
  const { size = '', root = '' } = CHECKPOINT.exec(text)?.groups ?? {};
  return root === '' ? null : { size: Number(size), root: Buffer.from(root, 'base64').toString('hex') };
}

/** Finds the seal in the output of `verify --json`, its part `sealed`, or the data of a `LogSealed`. */
function sealIn(value: unknown): KeptSeal | null {
  if (typeof value !== 'object' || value === null) return null;
  // The cast is safe: an object is a record of unknown values.
  const { leaves, root, seals, sealed, data } = value as Readonly<Record<string, unknown>>;
  if (typeof leaves === 'number' && Number.isSafeInteger(leaves) && leaves > 0 && parseHash(root) !== null)
    return { leaves, root: String(root) };
  return sealIn(seals ?? sealed ?? data);
}
