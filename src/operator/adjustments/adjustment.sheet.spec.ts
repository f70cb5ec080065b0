/** The preview and the page of an entry: prices before and after a correction, and nothing that isn't so. */
import type { AccountId, AdjustmentId, JobId } from '../../../packages/contract/src/ids.js';
import { cellText, type Sheet } from '../../../packages/words/src/sheet/sheet.js';
import type { AdjustmentResult } from './adjust-charges.js';
import { adjustmentSheet } from './adjustment.sheet.js';

type Day = AdjustmentResult['charges'][number]['days'][number];
type Line = NonNullable<Day['corrected']>[number];

const JOB = 'job_01JDXB8Z5N0000000000000001' as JobId;
const EARLIER = 'adj_01JDXB8Z5N0000000000000001' as AdjustmentId;
const at = (price: string, units: number, by: AdjustmentId | null = null): Line => ({
  ...{ block: 'industry', price, units, by },
});
const day = (amount: string | null, ...corrected: Line[]): Day => ({
  ...{ date: '2026-11-03', units: { industry: 0 }, amount, corrected },
});
const entry = (days: readonly Day[], more: Partial<AdjustmentResult> = {}): AdjustmentResult => ({
  ...{ adjustment_id: 'adj_01JDXB8Z5N0000000000000009' as AdjustmentId, account_id: 1001 as AccountId },
  ...{ job_id: null, row: null, block: 'industry', from: '2026-11-01', to: '2026-11-30' },
  ...{
    units: 0,
    price: '0.015',
    amount: '-157.275',
    currency: 'GBP',
    reason: 'price_error',
    note: 'offer 77',
  },
  ...{ reverses: null, charges: [{ jobs: [JOB], days }], held_by: [], unfinished_jobs: [], changed: true },
  ...more,
});
const tableOf = ({ parts }: Sheet): readonly (readonly string[])[] => {
  const { heads = [], lines = [] } = parts.at(-1)?.table ?? {};
  return [heads, ...lines.map((line) => line.map(cellText))];
};

it('says the units and their prices before and after a correction', () => {
  expect(tableOf(adjustmentSheet(entry([day('-157.275', at('0.015', 1165))])))).toEqual([
    ['job', 'charged', 'block', 'units', 'a unit before', 'a unit after', 'amount'],
    [JOB, '2026-11-03', 'industry', '1,165', '0.15', '0.015', '-157.275 GBP'],
  ]);
});

it.each([
  [
    'all of it over an earlier correction',
    day('0.5', at('0.02', 100), at('0.015', -100, EARLIER)),
    '0.015',
    '0.02',
  ],
  ['some of it', day('-12.55', at('0.02', 100), at('0.015', -10, EARLIER)), '0.015 or 0.16', '0.02'],
  ['its reversal', day('157.275', at('0.015', -1165, EARLIER)), '0.015', '0.15'],
  ['units that had no price', day('1.5', at('0.015', 100)), '0.00', '0.015'],
])('knows the prices of a correction: %s', (_, changed, before, after) => {
  // The agreed price of the units that no line names follows from the amount.
  const [, line = []] = tableOf(adjustmentSheet(entry([changed])));
  expect(line.slice(4, 6)).toEqual([before, after]);
});

it('names a preview by what would be written, and gives it no id and no units that it has not', () => {
  const sides = [{ step: 'Charged', units: 1165, amount: '174.75', currency: 'GBP' }];
  const repricing = adjustmentSheet(entry([day('-157.275', at('0.015', 1165))], { sides, changed: false }));
  expect(repricing.title).toBe('This would be written: repricing');
  expect(repricing.facts).toMatchObject({ units: null, reason: 'price error', changed: null });
  expect(repricing.facts).toMatchObject({ 'corrected price': '0.015 GBP' });
  expect(JSON.stringify(repricing)).not.toContain('adj_01JDXB8Z5N0000000000000009');
  expect(repricing.parts[0]?.title).toBe('All charges from 2026-11-01 to 2026-11-30, before and after');
  const credit = adjustmentSheet(entry([], { charges: [], from: null, to: null, sides }));
  expect([credit.title, credit.facts?.['units']]).toEqual(['This would be written: credit', null]);
  expect(credit.parts[0]?.title).toBe('This month (UTC), before and after');
});

it('names a reversal a reversal', () => {
  const { title } = adjustmentSheet(entry([day('157.275', at('0.015', -1165))], { reverses: EARLIER }));
  expect(cellText(title)).toMatch(/^Reversal \(repricing\) adj_/);
});
