/** The kept readings that rows ask for while they are derived: noted then, brought together, and derived again with. */
import {
  nameOf,
  type ReadingKind,
  type ReadingName,
  type Readings,
  type ReadReading,
} from '../readings/readings.js';

/** What a provider wrote is served only where one is on (Blocks 3.3). */
const WITH_PROVIDER: ReadonlySet<ReadingKind> = new Set<ReadingKind>([
  'rewriting',
  'second_reading',
  'listing',
]);

interface Asked {
  readonly name: ReadingName;
  /** Places of the rows that asked, in order; one may stand there again after others. */
  readonly by: number[];
}

export class AskedReadings {
  private readonly kept = new Map<string, ReadReading<ReadingKind>>();
  private readonly notKept = new Set<string>();
  private asked = new Map<string, Asked>();
  private deriving = 0;

  /** @param since as in `Readings.kept` */
  constructor(
    private readonly readings: Pick<Readings, 'kept' | 'kinds'>,
    private readonly since: string | null,
  ) {}

  /** What is known to be kept; else it is noted that the row asked. */
  readonly look = (name: ReadingName): ReadReading<ReadingKind> | undefined => {
    if (WITH_PROVIDER.has(name.kind) && !this.readings.kinds.has(name.kind)) return undefined;
    const id = nameOf(name);
    const kept = this.kept.get(id);
    if (kept !== undefined || this.notKept.has(id)) return kept;
    const asked = this.asked.get(id);
    if (asked === undefined) this.asked.set(id, { name, by: [this.deriving] });
    else if (asked.by.at(-1) !== this.deriving) asked.by.push(this.deriving);
    return undefined;
  };

  /**
   * Every row as it is derived with all kept readings that it asks for: one query for all rows, and another only where
   * what one brought makes rows ask for more.
   */
  async settled<T, R>(rows: readonly T[], derive: (row: T, place: number) => R): Promise<R[]> {
    const derived = rows.map((row, place) => this.derived(row, place, derive));
    while (this.asked.size > 0) {
      for (const place of await this.bring()) {
        const row = rows[place];
        if (row !== undefined) derived[place] = this.derived(row, place, derive);
      }
    }
    return derived;
  }

  /** Looks up what was asked for since; whether something of it was there. */
  readonly broughtMore = async (): Promise<boolean> => this.asked.size > 0 && (await this.bring()).size > 0;

  private derived<T, R>(row: T, place: number, derive: (row: T, place: number) => R): R {
    this.deriving = place;
    return derive(row, place);
  }

  /** Looks up what was asked for; the places of the rows that can be derived with more now. */
  private async bring(): Promise<ReadonlySet<number>> {
    const asked = this.asked;
    this.asked = new Map();
    const found = await this.readings.kept(
      [...asked.values()].map(({ name }) => name),
      this.since,
    );
    const places = new Set<number>();
    for (const [id, { by }] of asked) {
      const reading = found.get(id);
      if (reading === undefined) this.notKept.add(id);
      else {
        this.kept.set(id, reading);
        for (const place of by) places.add(place);
      }
    }
    return places;
  }
}
