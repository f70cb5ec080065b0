/** What a sync is told, and what it found (`docs/statements.md`, "Watching your statements"). */

/**
 * Gives the time in a token that stamps this text.
 * @throws Error where the caller doesn't believe the token
 */
export type CheckTimestamp = (text: Uint8Array, token: Uint8Array) => Date | Promise<Date>;

/** What a sync is told. The folder remembers the key and the witnesses. */
export interface SyncOptions {
  /** The verifier key (C2SP) that you trust. Default: the one that the service names at the first sync. */
  readonly checkpointKey?: string | undefined;
  /** Verifier keys of those who sign the checkpoint too. */
  readonly witnesses?: readonly string[] | undefined;
  /** How many of them must have signed it. Default: all. */
  readonly witnessesNeeded?: number | undefined;
  /** Files of results (NDJSON), by their names. */
  readonly results?: readonly NamedBytes[] | undefined;
  /** Whether a charge without a result is a fault. */
  readonly allResults?: boolean | undefined;
  /** Files of receipts, by their names. */
  readonly receipts?: readonly NamedBytes[] | undefined;
  /** Checks the log's time stamp (RFC 3161). Default: none is asked for. */
  readonly checkTimestamp?: CheckTimestamp | undefined;
  /** The log's new name, or true for any: a person has asked what happened. */
  readonly acceptOrigin?: string | true | undefined;
  /** The new checkpoint key, where the old one was lost: a person has asked. */
  readonly acceptKey?: string | undefined;
}

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a sync found, all of it in order. */
export interface Synced {
  /** Entries of the log of heads. */
  readonly entries: number;
  /** The checkpoint key that the folder trusts. */
  readonly checkpoint_key: string;
  /** The months of all statements that are kept. */
  readonly months: readonly string[];
  /** The months that came with this sync. */
  readonly new: readonly string[];
  /** The months that have no proof yet, and are younger than two hours. */
  readonly waiting: readonly string[];
  /** Entries that were kept and are gone since the log goes by the name that you accepted. */
  readonly lost: readonly string[];
  /** The time of the log's newest time stamp, where it was checked. */
  readonly timestamp?: string;
  readonly receipts: CheckedReceipts;
  /** Promises that a statement keeps. */
  readonly promises: number;
}

/** Numbers of receipts. One that names no event has nothing to prove but its seal. */
export interface CheckedReceipts {
  readonly proved: number;
  /** They are younger than two hours. */
  readonly waiting: number;
}
