/**
 * Finds the job and row of a charge by its id, a digest of both. The documents keep a print, four letters, of
 * each id: one document for each chunk that recorded many rows at once, and one for the other rows of all
 * jobs of a second. They are small and written in the order of time. Only late blocks have a document each.
 */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { rowEventId } from '../../src/streams/rows/rows.events.js';
import { chunkPart, keyOf } from '../key-parts.js';

/** 24 bits of the id as base64url: a chunk of 500 rows matches a wrong id once in 30,000. */
export const PRINT_LENGTH = 4;

/** The rows of one chunk, from its first record with a charge on. Row `from + i` has the i-th print. */
export type ChunkPrintsDocument = {
  readonly job_id: JobId;
  readonly from: number;
  readonly prints: string;
};

/** Rows recorded few at a time, of all jobs of a second: `FEW_PLACE_LENGTH` letters a row. */
export type FewRowsDocument = {
  readonly places: string;
};

/** The charge of a late block, by its id. */
export type LatePlaceDocument = {
  readonly job_id: JobId;
  readonly row: number;
  readonly block: BlockKey;
};

export const CHUNK_PRINTS = typedCollection<ChunkPrintsDocument>('charge_prints');
export const FEW_ROWS_PLACES = typedCollection<FewRowsDocument>('charge_places');
export const LATE_PLACES = typedCollection<LatePlaceDocument>('charge_late_blocks');

/** A record of fewer rows goes into a `FewRowsDocument`. */
export const FEW_ROWS = 16;

/** Takes the first six hex digits of a UUID (8-4-4-4-12): none of them is version or variant. */
export const printOf = (chargeId: string): string =>
  Buffer.from(chargeId.slice(0, 6), 'hex').toString('base64url');

export const printsOf = (job: JobId, from: number, count: number): string => {
  let prints = '';
  for (let row = from; row < from + count; row++) prints += printOf(rowEventId(job, row, 'RowCharged'));
  return prints;
};

export const chunkPrintsKey = (job: JobId, chunk: number): string => keyOf(job, chunkPart(chunk));

/** The start of a job id: `job_` and eight of its time's ten digits, so a second of 1,024 milliseconds. */
const MOMENT_LENGTH = 12;
const JOB_ID_LENGTH = 30;
/** Letters of a row's index in base 36: the largest job has fewer than 36 ** 4 rows. */
const ROW_LENGTH = 4;
const FEW_PLACE_LENGTH = PRINT_LENGTH + JOB_ID_LENGTH - MOMENT_LENGTH + ROW_LENGTH;

/** The number of chunks of a job that share a `FewRowsDocument`. */
const CHUNKS_TOGETHER = 64;

export const fewRowsKey = (job: JobId, chunk: number): string =>
  keyOf(job.slice(0, MOMENT_LENGTH), chunkPart(Math.floor(chunk / CHUNKS_TOGETHER)));

export function fewPlaces(job: JobId, from: number, count: number): string {
  let places = '';
  for (let row = from; row < from + count; row++) {
    const number = row.toString(36).padStart(ROW_LENGTH, '0');
    places += printOf(rowEventId(job, row, 'RowCharged')) + job.slice(MOMENT_LENGTH) + number;
  }
  return places;
}

/** Yields the rows in a document that have this print. `key` is the document's. */
export function* fewRowsAt(
  key: string,
  { places }: FewRowsDocument,
  print: string,
): Generator<{ readonly job: JobId; readonly row: number }> {
  for (const place of placesOf(print, places, FEW_PLACE_LENGTH)) {
    const entry = places.slice(place * FEW_PLACE_LENGTH, (place + 1) * FEW_PLACE_LENGTH);
    // `fewPlaces` left out the part of the id that the key begins with.
    const job = `${key.slice(0, MOMENT_LENGTH)}${entry.slice(PRINT_LENGTH, -ROW_LENGTH)}` as JobId;
    yield { job, row: parseInt(entry.slice(-ROW_LENGTH), 36) };
  }
}

export function* chunkRowsAt({ from, prints }: ChunkPrintsDocument, print: string): Generator<number> {
  for (const place of placesOf(print, prints, PRINT_LENGTH)) yield from + place;
}

/** Yields the indexes of entries, each `length` letters long, that begin with the print. */
function* placesOf(print: string, entries: string, length: number): Generator<number> {
  for (let at = entries.indexOf(print); at >= 0; at = entries.indexOf(print, at + 1))
    if (at % length === 0) yield at / length;
}
