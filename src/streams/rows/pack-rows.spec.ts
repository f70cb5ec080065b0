import type { BlockOutcomes } from '../../../packages/contract/src/row.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { packRows } from './pack-rows.js';
import type { RowRecord } from './rows.events.js';

const HEAD = {
  job_id: 'job_x' as JobId,
  chunk: 0,
  attempt: 'a',
  from: 0,
  count: 3,
  editions: {},
  delivered: [],
  unkept_digest: null,
};

const record = (blocks: BlockOutcomes, units: { industry: number }): RowRecord => ({
  company_number: '00227590',
  matched_on: 'company_number',
  match_confidence: 1,
  blocks,
  charge: { units, not_billed: {} },
});

it('tells rows with the same answers apart by their charge, also in later packs', () => {
  const blocks: BlockOutcomes = { industry: { status: 'available' } };
  const [one, two] = [record(blocks, { industry: 1 }), record(blocks, { industry: 2 })];
  for (const pack of [
    [one, two, one],
    [two, one, two],
  ]) {
    const { outcomes, rows } = packRows(HEAD, pack);
    const units = rows.map((row) => ('failed' in row ? null : outcomes[row.outcome]?.units));
    expect(units).toEqual(pack.map((row) => ('reason' in row ? null : row.charge.units)));
    expect(outcomes).toHaveLength(2);
  }
});
