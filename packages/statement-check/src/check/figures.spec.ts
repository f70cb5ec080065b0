import type { AdjustmentFact } from '../format/facts.js';
import { adjustmentFault, chargeFault } from './figures.js';

const CHARGE = {
  amount: '0.04',
  currency: 'GBP',
  prices: { company_identity: '0.0200' },
  units: { company_identity: 2, industry: 1 },
};

it.each<[string, object, string | null]>([
  ['as it should be', {}, null],
  ['without an agreement', { amount: null, currency: null, prices: {} }, null],
  ['with another amount', { amount: '0.05' }, 'amount'],
  ['without its amount', { amount: null }, 'amount'],
  ['with an amount and no currency', { currency: null, prices: {} }, 'amount'],
  ['with a price and no currency', { amount: null, currency: null }, 'price'],
  ['with a price of what it has no units of', { prices: { ...CHARGE.prices, officers: '0' } }, 'price'],
  ['with a price of no own block', { amount: '0', prices: { constructor: '0' } }, 'price'],
])('a charge %s', (_what, change, fault) => {
  const found = chargeFault({ ...CHARGE, ...change });
  if (fault === null) expect(found).toBeNull();
  else expect(found).toMatch(new RegExp(`^It.* ${fault}`));
});

const FIRST = 'company-data-statement-1';
const SECOND = 'company-data-statement-2';
const DAYS = [
  { date: '2026-11-10', prices: { industry: '0.01' }, units: { industry: -1 } },
  { date: '2026-11-11', prices: { industry: '0.02' }, units: { industry: -2, officers: -1 } },
];
const ADJUSTMENT = {
  ...{ account_id: 1001, adjustment_id: 'adj_01JDXB8Z5N0000000000000010', late: false, note: '' },
  ...{ reason: 'goodwill', reverses: null, time: '2026-11-20T12:00:00.000Z' },
  scope: { block: null, from: null, job_id: null, row: null, to: null },
  amount: '-0.05',
  currency: 'GBP',
  days: DAYS,
  units: { officers: -1, industry: -3 },
} satisfies AdjustmentFact;
const { days: _days, ...WITHOUT_DAYS } = ADJUSTMENT;
const unpriced = DAYS.map((day) => ({ ...day, prices: {} }));

it.each<[string, string, AdjustmentFact, string | null]>([
  ['as it should be', SECOND, ADJUSTMENT, null],
  ['of the first format', FIRST, { ...WITHOUT_DAYS, amount: '-7' }, null],
  [
    'of the first format without an agreement',
    FIRST,
    { ...WITHOUT_DAYS, amount: null, currency: null },
    null,
  ],
  ['of the first format with an agreement and no amount', FIRST, { ...WITHOUT_DAYS, amount: null }, null],
  ['of the first format with an amount in no currency', FIRST, { ...WITHOUT_DAYS, currency: null }, 'amount'],
  ['of the first format with days', FIRST, ADJUSTMENT, 'format'],
  ['of the second format without days', SECOND, WITHOUT_DAYS, 'format'],
  ['without an agreement', SECOND, { ...ADJUSTMENT, amount: null, currency: null, days: unpriced }, null],
  ['with prices and no currency', SECOND, { ...ADJUSTMENT, amount: null, currency: null }, 'price'],
  ['with days in another order', SECOND, { ...ADJUSTMENT, days: DAYS.toReversed() }, 'order'],
  ['with one day twice', SECOND, { ...ADJUSTMENT, days: [...DAYS, ...DAYS.slice(1)] }, 'order'],
  ['with units that are not of its days', SECOND, { ...ADJUSTMENT, units: { industry: -3 } }, 'units'],
  ['with another amount', SECOND, { ...ADJUSTMENT, amount: '-0.06' }, 'amount'],
  ['without its amount', SECOND, { ...ADJUSTMENT, amount: null }, 'amount'],
  ['with an amount in no currency', SECOND, { ...ADJUSTMENT, currency: null, days: unpriced }, 'amount'],
])('an adjustment %s', (_what, format, fact, fault) => {
  const found = adjustmentFault(fact, format);
  if (fault === null) expect(found).toBeNull();
  else expect(found).toMatch(new RegExp(`^It.* ${fault}`));
});
