import fc from 'fast-check';
import { heldRecords, madeUpTo, readSample } from '../../../../../../test/support/accounts-records.js';
import { record, type RowOverrides } from '../../../../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../../../../test/support/run-block.js';
import type { AccountsRecord, ReadAccounts } from '../../../filed-accounts/accounts-record.js';
import type { OfficerRecord } from '../../../sources/officers/officer-record.js';
import type { Records } from '../../../sources/kit/records/record.js';
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

function answer(documents: readonly AccountsRecord[], row: RowOverrides = {}, day = AS_OF) {
  const accounts = aFact(documents.length === 0 ? null : heldRecords(...documents), day);
  return runBlock(scores, record(row), day, { accounts });
}
function scoresOf(
  documents: readonly AccountsRecord[],
  row: RowOverrides = {},
  day = AS_OF,
): Value['scores'] {
  const envelope = answer(documents, row, day);
  if (envelope.status !== 'available') throw new Error(JSON.stringify(envelope));
  return (envelope.value as Value).scores;
}

it('gives the points of each input by the published steps, and half of them where it is not known', () => {
  expect(answer([MAZARS])).toMatchObject({
    status: 'available',
    source: 'service_model',
    // Accounts that are too old give no points.
    as_of: '2024-07-01',
    value: { model: { name: 'company-scores', version: '3' }, not_a_credit_rating: true },
  });
  const [position] = scoresOf([MAZARS], {}, '2023-08-31');
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
  ['turnover that fell by a quarter', 'turnover_growth', -25],
])('calls nothing good beside %s', (_what, name, value) => {
  expect([labelOf(90, { [name]: { value } }), labelOf(60, { [name]: { value } })]).toEqual(['fair', 'fair']);
  expect(labelOf(10, { [name]: { value } })).toBe('low');
  expect(labelOf(90, { [name]: { value: null } })).toBe('strong');
  expect(labelOf(90, { [name]: { value: null, weightless: value } })).toBe('fair');
});

it('calls a fall of turnover by less than a quarter what its points are', () =>
  expect(labelOf(90, { turnover_growth: { value: -24.99 } })).toBe('strong'));

describe('figures whose period ended over 36 months before the newest day of the register', () => {
  const keysOn = (day: string) =>
    scoresOf([MAZARS], { 'Accounts.NextDueDate': '01/07/2026', ConfStmtNextDueDate: '01/07/2026' }, day).map(
      ({ key }) => key,
    );

  it('give no position and no growth', () => {
    expect(keysOn('2023-08-31')).toEqual(['financial_position', 'filing_discipline', 'stability', 'growth']);
    expect(keysOn('2023-09-01')).toEqual(['filing_discipline', 'stability']);
  });

  it('are judged by the newest of its files, to which the age is counted too', () => {
    const accounts = aFact(heldRecords(MAZARS), '2023-08-31');
    const officers = aFact<Records<OfficerRecord>>(
      { whole: { officers: '2023-09-02T00:00:00Z' }, items: [] },
      '2023-09-02',
    );
    const row = record({ IncorporationDate: '02/09/2013', ConfStmtNextDueDate: '01/07/2026' });
    const { value } = runBlock(scores, row, '2023-08-31', { accounts, officers }) as { value: Value };
    expect(value.scores.map(({ key }) => key)).toEqual(['stability']);
    const [{ points = [] } = {}] = value.scores;
    // Ten years old on 2 September 2023, and not on the day of the companies.
    expect(points.find(({ input }) => input.field === 'incorporated_on')).toMatchObject({ points: 30 });
  });
});

describe('a growth label', () => {
  /** Net assets and turnover of two years. */
  const growthOf = (net: readonly [string, string], turnover: readonly [string, string] | null = null) => {
    const period = (end: string, at: 0 | 1): ReadAccounts['periods'][number] => ({
      ...(MAZARS.periods[0] as ReadAccounts['periods'][number]),
      start: `${Number(end.slice(0, 4)) - 1}-09-01`,
      end,
      figures: {
        net_assets: { amount: net[at], currency: 'GBP' },
        ...(turnover && { turnover: { amount: turnover[at], currency: 'GBP' } }),
      } as never,
      withheld: [],
    });
    const document = { ...MAZARS, periods: [period('2020-08-31', 1), period('2019-08-31', 0)] };
    return scoresOf([document as AccountsRecord], {}, '2021-07-01').find(({ key }) => key === 'growth');
  };

  it('needs a figure of 10,000 pounds', () => {
    expect(growthOf(['1', '100'])).toBeUndefined();
    expect(growthOf(['5000', '9999'])).toBeUndefined();
    expect(growthOf(['5000', '10000'])).toMatchObject({ label: 'strong' });
    expect(growthOf(['10000', '500'])).toMatchObject({ label: 'fair' });
    expect(growthOf(['100', '900'], ['900', '9000'])).toBeUndefined();
  });

  it('is never good where turnover fell by a quarter, however small', () => {
    expect(growthOf(['50000', '90000'], ['100000', '76000'])).toMatchObject({ label: 'good' });
    expect(growthOf(['50000', '90000'], ['100000', '75000'])).toMatchObject({ label: 'fair' });
    expect(growthOf(['50000', '90000'], ['8000', '6000'])).toMatchObject({ label: 'fair' });
  });
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
