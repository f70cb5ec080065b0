/** Reads documents one after the other: synchronous work, in a thread that may be cut off. */
import type { HostedService } from '../../platform/threads/calls.js';
import { oneByOne } from '../../platform/threads/one-by-one.js';
import { readAccounts, type FiledAs, type FiledRecord } from '../read-accounts.js';

export interface ReadRequest {
  /** Moved to the thread, not copied. */
  readonly bytes: Uint8Array;
  readonly filed: FiledAs;
}

export interface ReaderMethods {
  read(request: ReadRequest): FiledRecord;
}

function read(argument: unknown): FiledRecord {
  // Sent by `AccountsReaders`.
  const { bytes, filed } = argument as ReadRequest;
  return readAccounts(bytes, filed);
}

export const accountsReader = (): HostedService =>
  oneByOne((_method, argument) => ({ value: read(argument) }));
