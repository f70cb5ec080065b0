/** A log in which values are suppressed by the product's own store, and the list that a process makes of it. */
import { keyedHash } from '../../../src/enrichment/suppress/keyed-hash.js';
import { SuppressionList } from '../../../src/enrichment/suppress/suppression-list.js';
import { SuppressionStore } from '../../../src/operator/suppressions/suppression.store.js';
import type { SuppressibleValue } from '../../../src/shared/suppression/value.js';
import { systemClock } from '../../../src/platform/time/clock.js';
import { MemoryEventStore } from '../stores/memory-event-store.js';

const SECRET = 'the secret of a deployment';

export class Suppressing {
  readonly store = new MemoryEventStore();
  private readonly written = new SuppressionStore(this.store, systemClock, { keyHashSecret: SECRET });
  private commands = 0;
  /** Milliseconds, as the list's clock shows them. */
  now = 0;

  list(secret = SECRET): SuppressionList {
    return new SuppressionList({ store: this.store, secret, now: () => this.now });
  }

  async suppress(...values: readonly SuppressibleValue[]): Promise<void> {
    await this.written.suppress(this.context, values);
  }

  async lift(...values: readonly SuppressibleValue[]): Promise<void> {
    await this.written.lift(
      this.context,
      values.map((value) => keyedHash(SECRET).of(value)),
    );
  }

  private get context() {
    this.commands += 1;
    return { requestId: `cli_${this.commands}`, actor: 'operator:alice' };
  }
}
