/** Fills late envelopes into the JSON of a served row. Pure. */
import { RowBodies } from '../../../packages/enrichment/src/index.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';

/** The part of a served row that is read here. */
interface ServedRow {
  status: string;
  blocks: Record<string, { status: string }>;
  matched?: { match_confidence: number };
}

/** The envelope of a block for which no live answer came in time (Contract 2.11). */
export const UNANSWERED_BLOCK = {
  status: 'not_found',
  reason: 'source_unavailable',
  retry_suggested: true,
} as const;

/**
 * Returns the row's JSON with these envelopes. They are flagged if the match of the row's company is in
 * doubt. The row is `done` once no block is pending. `JSON.stringify` wrote the row, so every other byte
 * stays equal.
 */
export function withEnvelopes(
  json: Uint8Array,
  envelopes: ReadonlyMap<BlockKey, { readonly status: string }>,
): Uint8Array {
  if (envelopes.size === 0) return json;
  const row = JSON.parse(Buffer.from(json).toString('utf8')) as ServedRow;
  const confidence = row.matched?.match_confidence ?? 1;
  for (const [block, envelope] of envelopes)
    if (block in row.blocks) row.blocks[block] = RowBodies.flaggedBy(confidence, envelope);
  const isPending = Object.values(row.blocks).some(({ status }) => status === 'pending');
  row.status = isPending ? 'pending' : 'done';
  return Buffer.from(JSON.stringify(row));
}
