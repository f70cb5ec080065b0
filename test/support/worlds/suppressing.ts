/**
 * A log in which values are suppressed by the product's own store, and the list that a process makes of it.
 */
import { keyedHash, SuppressionList } from '../../../src/jobs/suppressions/suppressed-hashes.js';
import { StreamStore } from '../../../src/operator/stream.module.js';
import { SUPPRESSIONS } from '../../../src/operator/suppressions/suppressions.module.js';
import { lift, suppress } from '../../../src/streams/suppressions/suppressions.decider.js';
import type { SuppressibleValue } from '../../../packages/contract/src/suppression/value.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { MemoryEventStore } from '../stores/memory-event-store.js';

export class Suppressing {
  static readonly SECRET = 'the secret of a deployment';
  readonly store = new MemoryEventStore();
  private readonly written = new StreamStore(
    SUPPRESSIONS,
    { store: this.store, clock: systemClock },
    systemEntropy(),
  );
  private commands = 0;
  /** Milliseconds, as the list's clock shows them. */
  now = 0;

  list(secret = Suppressing.SECRET): SuppressionList {
    return new SuppressionList({ store: this.store, secret, now: () => this.now });
  }

  async suppress(...values: readonly SuppressibleValue[]): Promise<void> {
    const hash = keyedHash(Suppressing.SECRET);
    const hashed = values.map((value) => ({ kind: value.kind, value_hash: hash.hashOf(value) }));
    await this.written.record<never>('all', this.context, (state) =>
      suppress(state, hashed, hash.fingerprint),
    );
  }

  async lift(...values: readonly SuppressibleValue[]): Promise<void> {
    const hashes = values.map((value) => keyedHash(Suppressing.SECRET).hashOf(value));
    await this.written.record<never>('all', this.context, (state) => lift(state, hashes));
  }

  private get context() {
    this.commands += 1;
    return { requestId: `cli_${this.commands}`, actor: 'operator:alice' };
  }
}
