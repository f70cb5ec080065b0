/**
 * Counts the calls of all processes in one window of a key's rate limit. An entry in Coordination has the
 * calls of all processes. Each process counts some calls by itself and reports them to the entry later; it
 * must claim every further call from the entry. The fewer calls are left, the fewer may be unreported. So all
 * processes together hardly exceed the limit, and rarely ask the store until few calls are left.
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
  /** The number of calls that are allowed per window, as of the latest call. */
  limit: number;
  /** The calls of all processes so far, as far as this process knows. */
  used = 0;
  /** The part of `used` that the entry already counts. */
  private reported = 0;
  /** The last known version of the entry; null: there was no entry; undefined: it was never read. */
  private version: number | null | undefined;
  private claims: Claim[] = [];
  private currentReport: Promise<void> | undefined;

  constructor(
    private readonly keyId: string,
    { name, limit }: RateLimit,
    public endsAt: number,
    private readonly timeoutMs = STORE_TIMEOUT_MS,
  ) {
    this.name = name;
    this.limit = limit;
  }

  get isUsedUp(): boolean {
    return this.used >= this.limit;
  }

  /** True if the entry lacks calls, or counts calls that another limit refused. */
  get hasUnreported(): boolean {
    return this.used !== this.reported;
  }

  /** True if a call may be counted without asking the store. */
  get mayCountAlone(): boolean {
    return this.version !== undefined && this.used - this.reported < this.maxUnreported;
  }

  /** True if it is time to report, so that further calls can be counted without asking the store. */
  get shouldReport(): boolean {
    return 2 * (this.used - this.reported) >= this.maxUnreported;
  }

  /** Claims one call from the entry. Returns false if all calls are used. Rejects with the store's error. */
  async claim(coordination: Coordination, time: number): Promise<boolean> {
    const decision = new Promise<boolean>((decide, fail) => this.claims.push({ decide, fail }));
    void this.report(coordination, time).catch(() => undefined); // each claim rejects by itself
    return decision;
  }

  /**
   * Reports calls to the entry and reads the calls of other processes, one report at a time. Rejects with the
   * store's error.
   */
  async report(coordination: Coordination, time: number): Promise<void> {
    this.currentReport ??= this.reportAll(coordination, time);
    return this.currentReport;
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
      // This is reset in the same turn: a claim that comes next must not wait for a report that has ended.
      this.currentReport = undefined;
    }
  }

  /** Grants as many claims as calls are left. Returns false if another process has changed the entry. */
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
    const key = `allowance/${this.keyId}.${this.name}`; // older versions of the service use this name too
    const ttl = Math.max(1, this.endsAt - time);
    return coordination.put(key, { used, ends: this.endsAt }, { expected: this.version ?? null, ttl });
  }

  /**
   * Takes over the calls of all processes. A window begins with the first call of any process: the earlier
   * end counts.
   */
  private update(entry: CoordinationEntry | null, time: number): void {
    this.version = entry?.version ?? null;
    const [used, endsAt] = [Number(entry?.value['used'] ?? 0), Number(entry?.value['ends'] ?? 0)];
    // The entry is of a window that is over, or it ends impossibly late. The next put replaces it.
    if (endsAt <= time || endsAt > time + RATE_WINDOW_MS + SKEW_MS) return;
    this.used += used - this.reported;
    this.reported = used;
    this.endsAt = Math.min(this.endsAt, endsAt);
  }
}
