/**
 * Serves readings without suppressed values: items that name somebody are left out and counted, and texts are
 * censored.
 */
import {
  nameOf,
  type FetchTerms,
  type Reading,
  type ReadingKind,
  type ReadingName,
  type Readings,
  type ReadingTypes,
  type ReadReading,
} from '../../live/readings/readings.js';
import type { Source } from '../../sources/define-source.js';
import type { SuppressedValues } from '../../../../contract/src/suppression/suppressed.js';
import type { SiteReading } from '../../sites/site-reading.js';
import { hostOfVerdict } from '../../sites/verdict/remembered-verdict.js';
import { censored } from './censor.js';
import { hostsShown, newsShown, printedShown, withoutSuppressed } from './shown-readings.js';

type RegisterAnswer = ReadingTypes['register_answer'];

/** The state of a hidden reading: it looks as if nobody could read it. */
const HIDDEN = { status: 'not_read', reason: 'not_looked_up' } as const;

export class SuppressedReadings implements Readings {
  readonly kinds: ReadonlySet<ReadingKind>;

  constructor(
    private readonly readings: Readings,
    private readonly suppressed: SuppressedValues,
    private readonly sources: readonly Pick<Source, 'live'>[],
  ) {
    this.kinds = readings.kinds;
  }

  async fetch<R extends ReadingKind>(kind: R, key: string, terms: FetchTerms): Promise<Reading<R>> {
    if (this.isHidden({ kind, key })) return HIDDEN;
    const found = await this.readings.fetch(kind, key, terms);
    return found.status === 'read' ? (this.shown({ kind, key }, found) ?? HIDDEN) : found;
  }

  async kept(
    names: readonly ReadingName[],
    since: string | null,
  ): Promise<ReadonlyMap<string, ReadReading<ReadingKind>>> {
    const kept = await this.readings.kept(names, since);
    if (kept.size === 0 || this.suppressed.kinds.size === 0) return kept;
    const shown = names.flatMap((name) => {
      const found = kept.get(nameOf(name));
      const read = found === undefined ? null : this.shown(name, found);
      return read === null ? [] : [[nameOf(name), read] as const];
    });
    return new Map(shown);
  }

  async keep<R extends ReadingKind>(name: ReadingName<R>, reading: ReadReading<R>): Promise<void> {
    if (!this.isHidden(name)) await this.readings.keep(name, reading);
  }

  /** Whether the reading is hidden: a suppressed host is never requested, and nothing about it is kept. */
  private isHidden({ kind, key }: ReadingName): boolean {
    if (!this.suppressed.kinds.has('domain')) return false;
    const host = kind === 'site' ? key : kind === 'site_verdict' ? hostOfVerdict(key) : null;
    return host !== null && this.suppressed.has('domain', host);
  }

  /** The reading as it may be shown; null: all of it is suppressed. */
  private shown<R extends ReadingKind>(
    { kind, key }: ReadingName<R>,
    found: ReadReading<R>,
  ): ReadReading<R> | null {
    if (this.suppressed.kinds.size === 0) return found;
    if (this.isHidden({ kind, key })) return null;
    // The reading is of the requested kind.
    const reading = this.ofKind(kind, key, found.reading) as ReadingTypes[R] | null;
    return reading === null ? null : { ...found, reading: censored(reading, this.suppressed) };
  }

  private ofKind(kind: ReadingKind, key: string, reading: ReadingTypes[ReadingKind]) {
    if (kind === 'register_answer') return this.withoutItems(reading as RegisterAnswer, key);
    if (kind === 'site') return withoutSuppressed(reading as SiteReading, this.suppressed);
    if (kind === 'shared_phone')
      return printedShown(reading as ReadingTypes['shared_phone'], this.suppressed);
    if (kind === 'web_search') return hostsShown(reading as ReadingTypes['web_search'], this.suppressed);
    return kind === 'news' ? newsShown(reading as ReadingTypes['news'], this.suppressed) : reading;
  }

  private withoutItems(answer: RegisterAnswer, key: string): RegisterAnswer {
    const resource = key.slice(key.indexOf('/') + 1);
    const suppresses = this.sources.flatMap(({ live }) => live?.[resource] ?? []);
    return suppresses.reduce(
      (shown, suppress) => ({ ...shown, ...suppress(shown.answers, this.suppressed) }),
      answer,
    );
  }
}
