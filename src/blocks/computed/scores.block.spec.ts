import fc from 'fast-check';
import { heldRecords, madeUpTo, readSample } from '../../../test/support/accounts-records.js';
import { record, type RowOverrides } from '../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../test/support/run-block.js';
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import type { Records } from '../../sources/kit/records/record.js';
import { labelOf, mostPoints, pointsOf, SCORE_KEYS, SCORE_RULES, type Steps } from './score-rules.js';
import scores from './scores.block.js';

const AS_OF = '2024-07-01';
const MAZARS = readSample('Prod223_2911_05380971_20200831.html');

interface Value {
  readonly scores: readonly {
    readonly key: string;
    readonly value: number;
    readonly label: string;
    readonly points: readonly {
      readonly points: number;
      readonly input: { readonly field: string; readonly value: unknown };
    }[];
  }[];
}

function answer(documents: readonly AccountsRecord[], row: RowOverrides = {}) {
  const accounts = aFact(documents.length === 0 ? null : heldRecords(...documents), AS_OF);
  return runBlock(scores, record(row), AS_OF, { accounts });
}
function scoresOf(documents: readonly AccountsRecord[], row: RowOverrides = {}): Value['scores'] {
  const envelope = answer(documents, row);
  if (envelope.status !== 'available') throw new Error(JSON.stringify(envelope));
  return (envelope.value as Value).scores;
}

it('gives the points of each input by the published steps, and half of them where it is not known', () => {
  expect(answer([MAZARS])).toMatchObject({
    status: 'available',
    source: 'service_model',
    as_of: '2020-08-31',
    value: { model: { name: 'company-scores', version: '2' }, not_a_credit_rating: true },
  });
  const [position] = scoresOf([MAZARS]);
  expect(position).toMatchObject({ key: 'financial_position' });
  // 5,141,227 of net assets; 12,199,295 of current assets to 13,961,829 of creditors.
  expect(position?.points.map(({ input, points }) => [input.field, input.value, points])).toEqual([
    ['net_assets', 5_141_227, 30],
    ['current_ratio', 0.8738, 10],
    expect.arrayContaining(['net_assets_to_total']),
    expect.arrayContaining(['cash_to_creditors']),
  ]);
});

it('counts what is overdue at the day of the data', () => {
  const disciplineOf = (row: RowOverrides) =>
    scoresOf([MAZARS], row).find(({ key }) => key === 'filing_discipline');
  const due = { 'Accounts.NextDueDate': '30/06/2024', ConfStmtNextDueDate: '01/07/2024' };
  expect(disciplineOf(due)).toMatchObject({ value: 40, label: 'fair' });
  expect(disciplineOf({ ...due, 'Accounts.NextDueDate': '01/07/2024' })).toMatchObject({ value: 100 });
  expect(disciplineOf({ ...due, ConfStmtNextDueDate: '' })).toMatchObject({ value: 20 });
});

it('gives no score without accounts, and says which', () => {
  expect(answer([])).toMatchObject({ status: 'not_found', reason: 'no_scores_on_file', as_of: AS_OF });
  expect(
    runBlock(scores, record(), AS_OF, { accounts: aFact<Records<AccountsRecord>>(null, AS_OF, true) }),
  ).toMatchObject({ reason: 'no_scores_on_file', as_of: AS_OF });
  expect(runBlock(scores, record(), AS_OF)).toMatchObject({ reason: 'not_available_yet' });
});

it.each([
  ['a current ratio of 0.0006', 'current_ratio', 0.0006],
  ['net assets below nought', 'net_assets', -1],
  ['an insolvency', 'insolvency_events', 1],
  ['turnover that fell by more than half', 'turnover_growth', -51],
])('calls nothing good beside %s', (_what, name, value) => {
  expect([labelOf(90, { [name]: { value } }), labelOf(60, { [name]: { value } })]).toEqual(['fair', 'fair']);
  expect(labelOf(10, { [name]: { value } })).toBe('low');
  expect(labelOf(90, { [name]: { value: null } })).toBe('strong');
});

it('gives a dormant company no score of its trading, and none at all where nothing is left', () => {
  const dormant = { ...MAZARS, dormant: true };
  const due = { 'Accounts.NextDueDate': '01/07/2024', ConfStmtNextDueDate: '01/07/2024' };
  expect(scoresOf([dormant], due).map(({ key }) => key)).toEqual(['filing_discipline', 'stability']);
  expect(runBlock(scores, null, AS_OF, { accounts: aFact(heldRecords(dormant), AS_OF) })).toMatchObject({
    status: 'not_found',
    reason: 'no_scores_on_file',
  });
});

const SAMPLES = ['Prod223_2911_05380971_20200831.html', 'Prod223_3384_14033910_20220831.html'].map(
  readSample,
);

it('sums its points to its value, which is never outside 0 and 100', () => {
  const day = fc.constantFrom('31/12/2023', '30/06/2024', '01/08/2024', '');
  fc.assert(
    fc.property(
      fc.constantFrom(...SAMPLES),
      fc.boolean(),
      day,
      day,
      (sample, twice, accountsDue, statementDue) => {
        const row = { 'Accounts.NextDueDate': accountsDue, ConfStmtNextDueDate: statementDue };
        const documents = twice ? [sample, madeUpTo(sample, '2024-03-31')] : [sample];
        for (const { value, points } of scoresOf(documents, row)) {
          expect(points.reduce((sum, one) => sum + one.points, 0)).toBe(value);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(100);
        }
        expect(answer(documents, row)).toEqual(answer(documents, row));
      },
    ),
    { numRuns: 30 },
  );
});

it('has a hundred points for the best of each score, and no more for more of anything good', () => {
  for (const key of SCORE_KEYS) {
    const rules: readonly Steps[] = Object.values(SCORE_RULES[key]);
    expect(rules.reduce((sum, steps) => sum + mostPoints(steps), 0)).toBe(100);
    for (const steps of rules)
      fc.assert(
        fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
          const [low, high] = a < b ? [a, b] : [b, a];
          const better = 'at_least' in steps ? high : low;
          const worse = 'at_least' in steps ? low : high;
          expect(pointsOf(steps, better)).toBeGreaterThanOrEqual(pointsOf(steps, worse));
          expect(pointsOf(steps, null)).toBeLessThanOrEqual(mostPoints(steps));
        }),
        { numRuns: 50 },
      );
  }
});
