/** Invariants 10 and 11 where months have rules. */
import { ACCOUNT } from '../../../test/support/logs/job-builders.js';
import {
  MONTH_RULES,
  RULED_PRICES,
  ruledMonths,
  type RuledMonths,
} from '../../../test/support/statements/ruled-months.js';
import { aStatement, linesOf } from '../../../test/support/statements/statements.js';
import { found } from '../../../test/support/verified.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { statementStream } from '../../streams/statement/statement.events.js';
import type { MonthRules } from '../../streams/account/account.state.js';
import type { IssuedStatement } from '../../streams/statement/statement.decider.js';

const months = forEachTest(ruledMonths);

async function about(...issued: readonly IssuedStatement[]): Promise<{ lines: string[]; sums: string[] }> {
  const { log } = months;
  for (const data of issued)
    await log.append(
      statementStream(ACCOUNT),
      log.event({ type: 'StatementIssued', data }, { time: data.head.issued_at }),
    );
  const { 10: lines = [], 11: sums = [] } = await found(log);
  return { lines, sums };
}

/** What the lines of rules say: month, rule, units, amount, and whether they are differences. */
const rulesOf = ({ text }: RuledMonths['march']) =>
  linesOf(text)
    .map((line) => JSON.parse(line) as { month_rule?: Record<string, unknown> })
    .flatMap(({ month_rule: rule }) =>
      rule === undefined ? [] : [[rule['month'], rule['rule'], rule['units'], rule['amount'], rule['late']]],
    );

it('has a line for each rule of the month, and the differences of the month before', () => {
  expect(rulesOf(months.empty)).toEqual([
    ['2027-02', 'free_units', 0, '0', false],
    ['2027-02', 'tiers', 0, '0', false],
    ['2027-02', 'minimum', 0, '3', false],
  ]);
  expect(rulesOf(months.february)).toEqual([
    ['2027-02', 'free_units', 2, '-1', false],
    ['2027-02', 'tiers', 1, '-0.025', false],
    ['2027-02', 'minimum', 0, '2.525', false],
  ]);
  expect(rulesOf(months.march)).toEqual([
    ['2027-02', 'free_units', 0, '0.25', true],
    ['2027-02', 'minimum', 0, '-0.25', true],
    ['2027-03', 'free_units', 2, '-1', false],
    ['2027-03', 'tiers', 3, '-0.075', false],
    ['2027-03', 'minimum', 0, '1.825', false],
  ]);
});

it('counts them in what is payable, outside of the net amount', () => {
  expect(months.march.issued.totals).toMatchObject({
    amount: '3',
    adjusted_amount: '-0.75',
    month_rules: '0.75',
    payable: '3.00',
    currencies: [{ currency: 'GBP', amount: '3', net_amount: '2.25', month_rules: '0.75', payable: '3.00' }],
  });
});

it('holds for months with rules', async () => {
  expect(await about(months.february.issued, months.march.issued)).toEqual({ lines: [], sums: [] });
});

it.each([
  ['without the lines of rules', [], 'has 5 lines, its part of the log 10'],
  ['with those of other rules', [{ ...MONTH_RULES[0], minimum: '2.99' } as MonthRules], 'has other lines'],
])('finds a statement %s', async (_title, monthRules, detail) => {
  const { log, february, march } = months;
  const order = { month: '2027-03', earlier: [february.issued], agreements: RULED_PRICES, monthRules };
  const { issued } = await aStatement(log, { ...order, issuedAt: '2027-04-01T00:10:00.000Z' });
  const wrong = { ...issued, month_rules: march.issued.month_rules ?? 0 };
  const { lines, sums } = await about(february.issued, wrong);
  expect(lines).toEqual([expect.stringContaining(`the statement of 2027-03 ${detail}`)]);
  expect(sums[0]).toMatch(/^the statement of 2027-03 says \S+ of month rules; .* has 0\.75$/);
});

it('finds a sum of rules that the log does not give', async () => {
  const { totals } = months.march.issued;
  const wrong = { ...months.march.issued, totals: { ...totals, month_rules: '0.5' } };
  const { lines, sums } = await about(months.february.issued, wrong);
  expect(lines).toEqual([]);
  expect(sums).toEqual([
    'the statement of 2027-03 says 0.5 of month rules; usage of the same charges and adjustments has 0.75',
  ]);
});
