/**
 * The stamp of every store: its event log, and the least program that may use the store. It is checked before
 * a store is used. So two logs never share read models, and no program works on data that it can't read.
 */
import { randomUUID } from 'node:crypto';
import { LOG_START, UnfitStoreError, type NewEvent, type Position } from '../event-store/event-store.js';

/**
 * The newest data that this program reads. Raised with every change that the program before can't read, such
 * as a new kind of event (`since` in `src/streams/define-stream.ts`).
 */
export const DATA_VERSION = 3;

/** The data version of a store without a stamp, and of a new store. */
const FIRST_VERSION = 1;

export interface Stamp {
  /** The id of the event log, made once: the prefix of its streams with a slash, if it has one; a UUID. */
  readonly log: string;
  /** The least data version that a program must read to use the store. */
  readonly least: number;
}

/** The place of one store's stamp. */
export interface StampPlace {
  /** The store as operators know it: its file, or the setting that names the server. */
  readonly name: string;
  /** Null where the store has no stamp: it is new, or of a program without stamps. Makes nothing. */
  read(): Promise<Stamp | null>;
  /** Makes the store too where it is missing. False where another process has stamped it. */
  begin(stamp: Stamp): Promise<boolean>;
  /** The end of a log; the farthest place up to which read models were filled; else the start. */
  reach(): Promise<Position>;
}

/** The place of a log's stamp. */
export interface LogStamp extends StampPlace {
  /** Raises `least` of the stamp that is there; a stamp that is as high already stays as it is. */
  raise(least: number): Promise<void>;
}

/** The least data version of a program that reads events of this type. */
export type VersionOf = (type: string) => number;

/**
 * Raises the stamp of the log before the first append of events that older programs can't read. A crash
 * between the two leaves a stamp that is higher than it needs to be, never an event that nobody was told of.
 * It throws what the stamp's store throws; then the events may not be appended.
 */
export function stampRaiser(
  log: LogStamp,
  versionOf: VersionOf,
  prefix: string,
): (events: readonly NewEvent[]) => Promise<void> {
  // The lowest version needs no raise. A stamp never falls, so what this process has raised stays raised.
  let raised = 1;
  return async (events) => {
    const least = events.reduce((most, { type }) => Math.max(most, versionOf(type)), raised);
    if (least === raised) return;
    const stamp = (await readableStamp(log, prefix)) ?? (await begun(log, prefix));
    if (stamp.least < least) await log.raise(least);
    raised = Math.max(raised, least);
  };
}

/** @throws UnfitStoreError in one line: only a newer program may use the store, or one of another prefix */
export async function readableStamp(place: StampPlace, prefix: string): Promise<Stamp | null> {
  const stamp = await place.read();
  if (stamp !== null && prefixOf(stamp) !== prefix) throw otherPrefix(place, prefixOf(stamp), prefix);
  if (stamp === null || stamp.least <= DATA_VERSION) return stamp;
  throw new UnfitStoreError(
    `${place.name} has data version ${stamp.least}, this program reads versions up to ${DATA_VERSION}: use a newer program`,
  );
}

/** See `Stores.outdated`. */
export const outdated = (log: StampPlace, prefix: string): Promise<readonly string[]> =>
  readableStamp(log, prefix).then(
    () => [],
    (error: unknown) => {
      if (error instanceof UnfitStoreError) return [`${error.message}.`];
      throw error;
    },
  );

/**
 * Stamps the log, and other stores as the log's, where they have no stamp. Writes only if all may be used.
 * @throws ForeignStoreError with one line; UnfitStoreError like `readableStamp`, and where the log has lost
 * events that read models were made from
 */
export async function stampStores(
  log: StampPlace,
  others: readonly StampPlace[],
  prefix: string,
): Promise<void> {
  const found = await Promise.all(
    others.map(async (place) => ({ place, stamp: await readableStamp(place, prefix) })),
  );
  const own = await readableStamp(log, prefix);
  for (const { place, stamp } of found) {
    if (stamp !== null && stamp.log !== own?.log) throw foreign(place, log);
    if (await isAhead(place, log)) throw stamp === null ? foreign(place, log) : ahead(place, log);
  }
  const isWhole = found.every(({ stamp }) => stamp !== null);
  if (own !== null && isWhole) return;
  const stamp = own ?? (await begun(log, prefix));
  for (const { place } of found.filter((other) => other.stamp === null)) {
    // Another process may have been faster; then its stamp is checked.
    if (!(await place.begin({ log: stamp.log, least: FIRST_VERSION })))
      await stampStores(log, [place], prefix);
  }
}

async function begun(log: StampPlace, prefix: string): Promise<Stamp> {
  const stamp = { log: `${prefix}${prefix && '/'}${randomUUID()}`, least: FIRST_VERSION };
  if (await log.begin(stamp)) return stamp;
  return (await readableStamp(log, prefix)) ?? begun(log, prefix);
}

const prefixOf = ({ log }: Stamp): string => log.split('/').slice(0, -1).join();

const otherPrefix = ({ name }: StampPlace, begun: string, now: string): UnfitStoreError =>
  new UnfitStoreError(
    `EVENT_STREAM_PREFIX is '${now}', but the log of ${name} was begun with '${begun}': set it to that, or name another log and stores of its own (EVENT_STORE_URL, DATA_DIR, MONGODB_URL)`,
  );

const ahead = (place: StampPlace, log: StampPlace): UnfitStoreError =>
  new UnfitStoreError(
    `${place.name} was filled beyond the end of ${log.name}, which seems restored from an older copy: stop all processes and delete that file, or drop the database of MONGODB_URL; the next start builds the read models anew`,
  );

/** True if read models reach beyond this log's end. Positions of another kind of store differ in length. */
async function isAhead(place: StampPlace, log: StampPlace): Promise<boolean> {
  const filled = await place.reach();
  if (filled === LOG_START) return false;
  const end = await log.reach();
  return filled > end || filled.length !== end.length;
}

/** The store belongs to another event log. */
export class ForeignStoreError extends UnfitStoreError {}

const foreign = (place: StampPlace, log: StampPlace): ForeignStoreError =>
  new ForeignStoreError(
    `${place.name} belongs to another event log than ${log.name}: name the log that it belongs to, or give this one read models and coordination of its own (DATA_DIR, MONGODB_URL)`,
  );
