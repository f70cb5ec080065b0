/** Statements that are signed and whose lines contradict each other, and what every verifier finds in them. */
import type { Parts } from '../../../support/statements/wrong-statements.js';
import type { Case } from './cases.js';
import { again, fact, head, parts, reversed, type Facts } from './wrong-cases.js';

/** Each unit of the charge twice, with an amount that fits. */
const twoUnits = (of: Facts): Facts => ({
  units: Object.fromEntries(Object.keys(of['units'] as object).map((block) => [block, 2])),
  amount: '0.04',
});
/** One block of a charged row, charged again as a late one. */
function lateAgain(entry: Parts['entries'][number] | undefined): Parts['entries'][number] {
  if (entry === undefined) throw new Error('there is no entry');
  const { units, prices } = entry.fact as { units: Facts; prices: Facts };
  const [block = ''] = Object.keys(units);
  const own = prices[block] === undefined ? {} : { [block]: prices[block] };
  const change = {
    ...{ charge_id: 'c95fdbbb-6630-89aa-94af-5372dc3f7b9e', entry: 'block', company_number: null },
    ...{
      units: { [block]: 1 },
      prices: own,
      amount: own === prices ? entry.fact['amount'] : String(Number(own[block] ?? 0)),
    },
  };
  return { ...entry, fact: { ...entry.fact, ...change } };
}
const opposite = (of: Facts): Facts => ({
  units: Object.fromEntries(Object.entries(of['units'] as object).map(([block, n]) => [block, -Number(n)])),
});
const moreUnits = (of: Facts): Facts =>
  Object.fromEntries(Object.entries(of['units'] as object).map(([block, n]) => [block, 1 - Number(n)]));

/** The reversal of an adjustment of the second format. */
const negated = (of: Facts): Facts => ({
  ...reversed(of),
  amount: String(-Number(of['amount'])),
  days: (of['days'] as Facts[]).map((day) => ({ ...day, ...opposite(day) })),
});

export const CONTRADICTORY: readonly Case[] = [
  ['two units of a block in a row', ['2 invalid'], fact('october', 2, twoUnits)],
  ['an unknown reason', ['3 invalid'], fact('november', 3, { reason: 'kindness' })],
  [
    'complete before its month ended',
    ['10 invalid'],
    head('december', { issued_at: '2026-12-31T23:59:59.999Z' }),
  ],
  ['lines and no last event', ['10 invalid'], head('october', { through: null })],
  [
    'a block charged in its row and again late',
    ['9 invalid'],
    parts('october', ({ entries }) => ({ entries: [...entries, lateAgain(entries[0])] })),
  ],
  [
    'a block charged late and then in its row',
    ['3 invalid'],
    parts('october', ({ entries }) => ({ entries: [lateAgain(entries[0]), ...entries] })),
  ],
  [
    'the late block of another row, and then the row',
    [],
    parts('october', ({ entries }) => {
      const late = lateAgain(entries[0]);
      return { entries: [{ ...late, fact: { ...late.fact, row: 77 } }, ...entries] };
    }),
  ],
  [
    'two prices of a block on one day',
    ['3 invalid'],
    fact('october', 3, { prices: { company_identity: '0.03' }, amount: '0.03' }),
  ],
  [
    'an adjustment behind its reversal',
    ['4 invalid'],
    parts('november', ({ entries }) => ({ entries: again(entries, 1, 1, reversed) })),
  ],
  [
    'a reversal of more than was taken',
    ['4 invalid'],
    parts('november', ({ entries }) => ({
      entries: again(entries, 1, 2, (of) => ({ ...reversed(of), units: moreUnits(of) })),
    })),
  ],
  [
    'a reversal at another price of a day',
    ['8 invalid'],
    fact('december', 8, ({ days }) => ({
      days: (days as Facts[]).map((day, at) => (at === 0 ? { ...day, prices: {} } : day)),
      amount: '0.015',
    })),
  ],
  [
    'a reversal of another day',
    ['8 invalid'],
    fact('december', 8, ({ days }) => ({
      days: (days as Facts[]).map((day, at) => (at === 0 ? { ...day, date: '2026-10-30' } : day)),
    })),
  ],
  [
    'a reversal that reverses itself',
    ['8 invalid'],
    fact('december', 8, (of) => ({ reverses: of['adjustment_id'] })),
  ],
  [
    'a reversal of a reversal',
    ['9 invalid'],
    parts('december', ({ entries }) => ({ entries: again(entries, 6, entries.length, negated) })),
  ],
];
