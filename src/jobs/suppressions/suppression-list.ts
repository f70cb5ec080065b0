/**
 * Keeps the suppressed values for a process that answers rows. It reads new events at most once a second,
 * before a batch of rows; a command that suppresses a value waits that second. If the log can't be read, the
 * rows are not answered.
 */
import type { EventStore, Revision } from '../../../packages/platform/src/event-store/event-store.js';
import { storedPages } from '../../../packages/platform/src/event-store/stored-events.js';
import {
  evolve,
  NO_SUPPRESSIONS,
  type SuppressionsState,
} from '../../streams/suppressions/suppressions.decider.js';
import { suppressionsStreams } from '../../streams/suppressions/suppressions.events.js';
import { SuppressedHashes } from './suppressed-hashes.js';

/** The time for which a read counts as up to date. */
export const REREAD_MS = 1_000;

export interface SuppressionListSetup {
  readonly store: Pick<EventStore, 'readStream'>;
  /** `KEY_HASH_SECRET` */
  readonly secret: string;
  /** A monotonic clock in milliseconds. Default: `performance.now()`. */
  readonly now?: () => number;
}

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
