import * as fc from 'fast-check';
import { JOB } from '../../../test/support/logs/job-builders.js';
import type { BlockOutcome, RowsEvent } from '../../streams/rows/rows.events.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import type { FillDecision } from './chunk-record.js';
import { countsOf, fillBlock, foldRecord, isPending } from './chunk-record.js';

const header: RowsEvent = {
  type: 'RowsRecorded',
  data: {
    job_id: JOB,
    chunk: 0,
    attempt: 'a',
    from: 0,
    count: 3,
    editions: { companies: '2026-11-01' },
    delivered: [],
    unkept_digest: null,
  },
};
const resolved = (row: number, blocks: Partial<Record<BlockKey, BlockOutcome>>): RowsEvent => ({
  type: 'RowResolved',
  data: {
    job_id: JOB,
    row,
    company_number: '00445790',
    matched_on: 'company_number',
    match_confidence: 1,
    blocks,
    editions: {},
  },
});
const failed = (row: number, reason: ReasonCode): RowsEvent => ({
  type: 'RowFailed',
  data: { job_id: JOB, row, reason },
});
const fill = (row: number, block: BlockKey, outcome: BlockOutcome) => ({
  job_id: JOB,
  chunk: 0,
  row,
  block,
  outcome,
  attempt: 'b',
  delivered: null,
});
const AVAILABLE: BlockOutcome = { status: 'available' };
const PENDING: BlockOutcome = { status: 'pending' };
const UNREACHABLE: BlockOutcome = { status: 'not_found', reason: 'site_unreachable' };

describe('what a record counts', () => {
  it.each<[string, RowsEvent[], Partial<ReturnType<typeof countsOf>>]>([
    ['a delivered row', [resolved(0, { industry: AVAILABLE })], { succeeded: 1 }],
    ['a row for which no company was found', [failed(0, 'not_matched')], { not_found: 1 }],
    ['a row that failed for another reason', [failed(0, 'ambiguous_match')], { failed: 1 }],
    [
      'a row whose website would not open',
      [failed(0, 'site_unreachable')],
      { failed: 1, site_unreachable: 1 },
    ],
    [
      'a delivered row with two blocks whose website would not open',
      [resolved(0, { domain: UNREACHABLE, domain_validation: UNREACHABLE })],
      { succeeded: 1, site_unreachable: 1 },
    ],
    [
      'a website found closed only later',
      [resolved(0, { domain: PENDING }), { type: 'BlockFilled', data: fill(0, 'domain', UNREACHABLE) }],
      { succeeded: 1, site_unreachable: 1 },
    ],
  ])('%s', (_title, events, expected) => {
    const none = { succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 };
    expect(countsOf(foldRecord([header, ...events]))).toEqual({ ...none, ...expected });
  });
});

describe('filling a late block', () => {
  const record = foldRecord([
    header,
    resolved(1, { domain: PENDING, charges: PENDING, industry: AVAILABLE }),
  ]);
  const refused: FillDecision = { outcome: 'refused', code: 'not_pending' };

  it('records the answer and its charge together where it is available', () => {
    expect(fillBlock(record, fill(1, 'domain', AVAILABLE))).toEqual({
      outcome: 'decided',
      events: [
        { type: 'BlockFilled', data: fill(1, 'domain', AVAILABLE) },
        { type: 'BlockCharged', data: { job_id: JOB, row: 1, block: 'domain', units: 1 } },
      ],
    });
  });

  it('records no charge where nothing was found', () => {
    expect(fillBlock(record, fill(1, 'domain', UNREACHABLE))).toEqual({
      outcome: 'decided',
      events: [{ type: 'BlockFilled', data: fill(1, 'domain', UNREACHABLE) }],
    });
  });

  it.each<[string, ReturnType<typeof fill>]>([
    ['a block that was answered with its row', fill(1, 'industry', AVAILABLE)],
    ['a block that was not asked for', fill(1, 'scores', AVAILABLE)],
    ['a row that is not in the record', fill(2, 'domain', AVAILABLE)],
    ['an answer that is none', fill(1, 'domain', PENDING)],
  ])('is refused for %s', (_title, late) => {
    expect(fillBlock(record, late)).toEqual(refused);
  });

  const tries = fc.array(
    fc.record({
      block: fc.constantFrom<BlockKey>('domain', 'charges', 'industry'),
      outcome: fc.constantFrom(AVAILABLE, UNREACHABLE),
    }),
    { maxLength: 12 },
  );

  it('happens once for each pending block, and charges at most once, whatever is tried', () => {
    fc.assert(
      fc.property(tries, (all) => {
        let state = record;
        const written: RowsEvent[] = [];
        for (const { block, outcome } of all) {
          const decision = fillBlock(state, fill(1, block, outcome));
          if (decision.outcome === 'refused') continue;
          written.push(...decision.events);
          state = foldRecord(decision.events, state);
          expect(fillBlock(state, fill(1, block, outcome))).toEqual(refused);
        }
        for (const block of ['domain', 'charges', 'industry']) {
          const about = written.filter(({ data }) => 'block' in data && data.block === block);
          expect(about.filter(({ type }) => type === 'BlockFilled').length).toBeLessThanOrEqual(1);
          expect(about.filter(({ type }) => type === 'BlockCharged').length).toBeLessThanOrEqual(1);
        }
        const blocksTried = new Set(all.map(({ block }) => block));
        expect(isPending(state)).toBe(!(blocksTried.has('domain') && blocksTried.has('charges')));
      }),
    );
  });
});
