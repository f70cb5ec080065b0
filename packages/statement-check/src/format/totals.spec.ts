import type { AdjustmentFact, ChargeFact } from './facts.js';
import { Totals, amountOfUnits } from './totals.js';

const CHARGE = {
  time: '2026-11-10T12:00:00.000Z',
  entry: 'row',
  late: false,
  currency: 'GBP',
  units: { officers: 1, company_identity: 1 },
  prices: { officers: '0.015', company_identity: '0.0200' },
} as const satisfies Partial<ChargeFact>;

const ADJUSTMENT: AdjustmentFact = {
  account_id: 1001,
  adjustment_id: 'adj_01JDXB8Z5N0000000000000010',
  amount: '-0.04',
  currency: 'GBP',
  late: false,
  note: '',
  reason: 'goodwill',
  reverses: null,
  scope: { block: null, from: null, job_id: null, row: null, to: null },
  time: '2026-11-20T12:00:00.000Z',
  units: { company_identity: -2 },
};

const totalsOf = (
  charges: readonly Partial<ChargeFact>[],
  adjustments: readonly Partial<AdjustmentFact>[] = [],
): Totals => {
  const totals = new Totals();
  for (const charge of charges) totals.addCharge(totals.sumsOf({ ...CHARGE, ...charge }));
  for (const adjustment of adjustments) totals.addAdjustment({ ...ADJUSTMENT, ...adjustment });
  return totals;
};

it('totals are the sums of charges by block and by day, with adjustments beside them', () => {
  const totals = totalsOf(
    [
      { time: '2026-11-12T00:00:00.000Z' },
      {},
      { prices: { company_identity: '0.50' }, late: true },
      { entry: 'block', units: { officers: 1 }, time: '2026-11-11T23:59:59.999Z' },
    ],
    [
      { late: true },
      { units: { company_identity: -1, accounts: -1 }, amount: '-0.02' },
      { amount: null, units: { company_identity: 1 }, late: true },
    ],
  );
  expect(totals.line('company-data-statement-2')).toEqual({
    totals: {
      entries: 7,
      late: 3,
      currency: 'GBP',
      charges: { rows: 3, units: 7, amount: '0.585' },
      adjustments: { entries: 3, units: -3, amount: '-0.06' },
      net: { units: 4, amount: '0.525' },
      blocks: [
        { block: 'accounts', units: 0, unpriced: 0, amount: '0', adjusted_units: -1 },
        { block: 'company_identity', units: 3, unpriced: 0, amount: '0.54', adjusted_units: -2 },
        { block: 'officers', units: 4, unpriced: 1, amount: '0.045', adjusted_units: 0 },
      ],
      days: [
        {
          date: '2026-11-10',
          rows: 2,
          units: 4,
          amount: '0.535',
          blocks: { company_identity: 2, officers: 2 },
        },
        { date: '2026-11-11', rows: 0, units: 1, amount: '0.015', blocks: { officers: 1 } },
        {
          date: '2026-11-12',
          rows: 1,
          units: 2,
          amount: '0.035',
          blocks: { company_identity: 1, officers: 1 },
        },
      ],
    },
  });
  expect(totals.summary('company-data-statement-2')).toEqual({
    rows: 3,
    units: 7,
    adjusted_units: -3,
    currency: 'GBP',
    amount: '0.585',
    adjusted_amount: '-0.06',
  });
});

it('totals of the third format have a sum for each currency, and of two no sum together', () => {
  const one = totalsOf([{}], [{}]).summary('company-data-statement-3');
  expect(one).toMatchObject({ currency: 'GBP', amount: '0.035', payable: '-0.01' });
  const gbp = { currency: 'GBP', amount: '0.035', net_amount: '-0.005', month_rules: '0', payable: '-0.01' };
  expect(one.currencies).toEqual([gbp]);
  const euro = { currency: 'EUR', time: '2026-12-01T00:00:00.000Z' };
  const both = totalsOf([{}, euro, { ...euro, prices: { officers: '1.5' } }], [{}]);
  both.addCredit({ ...ADJUSTMENT, amount: '-1', currency: 'JPY' });
  both.addMonthRule({
    ...{ account_id: 1001, amount: '0.1', currency: 'EUR', late: true, month: '2026-11', units: 0 },
    ...{ rule: 'minimum', minimum: '5', version: 1 },
  });
  const totals = {
    currency: null,
    payable: null,
    currencies: [
      { currency: 'EUR', amount: '1.535', net_amount: '1.535', month_rules: '0.1', payable: '1.64' },
      gbp,
      { currency: 'JPY', amount: '0', net_amount: '-1', month_rules: '0', payable: '-1' },
    ],
  };
  expect(both.summary('company-data-statement-3')).toMatchObject({ ...totals, amount: null });
  expect(both.line('company-data-statement-3')).toMatchObject({
    totals: {
      ...totals,
      charges: { units: 6, amount: null },
      net: { amount: null },
      credits: { amount: null },
    },
  });
  expect(both.line('company-data-statement-2')).toMatchObject({ totals: { currency: 'GBP' } });
});

it('totals have no amount where no price was agreed', () => {
  const unpriced = { currency: null, prices: {} };
  const totals = totalsOf([unpriced], [{ currency: null, amount: null }]);
  expect(totals.line('company-data-statement-2')).toMatchObject({
    totals: {
      currency: null,
      charges: { units: 2, amount: null },
      adjustments: { units: -2, amount: null },
      net: { units: 0, amount: null },
      blocks: [
        { block: 'company_identity', unpriced: 1, amount: null },
        { block: 'officers', unpriced: 1, amount: null },
      ],
      days: [{ amount: null }],
    },
  });
});

it.each<[string, Partial<ChargeFact>[], Partial<AdjustmentFact>[]]>([
  ['charge', [{ currency: null, prices: {} }, {}], []],
  ['adjustment', [{ currency: null, prices: {} }], [{ currency: null, amount: null }, {}]],
])('the currency of totals is that of the first %s that has one', (_kind, charges, adjustments) =>
  expect(totalsOf(charges, adjustments).summary('company-data-statement-2').currency).toBe('GBP'),
);

it('an amount is of the units that have a price', () => {
  expect(amountOfUnits({ officers: 3, accounts: 2 }, { officers: '0.015' }).toFixed()).toBe('0.045');
  expect(amountOfUnits({}, { officers: '0.015' }).toFixed()).toBe('0');
});
