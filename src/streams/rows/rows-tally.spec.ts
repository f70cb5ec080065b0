import * as fc from 'fast-check';
import { derivedId } from '../../shared/derived-id.js';
import type { BlockKey } from '../../shared/block-key.js';
import { BLOCK_KEYS } from '../../shared/block-key.js';
import type { JobId } from '../../shared/ids.js';
import type { Position, RecordedEvent } from '../../platform/event-store/event-store.js';
import { jsonEvent, metadataOf } from '../envelope.js';
import type { BlockOutcome, RowRecord } from './rows.events.js';
import { decodeRowsEvents, packRows, rowsStream } from './rows.events.js';
import { tallyRows } from './rows-tally.js';

const job_id = 'job_01JDXB8Z5N0000000000000001' as JobId;

const outcome: fc.Arbitrary<BlockOutcome> = fc.oneof(
  fc.constant<BlockOutcome>({ status: 'available' }),
  fc.constant<BlockOutcome>({ status: 'pending' }),
  fc.constant<BlockOutcome>({ status: 'not_found', reason: 'no_sic_on_file' }),
  fc.constant<BlockOutcome>({ status: 'not_enabled', reason: 'no_entitlement' }),
);

/** Charges need not fit the answers: the tally says what was recorded, not what should have been. */
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
const rows = fc.array(fc.oneof(delivered, fc.constant<RowRecord>({ reason: 'not_matched' })), {
  minLength: 1,
  maxLength: 120,
});

function recorded(from: number, pack: readonly RowRecord[]): RecordedEvent {
  const header = {
    job_id,
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
  return { ...event, stream: rowsStream(job_id, 0), revision: 0, position: '1' as Position };
}

describe('the tally of a pack', () => {
  it('says what its logical events say', () => {
    fc.assert(
      fc.property(fc.nat(1_000), rows, (from, pack) => {
        const stored = recorded(from, pack);
        const units = new Map<string, number>();
        const pending: number[] = [];
        let charged = 0;
        const unbilled = new Set(pack.keys());
        for (const { event } of decodeRowsEvents(stored)) {
          if (event.type === 'RowCharged') {
            charged++;
            if (Object.values(event.data.units).some((count) => count > 0))
              unbilled.delete(event.data.row - from);
            for (const [block, count] of Object.entries(event.data.units) as [BlockKey, number][])
              if (count > 0) units.set(block, (units.get(block) ?? 0) + count);
          }
          if (event.type !== 'RowResolved') continue;
          if (Object.values(event.data.blocks).some(({ status }) => status === 'pending'))
            pending.push(event.data.row);
        }
        for (const row of pending) unbilled.delete(row - from);
        const tally = tallyRows(stored);
        expect(tally.event.data).toMatchObject({
          charged,
          pending,
          unbilled: unbilled.size,
          count: pack.length,
          from,
        });
        expect(new Map(Object.entries(tally.event.data.units))).toEqual(units);
        expect({ ...tally, event: null }).toEqual({ ...decodeRowsEvents(stored)[0], event: null });
      }),
    );
  });

  it('refuses a pack whose rows point at no outcome', () => {
    const stored = recorded(0, [{ reason: 'error' }]);
    const broken = { ...JSON.parse(Buffer.from(stored.data).toString()), rows: [{ outcome: 7 }] } as object;
    const event = { ...stored, data: Buffer.from(JSON.stringify(broken)) };
    expect(() => tallyRows(event)).toThrow('unknown type or shape RowsRecorded');
  });
});
