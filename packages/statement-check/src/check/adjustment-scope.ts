/**
 * Checks an adjustment of the second or third format against its own scope (`docs/statements.md`,
 * "Checking").
 */
import type { AdjustedLineFact, AdjustmentFact } from '../format/facts.js';
import { STATEMENT_FORMAT } from '../format/head.js';

/** The units that an adjustment lists by day, block and price. The first format lists none. */
export const listedLines = ({ days = [], lines }: AdjustmentFact): readonly AdjustedLineFact[] =>
  lines ??
  days.flatMap(({ date, prices, units }) =>
    Object.entries(units).map(([block, count]) => ({
      block,
      date,
      price: prices[block] ?? null,
      units: count,
    })),
  );

/**
 * The lines of the entry that this adjustment reverses; the adjustment's own lines where it reverses none.
 */
const linesBefore = (fact: AdjustmentFact): readonly AdjustedLineFact[] =>
  fact.reverses === null
    ? listedLines(fact)
    : listedLines(fact).map((line) => ({ ...line, units: -line.units }));

/** The corrected price of a repricing, or of the repricing that this one reverses; null for an adjustment. */
export const correctedPrice = (fact: AdjustmentFact): string | null =>
  linesBefore(fact).find(({ units }) => units > 0)?.price ?? null;

/** The fault between an adjustment's scope and its units, as a sentence; or null. */
export function scopeFault(fact: AdjustmentFact, format: string): string | null {
  const { block, from, job_id, row, to } = fact.scope;
  const lines = linesBefore(fact);
  if (
    job_id === null ? row !== null || from === null || to === null || from > to : from !== null || to !== null
  )
    return 'Its scope is neither a job, nor a row of a job, nor a range of days.';
  if (lines.some((line) => (block !== null && line.block !== block) || !isWithin(line.date, from, to)))
    return 'It has units outside of its scope.';
  if (row !== null && !isOfOneRow(lines)) return 'It has more units than one row.';
  if (lines.every(({ units }) => units < 0))
    return lines.length > 0 || format === STATEMENT_FORMAT ? null : 'It takes nothing back.';
  return format === STATEMENT_FORMAT && block !== null && isRepricing(lines)
    ? null
    : 'It neither takes charges back nor corrects the price of one block.';
}

const isWithin = (date: string, from: string | number | null, to: string | number | null): boolean =>
  (from === null || String(from) <= date) && (to === null || date <= String(to));

/** Whether no block is taken off more than once, nor added more than once. */
function isOfOneRow(lines: readonly AdjustedLineFact[]): boolean {
  const seen = new Set(lines.map(({ block, units }) => `${block} ${Math.sign(units)}`));
  return (
    seen.size === lines.length &&
    lines.every(({ units }) => Math.abs(units) <= 1) &&
    new Set(lines.map(({ block, date }) => `${block} ${date}`)).size ===
      new Set(lines.map(({ block }) => block)).size
  );
}

/** Whether the lines move as many units of each day as they take off, to one price. */
function isRepricing(lines: readonly AdjustedLineFact[]): boolean {
  const sums = new Map<string, number>();
  for (const { date, units } of lines) sums.set(date, (sums.get(date) ?? 0) + units);
  const prices = new Set(lines.filter(({ units }) => units > 0).map(({ price }) => price));
  return prices.size === 1 && !prices.has(null) && [...sums.values()].every((sum) => sum === 0);
}
