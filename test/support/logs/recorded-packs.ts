/** Stored packs of any rows, for tests of what reads them whole. */
import type { BlockOutcome } from '../../../packages/contract/src/row.js';
import * as fc from 'fast-check';
import { jsonEvent, metadataOf } from '../../../src/streams/envelope.js';
import type { RowRecord } from '../../../src/streams/rows/rows.events.js';
import { rowsStream } from '../../../src/streams/rows/rows.events.js';
import { packRows } from '../../../src/streams/rows/pack-rows.js';
import type { Position, RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import { derivedId } from '../../../src/streams/derived-id.js';
import { JOB } from './job-builders.js';

const outcome: fc.Arbitrary<BlockOutcome> = fc.oneof(
  fc.constant<BlockOutcome>({ status: 'available' }),
  fc.constant<BlockOutcome>({ status: 'pending' }),
  fc.constant<BlockOutcome>({ status: 'not_found', reason: 'no_sic_on_file' }),
  fc.constant<BlockOutcome>({ status: 'not_found', reason: 'site_unreachable' }),
  fc.constant<BlockOutcome>({ status: 'not_enabled', reason: 'no_entitlement' }),
);

/** Charges need not fit the answers: a reader says what was recorded, not what should have been. */
const delivered: fc.Arbitrary<RowRecord> = fc.record({
  company_number: fc.constantFrom('00445790', 'SC000001', null),
  matched_on: fc.constantFrom('company_number' as const, null),
  match_confidence: fc.constant(1),
  blocks: fc.dictionary(fc.constantFrom(...BLOCK_KEYS), outcome, { maxKeys: 5 }),
  charge: fc.record({
    units: fc.dictionary(fc.constantFrom(...BLOCK_KEYS), fc.integer({ min: 0, max: 3 }), { maxKeys: 5 }),
    not_billed: fc.constant({}),
  }),
});
const failed: fc.Arbitrary<RowRecord> = fc.record({
  reason: fc.constantFrom('not_matched', 'site_unreachable', 'no_company_key', 'invalid_company_number'),
});
export const anyRows = fc.array(fc.oneof(delivered, failed), { minLength: 1, maxLength: 120 });

/** The pack as it stands in the store. */
export function recordedPack(from: number, pack: readonly RowRecord[]): RecordedEvent {
  const header = {
    job_id: JOB,
    chunk: 0,
    attempt: 'a',
    from,
    count: pack.length,
    editions: { companies: 'e1' },
    delivered: [],
    unkept_digest: null,
  };
  const metadata = metadataOf({ requestId: 'req', actor: 'worker' }, '2026-11-21T12:00:00.000Z');
  const event = jsonEvent({ type: 'RowsRecorded', data: packRows(header, pack) }, derivedId('x'), metadata);
  return { ...event, stream: rowsStream(JOB, 0), revision: 0, position: '1' as Position };
}

/** A pack whose rows point at answers that it doesn't hold. */
export function brokenPack(): RecordedEvent {
  const stored = recordedPack(0, [{ reason: 'error' }]);
  const data = { ...JSON.parse(Buffer.from(stored.data).toString()), rows: [{ outcome: 7 }] } as object;
  return { ...stored, data: Buffer.from(JSON.stringify(data)) };
}
