/** Turns the driver's errors into one clear line that names the file. */
import { OutcomeUnknownError, StoreUnavailableError } from '../event-store/event-store.js';
import type { Failure } from '../threads/calls.js';

/** Primary result codes, https://www.sqlite.org/rescode.html. */
export const SQLITE = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cantOpen: 14,
  notADatabase: 26,
} as const;

const LINES: ReadonlyMap<number, string> = new Map([
  [SQLITE.busy, 'is locked by another process'],
  [SQLITE.locked, 'is locked by another process'],
  [SQLITE.readOnly, "can't be written: it is read-only"],
  [SQLITE.ioError, "can't be read or written: the disk reports an error"],
  [SQLITE.corrupt, 'is damaged: restore it from a backup'],
  [SQLITE.full, "can't be written: the disk is full"],
  [SQLITE.cantOpen, "can't be opened"],
  [SQLITE.notADatabase, 'is not an SQLite database'],
]);

/** The extended result code of a driver's error, or undefined for any other error. */
export function extendedCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('sqliteExtendedCode' in error)) return undefined;
  return typeof error.sqliteExtendedCode === 'number' ? error.sqliteExtendedCode : undefined;
}

/** The primary result code of a driver's error, or undefined for any other error. */
export function sqliteCode(error: unknown): number | undefined {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
}

export const isBusy = (error: unknown): boolean => sqliteCode(error) === SQLITE.busy;

/** The fault as the port's error; the error itself where it is no fault of the disk. */
export function storeError(error: unknown, file: string): unknown {
  const line = LINES.get(sqliteCode(error) ?? -1);
  return line === undefined ? error : new StoreUnavailableError(`${file} ${line}`);
}

const DISK_FAULTS = [SQLITE.readOnly, SQLITE.full, SQLITE.ioError].flatMap(
  (code) => LINES.get(code)?.split(': ').slice(-1) ?? [],
);

/** The disk's fault at the end of an error, as `the disk is full`: a store's thread sends only text. */
export const diskFault = (error: unknown): string | undefined =>
  error instanceof Error ? DISK_FAULTS.find((fault) => error.message.endsWith(fault)) : undefined;

const REVIVED: ReadonlyMap<string, new (message: string) => Error> = new Map<
  string,
  new (message: string) => Error
>([
  ['StoreUnavailableError', StoreUnavailableError],
  ['OutcomeUnknownError', OutcomeUnknownError],
  ['TypeError', TypeError],
  ['RangeError', RangeError],
]);

/** A failure from a store's thread, as the error class that callers distinguish. */
export function reviveStoreError(failure: Failure): Error {
  const known = REVIVED.get(failure.name);
  return known === undefined ? new Error(`${failure.name}: ${failure.message}`) : new known(failure.message);
}
