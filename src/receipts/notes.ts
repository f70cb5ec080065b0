/** Writes the texts of receipts and promises (`docs/statements.md`, "Receipts"). Pure. */
import type { SigningKey } from '../../packages/statement-check/src/format/signature.js';
import { RECEIPTS_NAME } from '../heads/entries.js';
import { signatureLine } from '../heads/signed-note.js';
import type { EventLeaf } from '../seals/sealed-tree.js';

export interface LastSeal {
  /** Leaves under the last seal; 0 before the first. */
  readonly leaves: number;
  readonly root: Buffer;
}

export interface Receipt {
  /** Null where the answer is about no job of the account. */
  readonly job_id: string | null;
  /** The SHA-256 of the canonical request, as hexadecimal digits. */
  readonly request_sha256: string;
  /** The units that the job has billed so far. */
  readonly units: number;
  /** The event that the answer stands on; null where it stands on none. */
  readonly event: EventLeaf | null;
  readonly seal: LastSeal;
  /** ISO 8601, UTC. */
  readonly time: string;
}

const NONE = '-';

/** The signed note of a receipt. `X-Receipt` is its base64. */
export function receiptNote(key: SigningKey, { job_id, event, seal, ...rest }: Receipt): string {
  const lines = [
    'company-data receipt v1',
    job_id ?? NONE,
    rest.request_sha256,
    rest.units,
    event?.event_id ?? NONE,
    event?.leaf ?? NONE,
    seal.leaves,
    seal.root.toString('base64'),
    rest.time,
  ];
  return signedNote(key, lines);
}

export interface PromisedEntry {
  readonly account_id: number;
  /** The id of the adjustment, the repricing or the credit. */
  readonly adjustment_id: string;
  readonly event: EventLeaf;
  /** The units of all blocks together, with their sign. */
  readonly units: number;
  /** A decimal string. Amount and currency are null if no price is agreed. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** The time of the event: ISO 8601, UTC. */
  readonly time: string;
}

/** The signed note that promises a customer an entry of the next complete statement. */
export function promiseNote(
  key: SigningKey,
  { account_id, adjustment_id, event, ...entry }: PromisedEntry,
): string {
  return signedNote(key, [
    'company-data promise v1',
    account_id,
    adjustment_id,
    event.event_id,
    event.leaf,
    entry.units,
    entry.currency === null ? NONE : (entry.amount ?? NONE),
    entry.currency ?? NONE,
    entry.time,
  ]);
}

function signedNote(key: SigningKey, lines: readonly (string | number)[]): string {
  const text = `${lines.join('\n')}\n`;
  return `${text}\n${signatureLine(RECEIPTS_NAME, key, text)}`;
}
