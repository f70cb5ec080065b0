/** A row as it is served, with envelopes that came after it. Pure. */
import type { BlockKey } from '../../shared/block-key.js';

/** As much of a served row as this needs to know. */
interface ServedRow {
  status: string;
  blocks: Record<string, { status: string }>;
}

/** A block for which no live answer came in time (Contract 2.11). */
export const UNANSWERED = {
  status: 'not_found',
  reason: 'source_unavailable',
  retry_suggested: true,
} as const;

/**
 * The row's JSON with these blocks answered; the row is `done` once none is pending. Rows are written by
 * `JSON.stringify`, so reading and writing one again keeps every other byte.
 */
export function withEnvelopes(
  json: Uint8Array,
  envelopes: ReadonlyMap<BlockKey, { readonly status: string }>,
): Uint8Array {
  if (envelopes.size === 0) return json;
  const row = JSON.parse(Buffer.from(json).toString('utf8')) as ServedRow;
  for (const [block, envelope] of envelopes) if (block in row.blocks) row.blocks[block] = envelope;
  const pending = Object.values(row.blocks).some(({ status }) => status === 'pending');
  row.status = pending ? 'pending' : 'done';
  return Buffer.from(JSON.stringify(row));
}
