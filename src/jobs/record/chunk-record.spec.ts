import type { BlockOutcome } from '../../../packages/contract/src/row.js';
import * as fc from 'fast-check';
import { JOB } from '../../../test/support/logs/job-builders.js';
import type { RowsEventAlike } from '../../streams/rows/rows-alike.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import { countsOf, fillBlocks, foldRecord, isPending } from './chunk-record.js';

type Recorded = Extract<RowsEventAlike, { type: 'RowsRecorded' }>['data'];
const record = (rows: Partial<Pick<Recorded, 'alike' | 'failures'>>): RowsEventAlike => ({
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
    alike: [],
    failures: [],
    ...rows,
  },
});
const resolved = (row: number, blocks: Partial<Record<BlockKey, BlockOutcome>>): RowsEventAlike =>
  record({ alike: [{ blocks, units: {}, rows: [{ row, company_number: '00445790' }] }] });
const failed = (row: number, reason: ReasonCode): RowsEventAlike => record({ failures: [{ row, reason }] });
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
  it.each<[string, RowsEventAlike[], Partial<ReturnType<typeof countsOf>>]>([
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
    expect(countsOf(foldRecord(events))).toEqual({ ...none, ...expected });
  });
});

describe('filling a late block', () => {
  const waiting = foldRecord([resolved(1, { domain: PENDING, charges: PENDING, industry: AVAILABLE })]);

  it('records the answer and its charge together where it is available', () => {
    expect(fillBlocks(waiting, [fill(1, 'domain', AVAILABLE)])).toEqual([
      { type: 'BlockFilled', data: fill(1, 'domain', AVAILABLE) },
      { type: 'BlockCharged', data: { job_id: JOB, row: 1, block: 'domain', units: 1 } },
    ]);
  });

  it('records no charge where nothing was found', () => {
    expect(fillBlocks(waiting, [fill(1, 'domain', UNREACHABLE)])).toEqual([
      { type: 'BlockFilled', data: fill(1, 'domain', UNREACHABLE) },
    ]);
  });

  it('charges a block once that is answered twice in one append', () => {
    const answers = [
      fill(1, 'domain', AVAILABLE),
      fill(1, 'charges', AVAILABLE),
      fill(1, 'domain', AVAILABLE),
    ];
    const charged = fillBlocks(waiting, answers).filter(({ type }) => type === 'BlockCharged');
    expect(charged.map(({ data }) => data.block)).toEqual(['domain', 'charges']);
  });

  it.each<[string, ReturnType<typeof fill>]>([
    ['a block that was answered with its row', fill(1, 'industry', AVAILABLE)],
    ['a block that was not asked for', fill(1, 'scores', AVAILABLE)],
    ['a row that is not in the record', fill(2, 'domain', AVAILABLE)],
    ['an answer that is none', fill(1, 'domain', PENDING)],
  ])('records nothing for %s', (_title, late) => {
    expect(fillBlocks(waiting, [late])).toEqual([]);
  });

  it('of a row that waits for none changes nothing', () => {
    const late: RowsEventAlike = { type: 'BlockFilled', data: fill(2, 'domain', AVAILABLE) };
    expect(foldRecord([late], waiting)).toEqual(waiting);
  });

  const answer = fc.record({
    block: fc.constantFrom<BlockKey>('domain', 'charges', 'industry'),
    outcome: fc.constantFrom(AVAILABLE, UNREACHABLE),
  });
  const appends = fc.array(fc.array(answer, { maxLength: 4 }), { maxLength: 6 });

  it('happens once for each pending block, and charges at most once, whatever is tried', () => {
    fc.assert(
      fc.property(appends, (all) => {
        let state = waiting;
        const written: RowsEventAlike[] = [];
        for (const answers of all) {
          const fills = answers.map(({ block, outcome }) => fill(1, block, outcome));
          const events = fillBlocks(state, fills);
          written.push(...events);
          state = foldRecord(events, state);
          expect(fillBlocks(state, fills)).toEqual([]);
        }
        for (const block of ['domain', 'charges', 'industry']) {
          const about = written.filter(({ data }) => 'block' in data && data.block === block);
          expect(about.filter(({ type }) => type === 'BlockFilled').length).toBeLessThanOrEqual(1);
          expect(about.filter(({ type }) => type === 'BlockCharged').length).toBeLessThanOrEqual(1);
        }
        const blocksTried = new Set(all.flat().map(({ block }) => block));
        expect(isPending(state)).toBe(!(blocksTried.has('domain') && blocksTried.has('charges')));
      }),
    );
  });
});
