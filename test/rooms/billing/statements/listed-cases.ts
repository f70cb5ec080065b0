/** Statements of the third format that are signed and wrong, and what every verifier finds in them. */
import { partsOf, signedAnew, type Parts } from '../../../support/statements/wrong-statements.js';
import type { Case } from './cases.js';
import { again, fact, reversed } from './wrong-cases.js';

type Facts = Record<string, unknown>;
const lines = (of: Facts): Facts[] => of['lines'] as Facts[];
const firstLine = (change: Facts) => (of: Facts) => ({
  lines: lines(of).map((line, at) => (at === 0 ? { ...line, ...change } : line)),
});
const adjustment = (what: string, found: string, change: Facts | ((of: Facts) => Facts)): Case => [
  what,
  [`4 ${found}`],
  fact('january', 4, change),
];
const credit = (what: string, found: string, change: Facts): Case => [
  what,
  [`5 ${found}`],
  fact('january', 5, change),
];
const totals =
  (change: (of: Facts) => Facts): Case[2] =>
  ({ january }) => {
    const { totals: of } = JSON.parse(january.at(-2) ?? '') as { totals: Facts };
    return signedAnew({ ...partsOf(january), totals: { ...of, ...change(of) } });
  };
const entries =
  (change: (of: Parts['entries']) => Parts['entries']): Case[2] =>
  ({ january }) => {
    const parts = partsOf(january);
    return signedAnew({ ...parts, entries: change(parts.entries) });
  };

/** The reversal of an adjustment or a repricing. */
const negated = (of: Facts): Facts => ({
  ...reversed(of),
  lines: lines(of).map((line) => ({ ...line, units: -Number(line['units']) })),
});
/** January up to its repricing on line 8, and the reversal of that on line 9. */
const reversedRepricing = (change: Facts): Case[2] =>
  entries((all) => again(all.slice(0, 7), 6, 7, (of) => ({ ...negated(of), ...change })));
const AT_PRICE = { block: 'company_identity', date: '2027-01-10' };
/** The fact of a credit's reversal, in place of the fact of this entry. */
const creditBack = (all: Parts['entries'], change: Facts): Parts['entries'] =>
  again(all, 4, all.length, (of) => ({ ...of, adjustment_id: 'adj_01JDXB8Z5N0000000000000098', ...change }));

/**
 * Line 4 of January is an adjustment, 5 a credit, 6 its reversal, 7 another credit, 8 a repricing, 9 an
 * adjustment at the corrected price, 10 the totals.
 */
export const LISTED: readonly Case[] = [
  adjustment('a block of a line that is none', 'changed', firstLine({ block: 'Identity' })),
  adjustment('a date of a line that is none', 'changed', firstLine({ date: '2027-02-30' })),
  adjustment('a price of a line with a sign', 'changed', firstLine({ price: '-0.50' })),
  adjustment('a line with more', 'changed', firstLine({ amount: '0' })),
  adjustment('a line without a price key', 'changed', (of) => ({
    lines: lines(of).map(({ price: _price, ...rest }) => rest),
  })),
  adjustment('days beside lines', 'changed', { days: [] }),
  adjustment('lines in another order', 'invalid', (of) => ({ lines: lines(of).toReversed() })),
  adjustment('a line twice', 'invalid', (of) => {
    const [first = {}, ...rest] = lines(of);
    return { lines: [first, first, ...rest], units: { ...(of['units'] as Facts), company_identity: -2 } };
  }),
  adjustment('a line without units', 'invalid', (of) => ({
    lines: [...lines(of), { block: 'officers', date: '2027-01-10', price: null, units: 0 }],
    units: { ...(of['units'] as Facts), officers: 0 },
  })),
  adjustment('other units than those of the lines', 'invalid', { units: { company_identity: -1 } }),
  adjustment('another amount than that of the lines', 'invalid', { amount: '-0.5' }),
  [
    // The fourth line takes back what the repricing gives, so that nothing is left for the ninth.
    'another price than the charge had',
    ['4 invalid', '9 invalid'],
    fact('january', 4, (of) => ({ ...firstLine({ price: '0.40' })(of), amount: '-0.415' })),
  ],
  adjustment('a price without a currency', 'invalid', { currency: null, amount: null }),
  credit('a credit without an amount', 'changed', { amount: null }),
  credit('a credit without a currency', 'changed', { currency: null }),
  credit('a credit with units', 'changed', { units: {} }),
  credit('a credit of nothing', 'invalid', { amount: '0' }),
  credit('a credit that adds to the bill', 'invalid', { amount: '5' }),
  ['a reversal of a credit that takes off again', ['6 invalid'], fact('january', 6, { amount: '-5' })],
  [
    'a credit twice',
    ['6 invalid'],
    entries((all) => all.flatMap((entry, at) => (at === 3 ? [entry, entry] : [entry]))),
  ],
  [
    'a credit that is reversed twice',
    ['7 invalid'],
    entries((all) =>
      all.flatMap((entry, at) =>
        at === 4
          ? [entry, { ...entry, fact: { ...entry.fact, adjustment_id: 'adj_01JDXB8Z5N0000000000000099' } }]
          : [entry],
      ),
    ),
  ],
  ['nothing, where a credit is in another currency', [], fact('january', 7, { currency: 'EUR' })],
  ['an adjustment in another currency', ['4 invalid'], fact('january', 4, { currency: 'EUR' })],
  ['a currency without its sum', ['10 changed'], totals(() => ({ currencies: [] }))],
  [
    'a currency with another sum',
    ['10 changed'],
    totals(({ currencies }) => ({
      currencies: (currencies as Facts[]).map((one) => ({ ...one, net_amount: '777' })),
    })),
  ],
  [
    'a repricing of more than is left at the price',
    ['8 invalid'],
    fact('january', 8, (of) => ({
      lines: lines(of).map((line) => ({ ...line, units: 2 * Number(line['units']) })),
      amount: '-0.2',
    })),
  ],
  [
    'a repricing from a price that no charge had',
    ['8 invalid'],
    fact('january', 8, (of) => ({
      lines: lines(of).map((line) => (line['price'] === '0.50' ? { ...line, price: '0.60' } : line)),
      amount: '-0.2',
    })),
  ],
  ['a repricing with another difference', ['8 invalid'], fact('january', 8, { amount: '0.1' })],
  [
    'an adjustment at the price before the repricing',
    ['9 invalid'],
    fact('january', 9, (of) => ({ ...firstLine({ price: '0.50' })(of), amount: '-0.5' })),
  ],
  ['an amount to pay that is cut off', ['10 changed'], totals(() => ({ payable: '-0.28' }))],
  ['an amount to pay that is not rounded', ['10 changed'], totals(() => ({ payable: '-0.285' }))],
  ['no amount to pay', ['10 changed'], totals(() => ({ payable: null }))],
  ['credits that are not counted', ['10 changed'], totals(() => ({ credits: { amount: '0', entries: 0 } }))],
  [
    'the rules of the second format',
    ['1 changed'],
    ({ january }) => {
      const parts = partsOf(january);
      return signedAnew({ ...parts, header: { ...parts.header, rules: { adjustment: 2, charge: 1 } } });
    },
  ],
  [
    'a line of the second format',
    ['4 invalid'],
    entries((all) =>
      all.map((entry, at) => {
        const { lines: _lines, ...rest } = entry.fact;
        const days = [{ date: '2027-01-10', prices: {}, units: { company_identity: -1, industry: -1 } }];
        return at === 2 ? { ...entry, fact: { ...rest, amount: '0', days } } : entry;
      }),
    ),
  ],
  ['a reversal of less than the credit', ['6 invalid'], fact('january', 6, { amount: '4' })],
  ['a reversal of more than the credit', ['6 invalid'], fact('january', 6, { amount: '5.01' })],
  [
    'a credit behind its reversal',
    ['6 invalid'],
    entries((all) => [...all.slice(0, 3), ...all.slice(3, 5).toReversed(), ...all.slice(5)]),
  ],
  [
    'nothing, where the second credit is reversed too',
    [],
    entries((all) => creditBack(all, { reverses: 'adj_01JDXB8Z5N0000000000000017', amount: '0.3' })),
  ],
  [
    'a credit that reverses an adjustment',
    ['10 invalid'],
    entries((all) => creditBack(all, { reverses: 'adj_01JDXB8Z5N0000000000000014', amount: '0.515' })),
  ],
  [
    'a credit that reverses the reversal of a credit',
    ['10 invalid'],
    entries((all) => creditBack(all, { reverses: 'adj_01JDXB8Z5N0000000000000016' })),
  ],
  [
    'an adjustment that reverses a credit',
    ['10 invalid'],
    entries((all) =>
      again(all, 2, all.length, (of) => ({ ...negated(of), reverses: 'adj_01JDXB8Z5N0000000000000017' })),
    ),
  ],
  [
    'a credit behind an adjustment that reverses it',
    ['6 invalid'],
    entries((all) =>
      again(all.toSpliced(3, 2), 2, 3, (of) => ({
        ...negated(of),
        reverses: 'adj_01JDXB8Z5N0000000000000017',
      })),
    ),
  ],
  ['nothing, where an adjustment is reversed', [], entries((all) => again(all, 2, all.length, negated))],
  [
    'a reversal at another price than its adjustment',
    ['10 invalid'],
    entries((all) =>
      again(all, 2, all.length, (of) => ({
        ...negated(of),
        ...firstLine({ price: '0.60' })({ ...of, ...negated(of) }),
        amount: '0.615',
      })),
    ),
  ],
  ['nothing, where a repricing is reversed', [], reversedRepricing({})],
  [
    'a reversal of a repricing with no lines',
    ['9 invalid'],
    reversedRepricing({ lines: [], units: {}, amount: '0' }),
  ],
  [
    'a reversal of a repricing at another price',
    ['9 invalid'],
    reversedRepricing({
      lines: [
        { ...AT_PRICE, price: '0.40', units: -1 },
        { ...AT_PRICE, price: '0.60', units: 1 },
      ],
      amount: '0.2',
    }),
  ],
];
