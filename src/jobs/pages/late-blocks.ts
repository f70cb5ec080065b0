/** Puts late blocks into recorded rows. No other rows of a page are parsed. */
import type { LateBlockDocument } from '../../../projections/results/results.document.js';
import { LATE_BLOCKS, lateBlockKeys } from '../../../projections/results/results.document.js';
import { everyDocument } from '../../platform/projector/projector-state.js';
import type { ReadModelReader } from '../../platform/read-models/read-models.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { JobId } from '../../shared/ids.js';

export interface LateBlock {
  readonly block: BlockKey;
  /** The block's envelope as it is served. */
  readonly envelope: unknown;
}

/** The recorded late blocks of each row, by row. */
export type LateBlocksByRow = ReadonlyMap<number, readonly LateBlock[]>;

/** Returns the delivered envelope; where none was delivered, the recorded outcome. */
const envelopeOf = ({ outcome }: LateBlockDocument, body: Uint8Array | undefined): unknown =>
  body === undefined || body.length === 0 ? outcome : JSON.parse(Buffer.from(body).toString('utf8'));

/**
 * Reads the late blocks of the rows from `first` (inclusive) to `end` (exclusive). Several attempts may have
 * written the same block; the recorded one is returned.
 */
export async function readLateBlocks(
  reader: ReadModelReader,
  job: JobId,
  rows: { readonly first: number; readonly end: number },
): Promise<LateBlocksByRow> {
  const late = new Map<number, LateBlock[]>();
  const keys = lateBlockKeys(job, rows.first, rows.end);
  for await (const document of everyDocument(reader, LATE_BLOCKS.name, keys)) {
    const fields = LATE_BLOCKS.fields(document);
    if (!fields.recorded) continue;
    const blocks = late.get(fields.row) ?? [];
    blocks.push({ block: fields.block, envelope: envelopeOf(fields, document.body) });
    late.set(fields.row, blocks);
  }
  return late;
}

interface ServedRow {
  readonly status: string;
  readonly blocks: Readonly<Record<string, { readonly status?: string }>>;
}

/** Returns the row with its late blocks filled in. The row is `done` once no block is pending. */
export function withLateBlocks(json: Uint8Array, late: readonly LateBlock[]): Uint8Array {
  const row = JSON.parse(Buffer.from(json).toString('utf8')) as ServedRow;
  const blocks: Record<string, unknown> = { ...row.blocks };
  for (const { block, envelope } of late) blocks[block] = envelope;
  const pending = Object.values(blocks).some(
    (envelope) => (envelope as { status?: string } | null)?.status === 'pending',
  );
  return Buffer.from(JSON.stringify({ ...row, status: pending ? 'pending' : 'done', blocks }));
}
