/**
 * What every store bears: to which event log it belongs, and the least program that may use it. Looked at before a store
 * is used, so that two logs never share read models and no program works on data that it can't read.
 */
import { randomUUID } from 'node:crypto';
import { LOG_START, UnfitStoreError, type Position } from '../event-store/event-store.js';

/** The newest data that this program reads. Raised with whatever the program before it could not read. */
export const DATA_VERSION = 1;

/** What a store without a stamp holds, and any store that was begun. */
const FIRST_VERSION = 1;

export interface Stamp {
  /** The id of the event log, made once for each. */
  readonly log: string;
  /** The least data version that a program must read to use the store. */
  readonly least: number;
}

/** Where the stamp of one store stands. */
export interface StampPlace {
  /** As operators know the store: its file, or the setting that names the server. */
  readonly name: string;
  /** Null where it has none: a new store, or one of a program that knew no stamps. Makes nothing. */
  read(): Promise<Stamp | null>;
  /** Makes the store too where it isn't there. False where it has a stamp by now. */
  begin(stamp: Stamp): Promise<boolean>;
  /** Of a log its end; of read models the farthest place of the log that they were filled up to; else the start. */
  reach(): Promise<Position>;
}

/** @throws UnfitStoreError with one line, where only a newer program may use the store */
export async function readableStamp(place: StampPlace): Promise<Stamp | null> {
  const stamp = await place.read();
  if (stamp === null || stamp.least <= DATA_VERSION) return stamp;
  throw new UnfitStoreError(
    `${place.name} has data version ${stamp.least}, this program reads versions up to ${DATA_VERSION}: use a newer program`,
  );
}

/**
 * Stamps the log, and the other stores as its own, where they have no stamp. Nothing is written unless all may be used.
 * @throws ForeignStoreError with one line; UnfitStoreError, as `readableStamp`
 */
export async function stampStores(log: StampPlace, others: readonly StampPlace[]): Promise<void> {
  const found = await Promise.all(
    others.map(async (place) => ({ place, stamp: await readableStamp(place) })),
  );
  const own = await readableStamp(log);
  for (const { place, stamp } of found) {
    const isForeign = stamp === null ? await isAhead(place, log) : stamp.log !== own?.log;
    if (isForeign) throw foreign(place, log);
  }
  const isWhole = found.every(({ stamp }) => stamp !== null);
  if (own !== null && isWhole) return;
  const stamp = own ?? (await begun(log));
  for (const { place } of found.filter((other) => other.stamp === null)) {
    // Where another process was faster, it is looked at again.
    if (!(await place.begin({ log: stamp.log, least: FIRST_VERSION }))) await stampStores(log, [place]);
  }
}

async function begun(log: StampPlace): Promise<Stamp> {
  const stamp = { log: randomUUID(), least: FIRST_VERSION };
  if (await log.begin(stamp)) return stamp;
  return (await readableStamp(log)) ?? begun(log);
}

/** Read models that were filled from beyond the end of this log. Positions of another kind of store differ in length. */
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
