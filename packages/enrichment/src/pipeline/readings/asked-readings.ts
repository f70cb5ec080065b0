/** Looks up the kept readings that rows ask for while they are derived. */
import { DERIVE_BATCH_ROWS } from '../../../../words/src/memoize.js';
import type { Look } from '../../blocks/runner/run-blocks.js';
import {
  nameOf,
  type ReadingKind,
  type ReadingName,
  type Readings,
  type ReadReading,
} from '../../live/readings/readings.js';

/** Kinds of readings that a provider writes. They are served only where a provider is on (Blocks 3.3). */
const WITH_PROVIDER: ReadonlySet<ReadingKind> = new Set(['rewriting', 'second_reading', 'listing'] as const);

/** A reading that rows asked for. */
interface RequestedReading extends ReadingName {
  /** The reading. Undefined: it is not looked up yet; null: none is kept. */
  reading: ReadReading<ReadingKind> | null | undefined;
}

/** A row to derive, and how it finds kept readings. */
export interface RowWithLook<T> {
  readonly row: T;
  readonly look: Look;
}

export class AskedReadings {
  /** The readings by kind and key: a row looks some twenty times, too often to join both into a text. */
  private readonly byKind = new Map<ReadingKind, Map<string, RequestedReading>>();
  /** The readings that are not looked up yet, each once. */
  private notLookedUp: RequestedReading[] = [];

  /** @param since as in `Readings.kept` */
  constructor(
    private readonly readings: Pick<Readings, 'kept' | 'kinds'>,
    private readonly since: string | null,
  ) {}

  /**
   * Makes the function by which a row finds the readings that are known to be kept.
   * @param requested receives those that aren't looked up yet
   */
  lookOf(requested = new Set<RequestedReading>()): Look {
    return ({ kind, key }) => {
      if (WITH_PROVIDER.has(kind) && !this.readings.kinds.has(kind)) return undefined;
      const byKey = this.byKind.get(kind) ?? new Map<string, RequestedReading>();
      let one = byKey.get(key);
      if (one === undefined) {
        one = { kind, key, reading: undefined };
        this.byKind.set(kind, byKey.set(key, one));
        this.notLookedUp.push(one);
      }
      if (one.reading === undefined) requested.add(one);
      return one.reading ?? undefined;
    };
  }

  /**
   * Derives rows with all kept readings that they ask for. One query for all rows brings the requested
   * readings. Rows for which it brought any are derived again, and may ask for more.
   */
  async settled<T, R>(
    rows: readonly T[],
    derive: (rows: readonly RowWithLook<T>[]) => readonly R[],
  ): Promise<R[]> {
    const derived: R[] = [];
    let left = rows.map((row, place) => ({ row, place }));
    do {
      const underway = left.map(({ row, place }) => {
        const requested = new Set<RequestedReading>();
        return { row, place, requested, look: this.lookOf(requested) };
      });
      for (let from = 0; from < underway.length; from += DERIVE_BATCH_ROWS) {
        const some = underway.slice(from, from + DERIVE_BATCH_ROWS);
        const answers = derive(some);
        answers.forEach((answer, at) => (derived[some[at]?.place ?? at] = answer));
      }
      await this.lookUpRequested();
      left = underway.filter(({ requested }) => [...requested].some(({ reading }) => reading !== null));
    } while (left.length > 0);
    return derived;
  }

  /** Looks up the readings that were requested since the last query. Returns whether any was kept. */
  readonly lookUpRequested = async (): Promise<boolean> => {
    const requested = this.notLookedUp;
    if (requested.length === 0) return false;
    this.notLookedUp = [];
    const found = await this.readings.kept(requested, this.since);
    for (const one of requested) one.reading = found.get(nameOf(one)) ?? null;
    return found.size > 0;
  };
}
