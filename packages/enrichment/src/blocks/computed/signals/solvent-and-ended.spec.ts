/**
 * Cases that end, liquidations that are solvent, and charges that came with what was bought (Blocks 5.21).
 */
import { record } from '../../../../../../test/support/basic-company-data.js';
import { fact } from '../../../../../../test/support/published/golden-companies.js';
import { runBlock } from '../../../../../../test/support/run-block.js';
import { CHARGES, type ChargeRecord } from '../../../sources/charges/charge-record.js';
import { FILINGS, type FilingRecord } from '../../../sources/filings/filing-record.js';
import { INSOLVENCY, type InsolvencyRecord } from '../../../sources/filings/insolvency-record.js';
import { liveItems } from '../../../sources/kit/records/live-answer.js';
import type { Facts } from '../../runner/facts.js';
import registryEvents from '../../registered/registry-events.block.js';
import signals from './signals.block.js';

const NUMBER = '17000007';
const AS_OF = '2026-01-02';
const company = record({ CompanyNumber: NUMBER, IncorporationDate: '01/01/1990' });

type Held = FilingRecord | InsolvencyRecord;
const onCases = (cases: object[], filings: object[] = []) =>
  fact<Held>(
    [
      ...liveItems(INSOLVENCY, [{ cases }], NUMBER).map((one) => ({
        ...one,
        list: 'insolvency',
        version: AS_OF,
      })),
      ...liveItems(FILINGS, [{ items: filings }], NUMBER).map((one) => ({
        ...{ ...one, list: 'filing-history', version: AS_OF },
      })),
    ] as never,
    ['filing-history', 'insolvency'],
  );
const told = (facts: Partial<Facts>) => {
  const { value: events } = runBlock(registryEvents, company, AS_OF, facts) as {
    value: { events: { items: { type: string; date: string; title: string }[] } };
  };
  const { value } = runBlock(signals, company, AS_OF, facts) as {
    value:
      | { signals: { items: { type: string; date: string; direction: string; title: string }[] } }
      | undefined;
  };
  return {
    events: events.events.items.map(({ type, date }) => `${date} ${type}`),
    signals: (value?.signals.items ?? []).map(({ type, date, direction }) => `${date} ${type} ${direction}`),
    titles: (value?.signals.items ?? []).map(({ title }) => title),
  };
};
const day = (type: string, date: string) => ({ type, date });

it.each([
  ['receiver-manager', 'instrumented-on', 'case-end-on'],
  ['in-administration', 'administration-started-on', 'administration-ended-on'],
  ['in-administration', 'administration-started-on', 'administration-discharged-on'],
  ['corporate-voluntary-arrangement', 'voluntary-arrangement-started-on', 'voluntary-arrangement-ended-on'],
  ['moratorium', 'moratorium-started-on', 'moratorium-ended-on'],
  ['compulsory-liquidation', 'wound-up-on', 'concluded-winding-up-on'],
  ['creditors-voluntary-liquidation', 'wound-up-on', 'case-end-on'],
])('ends a case of %s, begun by %s, with %s', (type, begun, ended) => {
  const dates = [day(begun, '2025-03-01'), day(ended, '2025-06-01')];
  const { events, signals: items } = told({ filings: onCases([{ type, number: '1', dates }]) });
  expect(events).toEqual(['2025-06-01 insolvency_ended', '2025-03-01 insolvency_started']);
  expect(items).toEqual(['2025-06-01 insolvency neutral', '2025-03-01 insolvency negative']);
});

it('ends no case with a day on which the company is due to be dissolved', () => {
  const dates = [day('wound-up-on', '2025-03-01'), day('due-to-be-dissolved-on', '2025-06-01')];
  const { events } = told({ filings: onCases([{ type: 'compulsory-liquidation', number: '1', dates }]) });
  expect(events).toEqual(['2025-03-01 insolvency_started']);
});

const filing = (transaction_id: string, date: string, description: string) => ({
  ...{ transaction_id, date, description, category: 'insolvency', type: '600' },
});
const DECLARED = filing('a', '2025-03-10', 'liquidation-voluntary-declaration-of-solvency');
const APPOINTED = filing('b', '2025-03-11', 'liquidation-voluntary-appointment-of-liquidator');

describe('a liquidation', () => {
  it.each([
    [
      'a case of the members',
      [{ type: 'members-voluntary-liquidation', number: '1', dates: [day('wound-up-on', '2025-03-01')] }],
      [],
    ],
    ['a liquidator appointed beside a declaration', [], [DECLARED, APPOINTED]],
  ])('is solvent, neutral, and says so: %s', (_what, cases, filings) => {
    const { signals: items, titles } = told({ filings: onCases(cases, filings) });
    expect(items).toEqual([expect.stringMatching(/^2025-03-\d\d insolvency neutral$/)]);
    expect(titles).toEqual([expect.stringMatching(/solven/)]);
  });

  it.each([
    [
      'of the creditors',
      [{ type: 'creditors-voluntary-liquidation', number: '1', dates: [day('wound-up-on', '2025-03-01')] }],
      [],
    ],
    [
      'of a court, with an old declaration',
      [{ type: 'compulsory-liquidation', number: '1', dates: [day('wound-up-on', '2025-03-01')] }],
      [DECLARED],
    ],
    ['without a declaration', [], [APPOINTED]],
    ['long after a declaration', [], [{ ...DECLARED, date: '2024-01-10' }, APPOINTED]],
  ])('is none that is solvent: %s', (_what, cases, filings) => {
    const { signals: items, titles } = told({ filings: onCases(cases, filings) });
    expect(items).toEqual([expect.stringMatching(/^2025-03-\d\d insolvency negative$/)]);
    expect(titles).toEqual([expect.not.stringMatching(/solven/)]);
  });
});

describe('a charge', () => {
  const charge = (more: object) =>
    fact<ChargeRecord>(
      liveItems(
        CHARGES,
        [
          {
            items: [
              {
                ...{
                  charge_number: 5,
                  status: 'outstanding',
                  created_on: '1999-06-10',
                  delivered_on: '2025-05-10',
                },
                links: { self: `/company/${NUMBER}/charges/c5` },
                transactions: [{ filing_type: 'acquire-charge', delivered_on: '2025-05-10' }],
                ...more,
              },
            ],
          },
        ],
        NUMBER,
      ).map((one) => ({ ...one, list: 'charges', version: AS_OF })),
      ['charges'],
    );

  it('that came with its property is an event of the day on which that was acquired, once', () => {
    const acquired = {
      ...{ transaction_id: 'Q1', date: '2025-05-10', category: 'mortgage', type: 'MR02' },
      description: 'mortgage-acquire-with-deed-with-charge-number-charge-acquisition-date',
      description_values: { charge_number: '5', property_acquired_date: '2025-05-01' },
    };
    const held = { charges: charge({ acquired_on: '2025-05-01' }) };
    for (const facts of [held, { ...held, filings: onCases([], [acquired]) }]) {
      const found = told(facts);
      expect(found.events.filter((one) => one.includes('charge'))).toEqual(['2025-05-01 charge_created']);
      expect(found.signals).toEqual(['2025-05-01 new_charge neutral']);
      expect(found.titles).toEqual([expect.stringContaining('Charge 5 acquired with its property')]);
    }
    expect(told({ filings: onCases([], [acquired]) }).events).toContain('2025-05-01 charge_created');
  });

  it('that the company created is one of its own day', () => {
    expect(told({ charges: charge({ created_on: '2025-04-10' }) }).signals).toEqual([
      '2025-04-10 new_charge neutral',
    ]);
  });
});
