/** How benchmarks speak: quantiles, and tables with a ratio against a named baseline of the same run. */
import { arch, cpus, platform } from 'node:os';
import Table from 'cli-table3';

export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? NaN;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-GB');
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${cpus().length} x ${model}, ${platform()} ${arch()}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const drawn = new Table({ head: [...head], style: { head: [], border: [] } });
  drawn.push(...rows.map((row) => [...row]));
  return drawn.toString();
}
