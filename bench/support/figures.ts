/** How benchmarks speak: quantiles, and tables with a ratio against a named baseline of the same run. */
import { arch, cpus, platform } from 'node:os';
import Table from 'cli-table3';

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? NaN;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-GB');
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/** The median and the 99th percentile of these milliseconds. */
export const spread = (values: readonly number[]): string =>
  `${ms(quantile(values, 0.5))} / ${ms(quantile(values, 0.99))}`;

export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${cpus().length} x ${model}, ${platform()} ${arch()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const drawn = new Table({ head: [...head], style: { head: [], border: [] } });
  drawn.push(...rows.map((row) => [...row]));
  return drawn.toString();
}

/** The same as Markdown, as the formatter leaves it: ready for a document. */
export function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[], fill = ' '): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`;
  return [line(head), line([], '-'), ...rows.map((row) => line(row))].join('\n');
}
