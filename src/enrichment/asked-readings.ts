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

/** Places of the rows that asked, in order; one may stand there again after others. */
type By = number[];

/** By key: a reading of a kind is looked up some twenty times a row, too often to make a text of both each time. */
class OfKind {
  /** Null: it is known that none is kept. */
  readonly known = new Map<string, ReadReading<ReadingKind> | null>();
  asked = new Map<string, By>();
}

export class AskedReadings {
  private readonly kinds = new Map<ReadingKind, OfKind>();
  private deriving = 0;

  /** @param since as in `Readings.kept` */
  constructor(
    private readonly readings: Pick<Readings, 'kept' | 'kinds'>,
    private readonly since: string | null,
  ) {}

  /** What is known to be kept; else it is noted that the row asked. */
  readonly look = ({ kind, key }: ReadingName): ReadReading<ReadingKind> | undefined => {
    if (WITH_PROVIDER.has(kind) && !this.readings.kinds.has(kind)) return undefined;
    const { known, asked } = this.ofKind(kind);
    const reading = known.get(key);
    if (reading !== undefined) return reading ?? undefined;
    const by = asked.get(key);
    if (by === undefined) asked.set(key, [this.deriving]);
    else if (by.at(-1) !== this.deriving) by.push(this.deriving);
    return undefined;
  };

  /**
   * Every row as it is derived with all kept readings that it asks for: one query for all rows, and another only where
   * what one brought makes rows ask for more.
   */
  async settled<T, R>(rows: readonly T[], derive: (row: T, place: number) => R): Promise<R[]> {
    const derived = rows.map((row, place) => this.derived(row, place, derive));
    while (this.isAsked()) {
      for (const place of await this.bring()) {
        const row = rows[place];
        if (row !== undefined) derived[place] = this.derived(row, place, derive);
      }
    }
    return derived;
  }

  /** Looks up what was asked for since; whether something of it was there. */
  readonly broughtMore = async (): Promise<boolean> => this.isAsked() && (await this.bring()).size > 0;

  private derived<T, R>(row: T, place: number, derive: (row: T, place: number) => R): R {
    this.deriving = place;
    return derive(row, place);
  }

  private isAsked(): boolean {
    return [...this.kinds.values()].some(({ asked }) => asked.size > 0);
  }

  private ofKind(kind: ReadingKind): OfKind {
    const known = this.kinds.get(kind);
    if (known !== undefined) return known;
    const first = new OfKind();
    this.kinds.set(kind, first);
    return first;
  }

  /** Looks up what was asked for; the places of the rows that can be derived with more now. */
  private async bring(): Promise<ReadonlySet<number>> {
    const asked = this.takeAsked();
    const found = await this.readings.kept(
      asked.map(({ name }) => name),
      this.since,
    );
    const places = new Set<number>();
    for (const { name, by } of asked) {
      const reading = found.get(nameOf(name)) ?? null;
      this.ofKind(name.kind).known.set(name.key, reading);
      if (reading !== null) for (const place of by) places.add(place);
    }
    return places;
  }

  private takeAsked(): { readonly name: ReadingName; readonly by: By }[] {
    return [...this.kinds].flatMap(([kind, of]) => {
      const taken = [...of.asked].map(([key, by]) => ({ name: { kind, key }, by }));
      of.asked = new Map();
      return taken;
    });
  }
}
