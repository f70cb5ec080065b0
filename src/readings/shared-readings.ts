/** Readings fetched once for all who ask for the same key meanwhile. */
import type { Reading, ReadingKind, Readings } from './readings.js';

/** How readings of each kind are fetched; each fetch keeps its own time limit. */
export type Fetchers = { readonly [R in ReadingKind]?: (key: string) => Promise<Reading<R>> };

export class SharedReadings implements Readings {
  readonly kinds: ReadonlySet<ReadingKind>;
  private readonly underway = new Map<string, Promise<Reading<ReadingKind>>>();

  constructor(private readonly fetchers: Fetchers) {
    // Only kinds are keys of it.
    this.kinds = new Set(Object.keys(fetchers) as ReadingKind[]);
  }

  fetch<R extends ReadingKind>(kind: R, key: string): Promise<Reading<R>> {
    const name = `${kind} ${key}`;
    let reading = this.underway.get(name);
    if (reading === undefined) {
      reading = this.started(kind, key).finally(() => this.underway.delete(name));
      this.underway.set(name, reading);
    }
    // Under a name that begins with the kind lie readings of that kind only.
    return reading as Promise<Reading<R>>;
  }

  private async started(kind: ReadingKind, key: string): Promise<Reading<ReadingKind>> {
    const fetcher = this.fetchers[kind];
    if (fetcher === undefined) throw new Error(`nothing fetches ${kind}`);
    return fetcher(key);
  }
}
