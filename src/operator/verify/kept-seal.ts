/** Reads a seal that was kept outside of the log. */
import { readFileSync } from 'node:fs';
import { parseHash } from '../../billing/statements/merkle/tree-hash.js';
import type { KeptSeal } from '../../verify/sealed-log.js';
import { errorMessage } from '../../../packages/platform/src/errors/error-code.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The seal in a file: what `verify --json` printed, its part `sealed`, or the data of a `LogSealed`.
 * @throws WrongRequest
 */
export function keptSealIn(file: string): KeptSeal {
  const seal = sealIn(parsed(file));
  if (seal !== null) return seal;
  throw new WrongRequest(
    'no_seal',
    `${file} holds no seal: give what an earlier verify --json printed once the log had one, or JSON with leaves and root.`,
  );
}

function parsed(file: string): unknown {
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
