/** Fetches a reading once for all simultaneous requests for its key, and keeps it for later requests. */
import { NOTHING_KEPT, type KeptReadings } from './kept-readings.js';
import type { CoordinatedClaims } from './claims.js';
import { NO_READING_METRICS, type ReadingMetrics } from './reading-metrics.js';
import {
  nameOf,
  type FetchTerms,
  type Reading,
  type ReadingKind,
  type ReadingName,
  type Readings,
  type ReadReading,
} from './readings.js';
import { span, tellSpan } from '../../../../platform/src/telemetry/tracing.js';

/** The functions that fetch readings of each kind; each fetch has its own time limit. */
export type Fetchers = {
  readonly [R in ReadingKind]?: (
    key: string,
    priority: FetchTerms['priority'],
    account?: FetchTerms['account'],
  ) => Promise<Reading<R>>;
};

export interface SharedReadingsParts {
  readonly kept?: KeptReadings;
  /** Absent: no other process fetches the same. */
  readonly claims?: CoordinatedClaims;
  readonly metrics?: ReadingMetrics;
  /** Closes the fetchers' connections. */
  readonly close?: () => Promise<unknown>;
}

interface Underway {
  readonly reading: Promise<Reading<ReadingKind>>;
  /** The terms of the first request. */
  readonly by: Pick<FetchTerms, 'priority' | 'account'>;
  /** True if one of the waiting requests lets the reading be kept. */
  keep: boolean;
}

const PASSING_MS = 120_000;
const MAX_PASSING = 32;

/**
 * Holds crawls in memory for requests of which nothing is stored, until their rows are answered: the matching
 * of a row and its blocks need the same crawl one after the other.
 */
class PassingReadings {
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
    if (this.held.size >= MAX_PASSING && oldest !== undefined) this.held.delete(oldest);
    this.held.set(id, { reading, until: performance.now() + PASSING_MS });
    setTimeout(() => this.sweep(), PASSING_MS).unref();
  }

  private sweep(): void {
    const now = performance.now();
    for (const [id, { until }] of this.held) if (until <= now) this.held.delete(id);
  }
}

export class SharedReadings implements Readings {
  readonly kinds: ReadonlySet<ReadingKind>;
  private readonly underway = new Map<string, Underway>();
  private readonly store: KeptReadings;
  /** Readings for requests of which nothing is stored. */
  private readonly passing = new PassingReadings();
  private readonly metrics: ReadingMetrics;

  constructor(
    private readonly fetchers: Fetchers,
    private readonly parts: SharedReadingsParts = {},
  ) {
    // All its keys are kinds.
    this.kinds = new Set(Object.keys(fetchers) as ReadingKind[]);
    this.store = parts.kept ?? NOTHING_KEPT;
    this.metrics = parts.metrics ?? NO_READING_METRICS;
  }

  async fetch<R extends ReadingKind>(kind: R, key: string, terms: FetchTerms): Promise<Reading<R>> {
    const passing = terms.keep ? undefined : this.passing.find({ kind, key });
    // Names begin with the kind, so readings under them are of that kind.
    if (passing !== undefined) return passing as ReadReading<R>;
    const shared = this.join({ kind, key }, terms);
    const reading = await shared.reading;
    if (!terms.keep && reading.status === 'read') this.passing.remember({ kind, key }, reading);
    const { priority, account } = shared.by;
    // If there was no room for a job's fetch, there may be room for a client that waits. If one account may
    // crawl no more now, another may. Then this request fetches anew.
    const mayHaveRoom =
      (terms.priority === 'resolve' && priority !== 'resolve') ||
      (kind === 'site' && terms.account !== account);
    const again = mayHaveRoom && reading.status === 'not_read' && reading.reason === 'source_busy';
    return (again ? this.fetch(kind, key, terms) : reading) as Promise<Reading<R>>;
  }

  private join(name: ReadingName, { keep, ...by }: FetchTerms): Underway {
    const id = nameOf(name);
    let shared = this.underway.get(id);
    if (shared === undefined) {
      const reading = this.fetchClaimed(name, by).finally(() => this.underway.delete(id));
      shared = { reading, by, keep };
      this.underway.set(id, shared);
    }
    shared.keep ||= keep;
    return shared;
  }

  async kept(
    names: readonly ReadingName[],
    since: string | null,
  ): Promise<ReadonlyMap<string, ReadReading<ReadingKind>>> {
    const storedReadings = await this.store.find(names, since);
    for (const name of storedReadings.keys())
      this.metrics.kept(name.slice(0, name.indexOf(' ')) as ReadingKind);
    return storedReadings;
  }

  keep(name: ReadingName, reading: ReadReading<ReadingKind>): Promise<void> {
    return this.store.keep(name, reading);
  }

  async close(): Promise<void> {
    await this.parts.close?.();
  }

  /** Makes one fetch for all processes, if the process that fetches may keep the reading. */
  private fetchClaimed(name: ReadingName, by: Underway['by']): Promise<Reading<ReadingKind>> {
    const fetchOne = (): Promise<Reading<ReadingKind>> => this.fetchAndKeep(name, by);
    const readKept = async () => (await this.kept([name], null)).get(nameOf(name));
    return this.parts.claims?.once(name, readKept, fetchOne) ?? fetchOne();
  }

  private async fetchAndKeep(name: ReadingName, by: Underway['by']): Promise<Reading<ReadingKind>> {
    const { kind, key } = name;
    try {
      const fetcher = this.fetchers[kind];
      if (fetcher === undefined) throw new Error(`nothing fetches ${kind}`);
      const reading = await span(`fetch ${kind}`, { priority: by.priority }, async () => {
        const fetched = await fetcher(key, by.priority, by.account);
        tellSpan(fetched.status === 'read' ? {} : { reason: fetched.reason });
        return fetched;
      });
      if (reading.status === 'not_read') {
        this.metrics.failed(kind, reading.reason);
        return reading;
      }
      this.metrics.fetched(kind);
      // Kept before anyone is answered, so that a request after a crash finds it.
      if (this.underway.get(nameOf(name))?.keep === true) await this.store.keep(name, reading);
      return reading;
    } catch (error) {
      this.metrics.failed(kind, 'error');
      throw error;
    }
  }
}
