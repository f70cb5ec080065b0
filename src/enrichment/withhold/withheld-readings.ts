/** Readings without what is suppressed: items that name somebody are left out and counted, texts are censored. */
import {
  nameOf,
  type FetchTerms,
  type Reading,
  type ReadingKind,
  type ReadingName,
  type Readings,
  type ReadingTypes,
  type ReadReading,
} from '../../readings/readings.js';
import type { Source } from '../../sources/define-source.js';
import type { Withheld } from '../../shared/suppression/withheld.js';
import { censored } from './censor.js';

type RegisterAnswer = ReadingTypes['register_answer'];

export class WithheldReadings implements Readings {
  readonly kinds: ReadonlySet<ReadingKind>;

  constructor(
    private readonly readings: Readings,
    private readonly withheld: Withheld,
    private readonly sources: readonly Pick<Source, 'live'>[],
  ) {
    this.kinds = readings.kinds;
  }

  async fetch<R extends ReadingKind>(kind: R, key: string, terms: FetchTerms): Promise<Reading<R>> {
    const found = await this.readings.fetch(kind, key, terms);
    return found.status === 'read' ? this.shown({ kind, key }, found) : found;
  }

  async kept(
    names: readonly ReadingName[],
    since: string | null,
  ): Promise<ReadonlyMap<string, ReadReading<ReadingKind>>> {
    const kept = await this.readings.kept(names, since);
    if (kept.size === 0 || this.withheld.kinds.size === 0) return kept;
    const shown = names.flatMap((name) => {
      const found = kept.get(nameOf(name));
      return found === undefined ? [] : [[nameOf(name), this.shown(name, found)] as const];
    });
    return new Map(shown);
  }

  private shown<R extends ReadingKind>({ kind, key }: ReadingName, found: ReadReading<R>): ReadReading<R> {
    if (this.withheld.kinds.size === 0) return found;
    // Of this kind, as was asked.
    const reading =
      kind === 'register_answer'
        ? (this.withoutItems(found.reading as RegisterAnswer, key) as ReadingTypes[R])
        : found.reading;
    return { ...found, reading: censored(reading, this.withheld) };
  }

  private withoutItems(answer: RegisterAnswer, key: string): RegisterAnswer {
    const resource = key.slice(key.indexOf('/') + 1);
    const withholds = this.sources.flatMap(({ live }) => live?.[resource] ?? []);
    return withholds.reduce(
      (shown, withhold) => ({ ...shown, ...withhold(shown.answers, this.withheld) }),
      answer,
    );
  }
}
