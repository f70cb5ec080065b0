/** Compares a reversal with the adjustment or credit that it reverses (`docs/statements.md`, "Checking"). */
import { canonicalJson, type AdjustmentFact, type ByBlock, type LineFact } from '../format/facts.js';

/** The line of an adjustment, a repricing or a credit, or of the reversal of one. */
export type ReversibleLine = Exclude<LineFact, { readonly kind: 'charge' }>;

/**
 * Whether the reversal has the kind of the entry that it reverses, and gives back exactly what that entry
 * took.
 */
export function isReversalOf(reversal: ReversibleLine, entry: ReversibleLine): boolean {
  // A reversal can't be reversed.
  if (entry.fact.reverses !== null) return false;
  if (entry.kind === 'credit')
    return reversal.kind === 'credit' && entry.fact.amount === `-${reversal.fact.amount}`;
  if (reversal.kind === 'credit') return false;
  const { units } = reversal.fact;
  const takenUnits = entry.fact.units;
  const blocks = [...Object.keys(takenUnits), ...Object.keys(units)];
  return (
    blocks.every((block) => (takenUnits[block] ?? 0) + (units[block] ?? 0) === 0) &&
    listedText(reversal.fact, 1) === listedText(entry.fact, -1)
  );
}

/** The days and lines of an adjustment as text, with their units multiplied by the sign. */
const listedText = ({ days = [], lines = [] }: AdjustmentFact, sign: 1 | -1): string =>
  canonicalJson([
    days.map((day) => ({ ...day, units: signed(day.units, sign) })),
    lines.map((line) => ({ ...line, units: sign * line.units })),
  ]);

const signed = (units: ByBlock<number>, sign: 1 | -1): ByBlock<number> =>
  Object.fromEntries(Object.entries(units).map(([block, count]) => [block, sign * count]));
