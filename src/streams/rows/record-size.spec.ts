import type { BlockOutcome, BlockOutcomes } from '../../../packages/contract/src/row.js';
import * as fc from 'fast-check';
import { chargeOf } from '../../billing/charge-rules.js';
import { MAX_APPEND_BYTES } from '../../../packages/platform/src/event-store/event-store.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { REASON_CODES } from '../../../packages/contract/src/reason-code.js';
import { maxChunkRows, worstRecordBytes, worstRowBytes } from './record-size.js';
import type { RowRecord } from './rows.events.js';
import { ROWS_PER_PACK } from './rows.events.js';
import { packRows } from './pack-rows.js';

const JOB = 'job_01JDXB8Z5N0000000000000001' as JobId;
const REF = { event_id: '01234567-89ab-8def-8123-456789abcdef', digest: '0'.repeat(64) };

const outcome: fc.Arbitrary<BlockOutcome> = fc.oneof(
  fc.constantFrom<BlockOutcome>({ status: 'available' }, { status: 'pending' }),
  fc.record({
    status: fc.constantFrom('not_found' as const, 'not_enabled' as const),
    reason: fc.constantFrom(...REASON_CODES),
  }),
);
const blocks = fc.subarray([...BLOCK_KEYS], { minLength: 1 });

function rowOf(outcomes: BlockOutcomes, confidence: number): RowRecord {
  return {
    company_number: 'SC123456',
    matched_on: 'previous_name',
    match_confidence: confidence,
    blocks: outcomes,
    charge: chargeOf(outcomes),
  };
}

/**
 * Bytes of the record of these rows as they would be stored, each row standing on a data event of its own.
 */
function recordBytes(rows: readonly RowRecord[]): number {
  let bytes = 0;
  for (let from = 0; from < rows.length; from += ROWS_PER_PACK) {
    const pack = rows.slice(from, from + ROWS_PER_PACK);
    const editions = Object.fromEntries(
      Array.from({ length: 24 }, (_, index) => [`some_source_${index}`, `2026-11-01-${'f'.repeat(64)}`]),
    );
    const head = {
      job_id: JOB,
      chunk: 999,
      attempt: '01JDXB8Z5N0000000000000001',
      from: 249_999,
      count: pack.length,
      editions,
      delivered: pack.map(() => REF),
      unkept_digest: '0'.repeat(64),
    };
    bytes += Buffer.byteLength(JSON.stringify(packRows(head, pack)));
  }
  return bytes;
}

describe('the worst case of a record', () => {
  it('is never exceeded, whatever a full chunk answers', () => {
    fc.assert(
      fc.property(
        blocks,
        fc.array(outcome, { minLength: 40, maxLength: 80 }),
        fc.double(),
        (keys, answers, x) => {
          const rows = Array.from({ length: maxChunkRows(keys) }, (_, row) =>
            rowOf(
              Object.fromEntries(
                keys.map((key, index) => [key, answers[(row * 7 + index * 3) % answers.length]]),
              ),
              Number.isFinite(x) ? x : 0.5,
            ),
          );
          const bytes = recordBytes(rows);
          expect(bytes).toBeLessThanOrEqual(worstRecordBytes(keys, rows.length));
          expect(bytes).toBeLessThanOrEqual(MAX_APPEND_BYTES);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is met but for little by rows that all fail differently with the longest code', () => {
    const longest = REASON_CODES.reduce((a, b) => (b.length > a.length ? b : a));
    const worst = rowOf(
      Object.fromEntries(BLOCK_KEYS.map((key) => [key, { status: 'not_enabled', reason: longest }])),
      1,
    );
    const { outcomes } = packRows(
      {
        job_id: JOB,
        chunk: 0,
        attempt: '',
        from: 0,
        count: 1,
        editions: {},
        delivered: [],
        unkept_digest: null,
      },
      [worst],
    );
    const answers = JSON.stringify(outcomes[0]).length;
    expect(worstRowBytes([...BLOCK_KEYS])).toBeGreaterThan(answers);
    expect(worstRowBytes([...BLOCK_KEYS])).toBeLessThan(answers + 350);
  });

  it('gives 500 rows to a chunk with a few blocks and fewer to one with all', () => {
    expect(maxChunkRows(['company_identity', 'registered_address', 'filing_status', 'industry'])).toBe(500);
    expect(maxChunkRows([])).toBe(500);
    const wide = maxChunkRows([...BLOCK_KEYS]);
    expect(wide).toBeGreaterThan(150);
    expect(wide).toBeLessThan(300);
  });

  it('cuts no pack, so that pages at round numbers of rows take packs as they are kept', () => {
    fc.assert(
      fc.property(blocks, (keys) => {
        expect(maxChunkRows(keys) % ROWS_PER_PACK).toBe(0);
      }),
    );
  });
});
