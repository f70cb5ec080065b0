/**
 * Crawls for requests of which nothing is stored, held in memory until their rows are answered: the blocks of a row ask one after
 * the other, and its matching before them. Lost with the process, and read by such requests alone.
 */
import { nameOf, type ReadingKind, type ReadingName, type ReadReading } from './readings.js';

const LIFE_MS = 120_000;
const MOST = 32;

export class PassingReadings {
  private readonly held = new Map<
    string,
    { readonly reading: ReadReading<ReadingKind>; readonly until: number }
  >();

  find(name: ReadingName): ReadReading<ReadingKind> | undefined {
    this.sweep();
    return this.held.get(nameOf(name))?.reading;
  }

  remember(name: ReadingName, reading: ReadReading<ReadingKind>): void {
    this.sweep();
    const id = nameOf(name);
    if (name.kind !== 'site' || this.held.has(id)) return;
    const [oldest] = this.held.keys();
    if (this.held.size >= MOST && oldest !== undefined) this.held.delete(oldest);
    this.held.set(id, { reading, until: performance.now() + LIFE_MS });
    setTimeout(() => this.sweep(), LIFE_MS).unref();
  }

  private sweep(): void {
    const now = performance.now();
    for (const [id, { until }] of this.held) if (until <= now) this.held.delete(id);
  }
}
