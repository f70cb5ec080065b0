/** Decides if a value is suppressed. The suppressed values are known only by their keyed hashes. */
import type {
  SuppressedKind,
  SuppressedValues,
} from '../../../packages/contract/src/suppression/suppressed.js';
import type { SuppressibleValue } from '../../../packages/contract/src/suppression/value.js';
import { hostsAbove, normalisedValue } from '../../../packages/contract/src/suppression/value.js';
import type { SuppressionsState } from '../../streams/suppressions/suppressions.decider.js';
import { evolve, NO_SUPPRESSIONS } from '../../streams/suppressions/suppressions.decider.js';
import { createHmac } from 'node:crypto';
import type { EventStore, Revision } from '../../../packages/platform/src/event-store/event-store.js';
import { storedPages } from '../../../packages/platform/src/event-store/stored-events.js';
import { suppressionsStreams } from '../../streams/suppressions/suppressions.events.js';

/** Hashes values under the deployment's secret. The log holds only these hashes. */
export interface KeyedHash {
  /** Returns an HMAC-SHA256 in hexadecimal digits. */
  hashOf(value: SuppressibleValue): string;
  /** Identifies the secret without revealing it. Values hashed under another secret have no effect. */
  readonly fingerprint: string;
}

/** @param secret `KEY_HASH_SECRET` */
export function keyedHash(secret: string): KeyedHash {
  const derivedBytes = (purpose: string): Buffer => createHmac('sha256', secret).update(purpose).digest();
  const key = derivedBytes('suppressed values');
  return {
    hashOf: ({ kind, value }) => createHmac('sha256', key).update(`${kind}\u0000${value}`).digest('hex'),
    fingerprint: derivedBytes('fingerprint of suppressed values').toString('hex').slice(0, 16),
  };
}

/** The maximum number of cached decisions. They are cached because a batch has the same value many times. */
const MAX_CACHED = 20_000;

export class SuppressedHashes implements SuppressedValues {
  readonly kinds = new Set<SuppressedKind>();
  private suppressionByHash: SuppressionsState = new Map();
  private readonly keyedHash: KeyedHash;
  /** Caches decisions, so that each value is hashed once. The cache is only in memory. */
  private readonly decisionByValue = new Map<string, boolean>();

  /** @param secret `KEY_HASH_SECRET` */
  constructor(secret: string) {
    this.keyedHash = keyedHash(secret);
  }

  replace(suppressionByHash: SuppressionsState): void {
    this.suppressionByHash = suppressionByHash;
    this.decisionByValue.clear();
    this.kinds.clear();
    for (const { kind } of suppressionByHash.values()) this.kinds.add(kind);
  }

  has(kind: SuppressedKind, text: string): boolean {
    if (!this.kinds.has(kind)) return false;
    const value = normalisedValue(kind, text);
    if (value === null) return false;
    const values = kind === 'domain' ? hostsAbove(value) : [value];
    return values.some((candidate) => this.isSuppressed({ kind, value: candidate }));
  }

  private isSuppressed(value: SuppressibleValue): boolean {
    const cacheKey = `${value.kind} ${value.value}`;
    const cachedDecision = this.decisionByValue.get(cacheKey);
    if (cachedDecision !== undefined) return cachedDecision;
    const decision = this.suppressionByHash.has(this.keyedHash.hashOf(value));
    if (this.decisionByValue.size >= MAX_CACHED) this.decisionByValue.clear();
    this.decisionByValue.set(cacheKey, decision);
    return decision;
  }
}

/** The time for which a read counts as up to date. */
export const REREAD_MS = 1_000;

interface SuppressionListSetup {
  readonly store: Pick<EventStore, 'readStream'>;
  /** `KEY_HASH_SECRET` */
  readonly secret: string;
  /** A monotonic clock in milliseconds. Default: `performance.now()`. */
  readonly now?: () => number;
}

/**
 * Keeps the suppressed values for a process that answers rows. It reads new events at most once a second,
 * before a batch of rows; a command that suppresses a value waits that second. If the log can't be read, the
 * rows are not answered.
 */
export class SuppressionList extends SuppressedHashes {
  /** The revision of the last event that was read. */
  revision: Revision = -1;
  private state: SuppressionsState = NO_SUPPRESSIONS;
  private readonly now: () => number;
  private readAtMs = -Infinity;
  private currentRead: Promise<void> | null = null;

  constructor(private readonly setup: SuppressionListSetup) {
    super(setup.secret);
    this.now = setup.now ?? (() => performance.now());
  }

  /** Brings the list up to what was in the log a second ago. @throws the errors of the store */
  async bringUpToDate(): Promise<void> {
    if (this.now() - this.readAtMs < REREAD_MS) return;
    this.currentRead ??= this.read().finally(() => {
      this.currentRead = null;
    });
    await this.currentRead;
  }

  private async read(): Promise<void> {
    const startedAtMs = this.now();
    const stream = suppressionsStreams.streamOf('all');
    for await (const page of storedPages(this.setup.store, stream, { from: this.revision + 1 })) {
      this.state = evolve(this.state, page.map(suppressionsStreams.decode));
      this.revision = page.at(-1)?.revision ?? this.revision;
      if (page.length > 0) this.replace(this.state);
    }
    this.readAtMs = startedAtMs;
  }
}
