/** Computes how many rows a chunk may have so that its record always fits one append (Architecture 4.4). */
import type { BlockOutcomes } from '../../../packages/contract/src/row.js';
import { MAX_APPEND_BYTES } from '../../../packages/platform/src/event-store/event-store.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { REASON_CODES } from '../../../packages/contract/src/reason-code.js';
import { ROWS_PER_PACK, type NotBilled, type RowRecord, type RowsRecorded } from './rows.events.js';
import { packRows } from './pack-rows.js';

const MAX_CHUNK_ROWS = 500;

/** Room for the head of a pack: ids, and an edition for each of some dozens of sources. */
const PACK_HEAD_BYTES = 6_000;

const LONGEST_REASON = REASON_CODES.reduce((longest, code) =>
  code.length > longest.length ? code : longest,
);

const NO_HEAD: RowsRecorded['data'] = {
  job_id: '' as JobId,
  chunk: 0,
  attempt: '',
  from: 0,
  count: 1,
  editions: {},
  delivered: [],
  unkept_digest: null,
};

/** Each row may need a data event of its own, when its data nearly fill one. */
const DATA_REF_BYTES = JSON.stringify({ event_id: 'f'.repeat(36), digest: 'f'.repeat(64) }).length + 1;

/** Returns a delivered row with these blocks whose JSON is the longest possible. */
function widestRow(blocks: readonly BlockKey[]): RowRecord {
  const outcomes: BlockOutcomes = Object.fromEntries(
    blocks.map((key) => [key, { status: 'not_enabled', reason: LONGEST_REASON }]),
  );
  const not_billed: Partial<Record<BlockKey, NotBilled>> = Object.fromEntries(
    blocks.map((key) => [key, 'not_enabled']),
  );
  return {
    company_number: 'WWWWWWWW',
    matched_on: 'company_number',
    match_confidence: -1.1e-100 / 3,
    blocks: outcomes,
    charge: { units: {}, not_billed },
  };
}

/** Returns the most bytes of one row in a pack, if no two rows have equal answers. */
export function worstRowBytes(blocks: readonly BlockKey[]): number {
  const { outcomes, rows } = packRows(NO_HEAD, [widestRow(blocks)]);
  const separatorsAndIndex = 2 + String(ROWS_PER_PACK).length;
  return (
    JSON.stringify(outcomes[0]).length + JSON.stringify(rows[0]).length + separatorsAndIndex + DATA_REF_BYTES
  );
}

/** Returns the maximum number of bytes of the record of a chunk with so many rows. */
export const worstRecordBytes = (blocks: readonly BlockKey[], rows: number): number =>
  rows * worstRowBytes(blocks) + Math.ceil(rows / ROWS_PER_PACK) * PACK_HEAD_BYTES;

/**
 * The maximum number of rows whose record fits one append: 500 with a few blocks. Above one pack, only whole
 * packs: pages begin and end at round numbers of rows, and a page serves a whole pack as it is kept.
 */
export function maxChunkRows(blocks: readonly BlockKey[]): number {
  let rows = MAX_CHUNK_ROWS;
  while (rows > 1 && worstRecordBytes(blocks, rows) > MAX_APPEND_BYTES) rows--;
  return rows <= ROWS_PER_PACK ? rows : rows - (rows % ROWS_PER_PACK);
}
