/** Statements with month rules that are signed and wrong, and what every verifier finds in them. */
import { partsOf, signedAnew, type Entry, type Parts } from '../../../support/statements/wrong-statements.js';
import type { Case } from './cases.js';
import { fact } from './wrong-cases.js';

type Facts = Record<string, unknown>;
const rule = (what: string, found: string | readonly string[], line: number, change: Facts): Case => [
  what,
  typeof found === 'string' ? [`${line} ${found}`] : found,
  fact('march', line, change),
];
const entries =
  (change: (of: readonly Entry[]) => Entry[]): Case[2] =>
  ({ march }) => {
    const parts = partsOf(march);
    return signedAnew({ ...parts, entries: change(parts.entries) });
  };
const unnamed =
  (month: 'march' | 'empty'): Case[2] =>
  (all) => {
    const parts: Parts = partsOf(all[month]);
    return signedAnew({ ...parts, head: { ...parts.head, through: null } });
  };

/** Lines of March: `RuledMonths`. */
export const RULED: readonly Case[] = [
  ['nothing, in months with rules', [], ({ march }) => march],
  ['nothing, in an empty month with a minimum', [], ({ empty }) => empty],
  rule('another amount of free units', 'invalid', 9, { amount: '-0.9' }),
  rule('other free units', 'invalid', 9, { units: 1 }),
  rule('free units that were not agreed', ['9 invalid', '11 invalid'], 9, { free_units: 3 }),
  rule('another amount of tiers', 'invalid', 10, { amount: '-0.075001' }),
  rule('a tier that begins later', ['10 invalid', '11 invalid'], 10, {
    tiers: [{ after: 4, percent: '10' }],
  }),
  rule('another amount of a minimum', 'invalid', 11, { amount: '0' }),
  rule('a minimum that was not agreed', 'invalid', 11, { minimum: '5.00' }),
  rule('a minimum that makes a unit cheaper', 'invalid', 11, { units: 1 }),
  rule('another agreement than that of the month', ['10 invalid', '11 invalid'], 10, { version: 2 }),
  rule('another currency than that of the month', ['9 invalid', '10 invalid', '11 invalid'], 9, {
    currency: 'EUR',
  }),
  rule('a version of no agreement', 'changed', 9, { version: 0 }),
  rule('terms of another rule', 'changed', 9, { rule: 'minimum' }),
  rule('terms of two rules', 'changed', 9, { minimum: '1' }),
  rule('no free unit', 'changed', 9, { free_units: 0 }),
  rule('no tier', 'changed', 10, { tiers: [] }),
  rule('a tier with more', 'changed', 10, { tiers: [{ after: 3, percent: '10', units: 1 }] }),
  rule('a percentage with a sign', 'changed', 10, { tiers: [{ after: 3, percent: '-10' }] }),
  rule('a percentage with three digits', 'changed', 10, { tiers: [{ after: 3, percent: '10.001' }] }),
  rule('more than all off', 'invalid', 10, { tiers: [{ after: 3, percent: '100.01' }] }),
  rule('tiers out of their order', 'invalid', 10, {
    tiers: [
      { after: 6, percent: '50' },
      { after: 3, percent: '10' },
    ],
  }),
  rule('a rule without an amount', 'changed', 9, { amount: null }),
  rule('a rule of another account', 'invalid', 9, { account_id: 1002 }),
  rule('a difference that is not late', 'invalid', 7, { late: false }),
  rule('a difference of nothing', 'invalid', 7, { amount: '0' }),
  rule('a difference of a month of which nothing changed', 'invalid', 7, { month: '2027-01' }),
  rule('a rule of the month that is late', 'invalid', 9, { late: true }),
  rule('a rule of a month to come', 'invalid', 9, { month: '2027-04' }),
  ['a rule twice', ['10 invalid'], entries((all) => [...all.slice(0, 8), ...all.slice(7)])],
  [
    'rules in another order',
    ['10 invalid', '11 invalid'],
    entries((all) => [...all.slice(0, 7), ...all.slice(8, 9), ...all.slice(7, 8), ...all.slice(9)]),
  ],
  ['a charge behind the rules', ['11 invalid'], entries((all) => [...all.slice(1), ...all.slice(0, 1)])],
  [
    'another sum of rules',
    ['12 changed'],
    ({ march }) => {
      const { totals } = JSON.parse(march.at(-2) ?? '') as { totals: Facts };
      return signedAnew({
        ...partsOf(march),
        totals: { ...totals, month_rules: { entries: 5, amount: '1' } },
      });
    },
  ],
  ['no last event, in a month with charges', ['13 invalid'], unnamed('march')],
  ['nothing, where a month with rules alone names no last event', [], unnamed('empty')],
];

/** March's statement beside February's: what is found in March. */
export const RULED_TOGETHER: readonly Case[] = [
  ['nothing, in two months with rules', [], ({ march }) => march],
  rule('another difference of free units', 'invalid', 7, { amount: '0.26' }),
  rule('a difference of other units', 'invalid', 7, { units: 1 }),
  rule('a difference under other terms', 'invalid', 7, { free_units: 3 }),
  rule('a difference under another agreement', ['7 invalid', '8 invalid'], 7, { version: 2 }),
  ['a difference that is left out', ['12 invalid'], entries((all) => [...all.slice(0, 5), ...all.slice(6)])],
  [
    'all differences that are left out',
    ['11 invalid'],
    entries((all) => [...all.slice(0, 5), ...all.slice(7)]),
  ],
];
