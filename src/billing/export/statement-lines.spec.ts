/** The lines of statements that earlier releases issued, in the format of each. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exact, sumOf } from '../../../test/support/exports/exported.js';
import { statementLines } from './statement-lines.js';

const KEPT = join(__dirname, '../../../packages/statement-verifier/vectors');
const FILES = readdirSync(KEPT).filter((name) => name.endsWith('.ndjson'));

interface Figures {
  readonly units: number;
  readonly amount: string | null;
}

/** The net figures that the statement's line of totals states. */
function netIn(text: string): Figures {
  const line = text.split('\n').at(-3) ?? '';
  return (JSON.parse(line) as { totals: { net: Figures } }).totals.net;
}

it.each(FILES)('add up to the net figures of the statement: %s', async (name) => {
  const path = join(KEPT, name);
  const text = readFileSync(path, 'utf8');
  const units: number[] = [];
  const amounts: (string | null)[] = [];
  for await (const line of statementLines(path)) {
    if (line.kind === 'month_rule') continue;
    units.push(line.units ?? 0);
    amounts.push(line.amount);
  }
  const net = netIn(text);
  expect(units.reduce((sum, count) => sum + count, 0)).toBe(net.units);
  expect(sumOf(amounts)).toBe(exact(net.amount ?? '0'));
});
