/** Puts late blocks into recorded rows. No other rows of a page are parsed. */
import { LATE_BLOCKS, lateBlockKeys } from '../../../projections/results/results.document.js';
import { everyDocument } from '../../../packages/platform/src/projector/projector-state.js';
import type { ReadModelReader } from '../../../packages/platform/src/read-models/read-models.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { withEnvelopes } from '../record/row-json.js';

export interface LateBlock {
  readonly block: BlockKey;
  /** The block's envelope as it is served. */
  readonly envelope: { readonly status: string };
}

export type LateBlocksByRow = ReadonlyMap<number, readonly LateBlock[]>;

/** Reads the late blocks of the rows. Several attempts may have written a block; the recorded one counts. */
export async function readLateBlocks(
  reader: ReadModelReader,
  job: JobId,
  rows: { readonly first: number; readonly end: number },
): Promise<LateBlocksByRow> {
  const blocksByRow = new Map<number, LateBlock[]>();
  const keys = lateBlockKeys(job, rows.first, rows.end);
  for await (const document of everyDocument(reader, LATE_BLOCKS.name, keys)) {
    const { row, block, recorded, outcome } = LATE_BLOCKS.fields(document);
    if (!recorded || outcome === null) continue;
    // If no envelope was delivered, the recorded outcome serves as the envelope.
    const { body } = document;
    const envelope = body?.length
      ? (JSON.parse(Buffer.from(body).toString('utf8')) as typeof outcome)
      : outcome;
    blocksByRow.set(row, [...(blocksByRow.get(row) ?? []), { block, envelope }]);
  }
  return blocksByRow;
}

/** Returns the row with its late blocks filled in. */
export const withLateBlocks = (json: Uint8Array, lateBlocks: readonly LateBlock[]): Uint8Array =>
  withEnvelopes(json, new Map(lateBlocks.map(({ block, envelope }) => [block, envelope])));
