/** The texts of receipts and promises (`docs/statements.md`, "Receipts" and "Promises"). Pure. */
import type { SigningKey } from '../../packages/statement-check/src/format/signature.js';
import { RECEIPTS_NAME } from '../heads/key-sets.js';
import { signatureLine } from '../heads/signed-note.js';
import type { EventLeaf } from '../seals/leaf.js';

export interface SealedSoFar {
  /** Leaves under the last seal; 0 before the first. */
  readonly leaves: number;
  readonly root: Buffer;
}

/** The facts that a receipt states. */
export interface Receipt {
  /** Null where the answer is about no job of the account. */
  readonly job_id: string | null;
  /** The SHA-256 of the canonical request, as hexadecimal digits. */
  readonly request_sha256: string;
  /** The units that the job has billed so far. */
  readonly units: number;
  /** The event that the answer stands on; null where it stands on none. */
  readonly event: EventLeaf | null;
  readonly seal: SealedSoFar;
  /** ISO 8601, UTC. */
  readonly time: string;
}

/** The facts of an adjustment, a credit or a repricing that an operator promises to a customer. */
export interface Promised {
  readonly account_id: number;
  /** The id of the adjustment or credit. */
  readonly entry_id: string;
  readonly event: EventLeaf;
  /** The sum over all blocks, with its sign. */
  readonly units: number;
  /** A decimal string and its currency; null where there is none. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly time: string;
}

const NONE = '-';

const note = (key: SigningKey, lines: readonly (string | number)[]): string => {
  const text = `${lines.join('\n')}\n`;
  return `${text}\n${signatureLine(RECEIPTS_NAME, key, text)}`;
};

/** The signed note of a receipt. `X-Receipt` is its base64. */
export const receiptNote = (key: SigningKey, { job_id, event, seal, ...rest }: Receipt): string =>
  note(key, [
    'company-data receipt v1',
    job_id ?? NONE,
    rest.request_sha256,
    rest.units,
    event?.event_id ?? NONE,
    event?.leaf ?? NONE,
    seal.leaves,
    seal.root.toString('base64'),
    rest.time,
  ]);

/** The signed note of a promise. */
export const promiseNote = (key: SigningKey, { event, amount, currency, ...rest }: Promised): string =>
  note(key, [
    'company-data promise v1',
    rest.account_id,
    rest.entry_id,
    event.event_id,
    event.leaf,
    rest.units,
    amount ?? NONE,
    currency ?? NONE,
    rest.time,
  ]);
