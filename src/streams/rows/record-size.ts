/**
 * How many rows a chunk may have so that its record fits one append whatever the answers are (Architecture 4.4): the
 * worst case is worked out from the codec itself, with the longest codes there are.
 */
import { MAX_APPEND_BYTES } from '../../platform/event-store/event-store.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { JobId } from '../../shared/ids.js';
import { REASON_CODES } from '../../shared/reason-code.js';
import type { BlockOutcomes, NotBilled, RowRecord, RowsRecorded } from './rows.events.js';
import { ROWS_PER_PACK } from './rows.events.js';
import { packRows } from './pack-rows.js';

/** A chunk never has more rows, however narrow they are. */
const MAX_CHUNK_ROWS = 500;

/** What a pack says once beside its rows: ids, and an edition for each of some dozens of sources. */
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

/** A data event of its own for each row, as when every row's data nearly fill one. */
const DATA_REF_BYTES = JSON.stringify({ event_id: 'f'.repeat(36), digest: 'f'.repeat(64) }).length + 1;

/** The widest facts that a delivered row with these blocks can have. */
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

/** Bytes of a row's facts at worst, where no two rows of a pack have the same answers. */
export function worstRowBytes(blocks: readonly BlockKey[]): number {
  const { outcomes, rows } = packRows(NO_HEAD, [widestRow(blocks)]);
  const separatorsAndIndex = 2 + String(ROWS_PER_PACK).length;
  return (
    JSON.stringify(outcomes[0]).length + JSON.stringify(rows[0]).length + separatorsAndIndex + DATA_REF_BYTES
  );
}

/** Bytes of the record of a chunk of so many rows, at worst. */
export const worstRecordBytes = (blocks: readonly BlockKey[], rows: number): number =>
  rows * worstRowBytes(blocks) + Math.ceil(rows / ROWS_PER_PACK) * PACK_HEAD_BYTES;

/**
 * The most rows whose record fits one append: 500 with a few blocks. Where it is more than one pack, it is a number of
 * whole packs: pages begin and end at round numbers of rows, and a pack that a page takes whole is served as it is kept.
 */
export function maxChunkRows(blocks: readonly BlockKey[]): number {
  let rows = MAX_CHUNK_ROWS;
  while (rows > 1 && worstRecordBytes(blocks, rows) > MAX_APPEND_BYTES) rows--;
  return rows <= ROWS_PER_PACK ? rows : rows - (rows % ROWS_PER_PACK);
}
