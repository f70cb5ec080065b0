/**
 * A window of one rate limit of a key, in which several processes count. Each process takes some calls by
 * itself and reports them later to an entry in Coordination, which holds the calls of all. It must claim the
 * other calls from the entry. The fewer calls are left, the fewer a process may leave unreported. All
 * processes together therefore hardly exceed the limit, and call the store rarely until few calls are left.
 */
import type {
  Coordination,
  CoordinationEntry,
  PutResult,
} from '../../../packages/platform/src/coordination/coordination.js';
import { inTimeOrThrow } from '../../../packages/platform/src/time/in-time.js';
import { RATE_WINDOW_MS, type RateLimit } from './rate-limits.js';

/** A process may have at most one eighth of the remaining calls unreported. */
const UNREPORTED_PART = 8;
/** Milliseconds that the clocks of two processes may differ. */
const SKEW_MS = 5_000;
/** Milliseconds after which a store that doesn't answer counts as unreachable. */
const STORE_TIMEOUT_MS = 250;

interface Claim {
  readonly decide: (granted: boolean) => void;
  readonly fail: (reason: unknown) => void;
}

export class SharedWindow implements RateLimit {
  readonly name: string;
  /** Calls per window, as the latest call states. */
  limit: number;
  /** Calls so far, as far as this process knows. */
  used = 0;
  /** The calls of `used` that the entry already counts. */
  private reported = 0;
  /** The version of the entry as last seen; null: there was no entry; undefined: never read. */
  private version: number | null | undefined;
  private claims: Claim[] = [];
  private reporting: Promise<void> | undefined;

  constructor(
    private readonly keyId: string,
    { name, limit }: RateLimit,
    public ends: number,
    private readonly timeoutMs = STORE_TIMEOUT_MS,
  ) {
    this.name = name;
    this.limit = limit;
  }

  get isUsedUp(): boolean {
    return this.used >= this.limit;
  }

  /** Whether the entry lacks calls, or counts calls that another limit refused. */
  get hasUnreported(): boolean {
    return this.used !== this.reported;
  }

  /** Whether a call may be counted without asking the store. */
  get mayCountAlone(): boolean {
    return this.version !== undefined && this.used - this.reported < this.maxUnreported;
  }

  /** Whether to report now, so that further calls can be counted without asking the store. */
  get shouldReport(): boolean {
    return 2 * (this.used - this.reported) >= this.maxUnreported;
  }

  /** Claims one call from the entry; false where all calls are used. Rejects as the store does. */
  async claim(coordination: Coordination, time: number): Promise<boolean> {
    const decision = new Promise<boolean>((decide, fail) => this.claims.push({ decide, fail }));
    void this.report(coordination, time).catch(() => undefined); // each claim rejects by itself
    return decision;
  }

  /**
   * Reports calls to the entry and learns those of others, one report at a time. Rejects as the store does.
   */
  async report(coordination: Coordination, time: number): Promise<void> {
    this.reporting ??= this.reportAll(coordination, time);
    return this.reporting;
  }

  private get maxUnreported(): number {
    return Math.floor((this.limit - this.reported) / UNREPORTED_PART);
  }

  private async reportAll(coordination: Coordination, time: number): Promise<void> {
    try {
      while (!(await this.exchange(coordination, time)) || this.claims.length > 0);
    } catch (error) {
      for (const { fail } of this.claims.splice(0)) fail(error);
      throw error;
    } finally {
      // Reset at once: a claim that came a moment later would wait for a report that has ended.
      this.reporting = undefined;
    }
  }

  /** Grants as many of the present claims as calls are left. False where another process was faster. */
  private async exchange(coordination: Coordination, time: number): Promise<boolean> {
    const claims = [...this.claims];
    const grantedCount = Math.max(0, Math.min(claims.length, this.limit - this.used));
    if (grantedCount > 0 || this.hasUnreported || this.version === undefined) {
      const used = this.used + grantedCount;
      const put = await inTimeOrThrow(this.put(coordination, used, time), this.timeoutMs);
      if (put.outcome === 'conflict') {
        this.update(put.entry, time);
        return false;
      }
      this.version = put.version;
      this.reported = used;
      this.used += grantedCount;
    }
    this.claims = this.claims.slice(claims.length);
    for (const [index, { decide }] of claims.entries()) decide(index < grantedCount);
    return true;
  }

  private put(coordination: Coordination, used: number, time: number): Promise<PutResult> {
    const key = `allowance/${this.keyId}.${this.name}`; // older versions share this name
    const ttl = Math.max(1, this.ends - time);
    return coordination.put(key, { used, ends: this.ends }, { expected: this.version ?? null, ttl });
  }

  /** Learns the calls of all. A window begins with the first call of any process: the earlier end counts. */
  private update(entry: CoordinationEntry | null, time: number): void {
    this.version = entry?.version ?? null;
    const [used, ends] = [Number(entry?.value['used'] ?? 0), Number(entry?.value['ends'] ?? 0)];
    // The window is over, or ends later than any process could have set: the next put replaces the entry.
    if (ends <= time || ends > time + RATE_WINDOW_MS + SKEW_MS) return;
    this.used += used - this.reported;
    this.reported = used;
    this.ends = Math.min(this.ends, ends);
  }
}
