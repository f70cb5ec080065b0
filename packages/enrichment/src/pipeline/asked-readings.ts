/**
 * The kept readings that rows ask for while they are derived: noted then, brought together, and derived again
 * with.
 */
import { DERIVE_BATCH_ROWS } from '../../../words/src/memoize.js';
import {
  nameOf,
  type ReadingKind,
  type ReadingName,
  type Readings,
  type ReadReading,
} from '../live/readings/readings.js';

/** What a provider wrote is served only where one is on (Blocks 3.3). */
const WITH_PROVIDER: ReadonlySet<ReadingKind> = new Set<ReadingKind>([
  'rewriting',
  'second_reading',
  'listing',
]);

/** One that rows asked for. Its own name, so that thousands of a chunk need no second one. */
class Asked implements ReadingName {
  /** Undefined: not looked up yet; null: it is known that none is kept. */
  reading: ReadReading<ReadingKind> | null | undefined = undefined;
  /**
   * Places of further rows that asked before it was looked up, in order; one may stand there again after
   * others.
   */
  others: number[] | null = null;

  /** @param first the place of the row that asked first */
  constructor(
    readonly kind: ReadingKind,
    readonly key: string,
    readonly first: number,
  ) {}

  by(place: number): void {
    if (this.others !== null) {
      if (this.others.at(-1) !== place) this.others.push(place);
    } else if (this.first !== place) this.others = [place];
  }
}

/**
 * Derives some rows.
 * @param turn is told the place among them of the one that asks for readings next
 */
export type DeriveSome<T, R> = (rows: readonly T[], turn: (place: number) => void) => readonly R[];

export class AskedReadings {
  /**
   * By kind, then by key: a reading is looked up some twenty times a row, too often to make a text of both
   * each time.
   */
  private readonly kinds = new Map<ReadingKind, Map<string, Asked>>();
  /** Not looked up yet, each once. */
  private asked: Asked[] = [];
  private deriving = 0;

  /** @param since as in `Readings.kept` */
  constructor(
    private readonly readings: Pick<Readings, 'kept' | 'kinds'>,
    private readonly since: string | null,
  ) {}

  /** What is known to be kept; else it is noted that the row asked. */
  readonly look = ({ kind, key }: ReadingName): ReadReading<ReadingKind> | undefined => {
    if (WITH_PROVIDER.has(kind) && !this.readings.kinds.has(kind)) return undefined;
    const known = this.ofKind(kind);
    const before = known.get(key);
    if (before === undefined) {
      const first = new Asked(kind, key, this.deriving);
      known.set(key, first);
      this.asked.push(first);
      return undefined;
    }
    if (before.reading === undefined) before.by(this.deriving);
    return before.reading ?? undefined;
  };

  /**
   * Every row as it is derived with all kept readings that it asks for: one query for all rows, and another
   * only where what one brought makes rows ask for more.
   */
  async settled<T, R>(rows: readonly T[], derive: DeriveSome<T, R>): Promise<R[]> {
    const placed = rows.map((row, place) => ({ row, place }));
    const derived: R[] = [];
    let left = placed;
    for (;;) {
      for (let from = 0; from < left.length; from += DERIVE_BATCH_ROWS) {
        const some = left.slice(from, from + DERIVE_BATCH_ROWS);
        const turn = (at: number): void => {
          this.deriving = some[at]?.place ?? this.deriving;
        };
        const answers = derive(
          some.map(({ row }) => row),
          turn,
        );
        answers.forEach((answer, at) => {
          derived[some[at]?.place ?? at] = answer;
        });
      }
      if (this.asked.length === 0) return derived;
      const brought = await this.bring();
      left = placed.filter(({ place }) => brought.has(place));
    }
  }

  /** Looks up what was asked for since; whether something of it was there. */
  readonly broughtMore = async (): Promise<boolean> => this.asked.length > 0 && (await this.bring()).size > 0;

  private ofKind(kind: ReadingKind): Map<string, Asked> {
    const known = this.kinds.get(kind);
    if (known !== undefined) return known;
    const first = new Map<string, Asked>();
    this.kinds.set(kind, first);
    return first;
  }

  /** Looks up what was asked for; the places of the rows that can be derived with more now. */
  private async bring(): Promise<ReadonlySet<number>> {
    const { asked } = this;
    this.asked = [];
    const found = await this.readings.kept(asked, this.since);
    const places = new Set<number>();
    for (const one of asked) {
      // Mostly nothing is kept, and then no name is made.
      one.reading = found.size === 0 ? null : (found.get(nameOf(one)) ?? null);
      if (one.reading === null) continue;
      places.add(one.first);
      for (const place of one.others ?? []) places.add(place);
    }
    return places;
  }
}
