/**
 * Keeps the suppressed values for a process that answers rows. Before a batch of rows it reads the new
 * events, if its last read is more than a second old. This costs at most one small read of the store a
 * second. The operator's command waits that second before it returns. If the store can't be read, no row is
 * answered.
 */
import type { EventStore, Revision } from '../../../packages/platform/src/event-store/event-store.js';
import { storedPages } from '../../../packages/platform/src/event-store/stored-events.js';
import type {
  SuppressedKind,
  SuppressedValues,
} from '../../../packages/contract/src/suppression/suppressed.js';
import {
  evolve,
  NO_SUPPRESSIONS,
  type SuppressionsState,
} from '../../streams/suppressions/suppressions.decider.js';
import { suppressionsStreams } from '../../streams/suppressions/suppressions.events.js';
import { keyedHash, type KeyedHash } from './keyed-hash.js';
import {
  hostsAbove,
  normalisedValue,
  type SuppressibleValue,
} from '../../../packages/contract/src/suppression/value.js';

/** Milliseconds for which the last read is used. */
export const REREAD_MS = 1_000;
/** The maximum number of cached decisions. Rows of a batch name the same values many times. */
const MAX_CACHED = 20_000;

export interface SuppressionListSetup {
  readonly store: Pick<EventStore, 'readStream'>;
  /** `KEY_HASH_SECRET` */
  readonly secret: string;
  /** Milliseconds that only go forward. Default: the process's own. */
  readonly now?: () => number;
}

export class SuppressionList implements SuppressedValues {
  readonly kinds = new Set<SuppressedKind>();
  /** Changes with every suppression and lifting that was read. */
  revision: Revision = -1;
  private state: SuppressionsState = NO_SUPPRESSIONS;
  private readonly hash: KeyedHash;
  /**
   * Caches by value whether `state` suppresses it, so that each value is hashed once. The cache is only in
   * memory.
   */
  private readonly cachedDecisions = new Map<string, boolean>();
  private readonly now: () => number;
  private readAt = -Infinity;
  private reading: Promise<void> | null = null;

  constructor(private readonly setup: SuppressionListSetup) {
    this.hash = keyedHash(setup.secret);
    this.now = setup.now ?? (() => performance.now());
  }

  /**
   * Resolves once the list holds everything that was in the log a second ago. @throws what the store throws
   */
  async upToDate(): Promise<void> {
    if (this.now() - this.readAt < REREAD_MS) return;
    this.reading ??= this.read().finally(() => {
      this.reading = null;
    });
    await this.reading;
  }

  has(kind: SuppressedKind, text: string): boolean {
    if (!this.kinds.has(kind)) return false;
    const value = normalisedValue(kind, text);
    if (value === null) return false;
    const values = kind === 'domain' ? hostsAbove(value) : [value];
    return values.some((candidate) => this.holds({ kind, value: candidate }));
  }

  private holds(value: SuppressibleValue): boolean {
    const cacheKey = `${value.kind} ${value.value}`;
    const cached = this.cachedDecisions.get(cacheKey);
    if (cached !== undefined) return cached;
    const isSuppressed = this.state.has(this.hash.hashOf(value));
    if (this.cachedDecisions.size >= MAX_CACHED) this.cachedDecisions.clear();
    this.cachedDecisions.set(cacheKey, isSuppressed);
    return isSuppressed;
  }

  private async read(): Promise<void> {
    const at = this.now();
    const stream = suppressionsStreams.streamOf('all');
    for await (const page of storedPages(this.setup.store, stream, { from: this.revision + 1 })) {
      this.state = evolve(this.state, page.map(suppressionsStreams.decode));
      this.revision = page.at(-1)?.revision ?? this.revision;
      if (page.length > 0) this.cachedDecisions.clear();
    }
    this.kinds.clear();
    for (const { kind } of this.state.values()) this.kinds.add(kind);
    this.readAt = at;
  }
}
