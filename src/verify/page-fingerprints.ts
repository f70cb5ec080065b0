/**
 * What a job's pages are made of, each piece as a number below 2^52; the sum of them is the job's fingerprint. The same
 * pieces can be made from the documents of the pages lane and from the events that they were made from.
 */
import { createHash } from 'node:crypto';
import { errorPackKey, type ErrorPackDocument } from '../../projections/errors/errors.document.js';
import type { LateBlockDocument, ResultPackDocument } from '../../projections/results/results.document.js';
import { lateBlockKey, resultPackKey } from '../../projections/results/results.document.js';
import type { SubmittedRowsDocument } from '../../projections/submitted-rows/submitted-rows.document.js';
import type { SaysPacking } from '../shared/deflated.js';
import { submittedRowsKey } from '../../projections/submitted-rows/submitted-rows.document.js';

const MODULUS = 2 ** 52;

/** Adds two fingerprints; exact, because both are below 2^52. */
export const plus = (a: number, b: number): number => (a + b) % MODULUS;

export const minus = (a: number): number => (MODULUS - a) % MODULUS;

function pieceOf(place: string, says: unknown, body: Uint8Array | undefined): number {
  const hash = createHash('sha256').update(`${place}\u0000${JSON.stringify(says)}\u0000`);
  if (body !== undefined) hash.update(body);
  return Number(hash.digest().readBigUInt64BE() % BigInt(MODULUS));
}

/** Bytes are compared as they are kept, so what says how they are kept counts too. */
const withPacking = (says: unknown, { packing }: SaysPacking): unknown =>
  packing === undefined ? says : [says, packing.coding, packing.stored, packing.bytes, packing.crc32];

/** Rows in their places, with the bytes that are served. */
export const packPiece = (pack: ResultPackDocument, body: Uint8Array | undefined): number =>
  pieceOf(
    `result ${resultPackKey(pack.job_id, pack.chunk, pack.attempt, pack.from)}`,
    withPacking(pack.lengths, pack),
    body,
  );

/** Entries of the errors page; `from` is the first row of the pack of results that they came with. */
export const errorsPiece = (
  pack: Omit<ErrorPackDocument, 'rows'> & { readonly rows: readonly number[] },
  from: number,
  body: Uint8Array | undefined,
): number =>
  pieceOf(
    `errors ${errorPackKey(pack.job_id, pack.chunk, pack.attempt, from)}`,
    withPacking([pack.rows, pack.lengths], pack),
    body,
  );

/** Rows as asked: they fill the places of rows that are pending or were skipped. */
export const askedPiece = ({ job_id, chunk, from, count }: SubmittedRowsDocument): number =>
  pieceOf(`asked ${submittedRowsKey(job_id, chunk)}`, [from, count], undefined);

/** A block that came after its row. */
export const latePiece = (
  late: Pick<LateBlockDocument, 'job_id' | 'row' | 'block' | 'attempt' | 'event_id' | 'outcome'>,
  body: Uint8Array | undefined,
): number =>
  pieceOf(
    `late ${lateBlockKey(late.job_id, late.row, late.block, late.attempt)}`,
    [late.event_id, late.outcome],
    body,
  );
