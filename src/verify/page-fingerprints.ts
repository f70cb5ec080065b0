/**
 * The fingerprint of a job's pages: each piece of a page gives a number below 2^52, and the fingerprint is
 * their sum. The documents of the pages lane and the events of the log give the same pieces.
 */
import { createHash } from 'node:crypto';
import type { ErrorPackDocument } from '../../projections/errors/errors.document.js';
import type { LateBlockDocument, ResultPackDocument } from '../../projections/results/results.document.js';
import { lateBlockKey, resultPackKey } from '../../projections/results/results.document.js';
import type { SubmittedRowsDocument } from '../../projections/submitted-rows/submitted-rows.document.js';
import type { DocumentPacking } from '../../packages/platform/src/bytes/deflated.js';
import { submittedRowsKey } from '../../projections/submitted-rows/submitted-rows.document.js';

const MODULUS = 2 ** 52;

/** Adds two fingerprints. The sum is exact, because both are below 2^52. */
export const plus = (a: number, b: number): number => (a + b) % MODULUS;

/** The fingerprint that added to `a` gives 0. */
export const minus = (a: number): number => (MODULUS - a) % MODULUS;

function pieceOf(place: string, says: unknown, body: Uint8Array | undefined): number {
  const hash = createHash('sha256').update(`${place}\u0000${JSON.stringify(says)}\u0000`);
  if (body !== undefined) hash.update(body);
  return Number(hash.digest().readBigUInt64BE() % BigInt(MODULUS));
}

/** Deflated bytes are compared without inflating them, so their packing is compared too. */
const withPacking = (says: unknown, { packing }: DocumentPacking): unknown =>
  packing === undefined ? says : [says, packing.coding, packing.stored, packing.bytes, packing.crc32];

/** The piece of a pack of rows, with the bytes that are served. */
export const packPiece = (pack: ResultPackDocument, body: Uint8Array | undefined): number =>
  pieceOf(
    `result ${resultPackKey(pack.job_id, pack.chunk, pack.attempt, pack.from)}`,
    withPacking(pack.lengths, pack),
    body,
  );

/**
 * The piece of a pack of errors entries.
 * @param from the first row of the pack of results that the entries belong to
 */
export const errorsPiece = (
  pack: Omit<ErrorPackDocument, 'rows'> & { readonly rows: readonly number[] },
  from: number,
  body: Uint8Array | undefined,
): number =>
  pieceOf(
    `errors ${resultPackKey(pack.job_id, pack.chunk, pack.attempt, from)}`,
    withPacking([pack.rows, pack.lengths], pack),
    body,
  );

/** The piece of a chunk's rows as asked, which pages show in place of pending and skipped rows. */
export const askedPiece = ({ job_id, chunk, from, count }: SubmittedRowsDocument): number =>
  pieceOf(`asked ${submittedRowsKey(job_id, chunk)}`, [from, count], undefined);

/** The piece of a late block. */
export const latePiece = (
  late: Pick<LateBlockDocument, 'job_id' | 'row' | 'block' | 'attempt' | 'event_id' | 'outcome'>,
  body: Uint8Array | undefined,
): number =>
  pieceOf(
    `late ${lateBlockKey(late.job_id, late.row, late.block, late.attempt)}`,
    [late.event_id, late.outcome],
    body,
  );
