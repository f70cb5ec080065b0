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
  const keptCheckpoint = checkpointIn(textOf(file));
  return keptCheckpoint === null ? { keptSeal: readKeptSeal(file) } : { keptCheckpoint };
}

/** A signed note of C2SP: name, size and root, an empty line, and signatures. */
const CHECKPOINT = /^[^\n{]{1,1000}\n(?<size>0|[1-9]\d{0,14})\n(?<root>[A-Za-z0-9+/]{43}=)\n\n— /;

function checkpointIn(text: string): KeptCheckpoint | null {
  const { size = '', root = '' } = CHECKPOINT.exec(text)?.groups ?? {};
  return root === '' ? null : { size: Number(size), root: Buffer.from(root, 'base64').toString('hex') };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new WrongRequest('no_seal', `${file} can't be read: ${errorMessage(error)}`);
  }
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the seal in a file: the output of `verify --json`, its part `sealed`, or the data of a `LogSealed`.
 * @throws WrongRequest
 */
export function readKeptSeal(file: string): KeptSeal {
  const seal = sealIn(parseJsonFile(file));
  if (seal !== null) return seal;
  throw new WrongRequest(
    'no_seal',
    `${file} holds no seal: give what an earlier verify --json printed once the log had one, or JSON with leaves and root.`,
  );
}

function parseJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new WrongRequest('no_seal', `${file} can't be read as JSON: ${errorMessage(error)}`);
  }
}

function sealIn(value: unknown): KeptSeal | null {
  const { leaves, root, ...rest } = fieldsOf(value);
  if (typeof leaves === 'number' && Number.isSafeInteger(leaves) && leaves > 0 && parseHash(root) !== null)
    return { leaves, root: String(root) };
  const inner = rest['seals'] ?? rest['sealed'] ?? rest['data'];
  return inner === undefined ? null : sealIn(inner);
}

// The cast is safe: an object is a record of unknown values.
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
