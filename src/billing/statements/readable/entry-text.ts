/** Describes an adjustment, a credit or a month rule of a statement in texts that people read. */
import {
  unitsOfDays,
  daysOfLines,
  type AdjustmentFact,
} from '../../../../packages/statement-check/src/format/facts.js';
import type { StatedEntry } from './read-statement.js';

export interface EntryText {
  readonly id: string;
  readonly time: string;
  readonly block: string;
  readonly units: number;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly reason: string;
  readonly note: string;
}

export function entryText(entry: StatedEntry): EntryText {
  if (entry.kind === 'month_rule') {
    const { month, rule, version, units, amount, currency } = entry.fact;
    const id = `${month} ${rule}`;
    const note = JSON.stringify({ [rule]: entry.fact[rule] });
    return { id, time: month, block: '', units, amount, currency, reason: `rule ${version}`, note };
  }
  const { adjustment_id: id, time, amount, currency, note, reverses } = entry.fact;
  const reason = reverses === null ? entry.fact.reason : `${entry.fact.reason}, reverses ${reverses}`;
  const unitsByBlock = entry.kind === 'credit' ? {} : unitsIn(entry.fact);
  const units = Object.values(unitsByBlock).reduce((sum, count) => sum + count, 0);
  return { id, time, block: Object.keys(unitsByBlock).join(' '), units, amount, currency, reason, note };
}

const unitsIn = ({ lines, units }: AdjustmentFact): Readonly<Record<string, number>> =>
  lines === undefined ? units : unitsOfDays(daysOfLines(lines));
