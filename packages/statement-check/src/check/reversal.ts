/** Compares a reversal with the adjustment or credit that it reverses (`docs/statements.md`, "Checking"). */
import { canonicalJson, type AdjustmentFact, type LineFact } from '../format/facts.js';
import { listedLines } from './adjustment-scope.js';
import { lineKey } from './left-units.js';

/** The line of an adjustment, a repricing or a credit, or of the reversal of one. */
export type ReversibleLine = Exclude<LineFact, { readonly kind: 'charge' | 'month_rule' }>;

/**
 * Whether the reversal is of the same kind as the entry, and gives back exactly what the entry took, in the
 * same scope. In the first format only the units are compared.
 */
export function isReversalOf(
  reversal: ReversibleLine,
  entry: ReversibleLine,
  isFirstFormat: boolean,
): boolean {
  // A reversal can't be reversed.
  if (entry.fact.reverses !== null) return false;
  if (entry.kind === 'credit')
    return reversal.kind === 'credit' && entry.fact.amount === `-${reversal.fact.amount}`;
  if (reversal.kind === 'credit') return false;
  const { units } = reversal.fact;
  const entryUnits = entry.fact.units;
  const blocks = [...Object.keys(entryUnits), ...Object.keys(units)];
  return (
    blocks.every((block) => (entryUnits[block] ?? 0) + (units[block] ?? 0) === 0) &&
    (isFirstFormat ||
      (canonicalJson(reversal.fact.scope) === canonicalJson(entry.fact.scope) &&
        unitsText(reversal.fact, 1) === unitsText(entry.fact, -1)))
  );
}

/** The units by day, block and price as text, multiplied by the sign. It is the same in every format. */
const unitsText = (fact: AdjustmentFact, sign: 1 | -1): string =>
  listedLines(fact)
    .map((line) => `${lineKey(line)} ${sign * line.units}`)
    .sort()
    .join();
