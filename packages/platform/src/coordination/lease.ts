/** A claim to work, kept alive by heartbeats. It only saves work: the expected revision guards appends. */
import type { JsonObject } from '../values/json.js';
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

  /** Null where somebody else holds the lease. */
  static async acquire(
    coordination: Coordination,
    key: string,
    value: JsonObject,
    terms: LeaseTerms,
  ): Promise<Lease | null> {
    const put = await coordination.put(key, value, { expected: null, ttl: terms.ttlMs });
    return put.outcome === 'put' ? new Lease(coordination, key, value, put.version, terms) : null;
  }

  /** False once a heartbeat found that the lease has ended or belongs to somebody else. */
  get isHeld(): boolean {
    return this.held;
  }

  /**
   * Gives the lease up, unless it was lost already.
   * @param restMs milliseconds for which nobody else can take it afterwards
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
    await over.catch(() => undefined); // the entry expires by itself
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
      // The store is out of reach. The next heartbeat tries again; the lease may run out before it.
    }
  }

  private lose(): void {
    this.held = false;
    clearInterval(this.timer);
  }
}
