/**
 * A claim to work on something, kept alive by heartbeats. It saves double work and decides nothing: a holder that has
 * not noticed the end of its lease is still stopped by the expected revision of its appends.
 */
import type { JsonObject } from '../../shared/json.js';
import type { Coordination } from './coordination.js';

export interface LeaseTerms {
  /** Milliseconds that a lease outlives its holder's last heartbeat. */
  readonly ttlMs: number;
  /** Milliseconds between heartbeats; a third of `ttlMs` or less. */
  readonly heartbeatMs: number;
}

export class Lease {
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();
  private held = true;

  private constructor(
    private readonly coordination: Coordination,
    readonly key: string,
    private readonly value: JsonObject,
    private version: number,
    private readonly terms: LeaseTerms,
  ) {
    this.timer = setInterval(() => this.beat(), terms.heartbeatMs);
    this.timer.unref();
  }

  /** Null where another's lease is held. */
  static async acquire(
    coordination: Coordination,
    key: string,
    value: JsonObject,
    terms: LeaseTerms,
  ): Promise<Lease | null> {
    const put = await coordination.put(key, value, { expected: null, ttl: terms.ttlMs });
    return put.outcome === 'put' ? new Lease(coordination, key, value, put.version, terms) : null;
  }

  /** False once a heartbeat found that the lease has ended or is another's. */
  get isHeld(): boolean {
    return this.held;
  }

  /**
   * Gives the lease up; where it was lost already, nothing happens.
   * @param restMs nobody can take it for so many milliseconds more
   */
  async release(restMs = 0): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
    if (!this.held) return;
    this.held = false;
    const [{ coordination, key, value }, expected] = [this, this.version];
    const over =
      restMs > 0
        ? coordination.put(key, value, { expected, ttl: restMs })
        : coordination.delete(key, expected);
    await over.catch(() => undefined); // it expires by itself
  }

  private beat(): void {
    this.beating = this.beating.then(() => this.renew());
  }

  private async renew(): Promise<void> {
    if (!this.held) return;
    try {
      const put = await this.coordination.put(this.key, this.value, {
        expected: this.version,
        ttl: this.terms.ttlMs,
      });
      if (put.outcome === 'put') this.version = put.version;
      else this.lose();
    } catch {
      // Out of reach for now: the next heartbeat tries again, and the lease may run out meanwhile.
    }
  }

  private lose(): void {
    this.held = false;
    clearInterval(this.timer);
  }
}
