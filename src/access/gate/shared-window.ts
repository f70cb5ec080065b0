/**
 * Counts the calls of all processes in one window of a key's rate limit, in an entry of Coordination. A
 * process counts some calls by itself and reports them later. The fewer calls are left, the fewer it may
 * count alone. All processes together hardly exceed the limit, and rarely ask the store.
 */
import type {
  Coordination,
  CoordinationEntry,
  PutResult,
} from '../../../packages/platform/src/coordination/coordination.js';
import { inTimeOrThrow } from '../../../packages/platform/src/time/in-time.js';
import { RATE_WINDOW_MS, type RateLimit } from './rate-limits.js';

/** A process may have at most one eighth of the remaining calls unreported. */
const UNREPORTED_DIVISOR = 8;
/** The time by which the clocks of two processes may differ. */
const SKEW_MS = 5_000;
/** The time after which a store that doesn't answer counts as unreachable. */
const STORE_TIMEOUT_MS = 250;

interface Claim {
  readonly decide: (isGranted: boolean) => void;
  readonly fail: (error: unknown) => void;
}

export class SharedWindow implements RateLimit {
  readonly name: string;
  /** The number of calls that are allowed per window, as of the latest call. */
  limit: number;
  /** The calls of all processes so far, as far as this process knows. */
  used = 0;
  /** The calls that the entry counts, as far as this process knows. */
  private usedInEntry = 0;
  /** The last known version of the entry. Null if there was no entry, undefined if it was never read. */
  private version: number | null | undefined;
  private claims: Claim[] = [];
  private currentReport: Promise<void> | undefined;

  constructor(
    private readonly keyId: string,
    { name, limit }: RateLimit,
    public endMs: number,
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
    return this.used !== this.usedInEntry;
  }

  /** True if a call may be counted without asking the store. */
  get mayCountAlone(): boolean {
    return this.version !== undefined && this.used - this.usedInEntry < this.maxUnreported;
  }

  /** True if it is time to report, so that further calls can be counted without asking the store. */
  get shouldReport(): boolean {
    return 2 * (this.used - this.usedInEntry) >= this.maxUnreported;
  }

  /** Claims one call from the entry. Returns false if all calls are used. Rejects with the store's error. */
  async claim(coordination: Coordination, timeMs: number): Promise<boolean> {
    const decision = new Promise<boolean>((decide, fail) => this.claims.push({ decide, fail }));
    void this.report(coordination, timeMs).catch(() => undefined); // each claim rejects by itself
    return decision;
  }

  /** Reports calls and reads those of other processes, one report at a time. Rejects if the store fails. */
  async report(coordination: Coordination, timeMs: number): Promise<void> {
    this.currentReport ??= this.reportAll(coordination, timeMs);
    return this.currentReport;
  }

  private get maxUnreported(): number {
    return Math.floor((this.limit - this.usedInEntry) / UNREPORTED_DIVISOR);
  }

  private async reportAll(coordination: Coordination, timeMs: number): Promise<void> {
    try {
      while (!(await this.exchange(coordination, timeMs)) || this.claims.length > 0);
    } catch (error) {
      for (const { fail } of this.claims.splice(0)) fail(error);
      throw error;
    } finally {
      // No await follows the loop's last check, so no new claim can wait for a report that has ended.
      this.currentReport = undefined;
    }
  }

  /** Grants as many claims as calls are left. Returns false if another process has changed the entry. */
  private async exchange(coordination: Coordination, timeMs: number): Promise<boolean> {
    const claims = [...this.claims];
    const grantedCount = Math.max(0, Math.min(claims.length, this.limit - this.used));
    if (grantedCount > 0 || this.hasUnreported || this.version === undefined) {
      const used = this.used + grantedCount;
      const result = await inTimeOrThrow(this.putEntry(coordination, used, timeMs), this.timeoutMs);
      if (result.outcome === 'conflict') {
        this.update(result.entry, timeMs);
        return false;
      }
      this.version = result.version;
      this.usedInEntry = used;
      this.used += grantedCount;
    }
    this.claims = this.claims.slice(claims.length);
    for (const [index, { decide }] of claims.entries()) decide(index < grantedCount);
    return true;
  }

  private putEntry(coordination: Coordination, used: number, timeMs: number): Promise<PutResult> {
    const key = `allowance/${this.keyId}.${this.name}`; // older versions of the service use this name too
    const ttl = Math.max(1, this.endMs - timeMs);
    return coordination.put(key, { used, ends: this.endMs }, { expected: this.version ?? null, ttl });
  }

  /** Takes the count of all processes from the entry. Of two ends of the window the earlier one counts. */
  private update(entry: CoordinationEntry | null, timeMs: number): void {
    this.version = entry?.version ?? null;
    const [used, endMs] = [Number(entry?.value['used'] ?? 0), Number(entry?.value['ends'] ?? 0)];
    // The window of this entry is over, or its end is impossibly late. The next put replaces the entry.
    if (endMs <= timeMs || endMs > timeMs + RATE_WINDOW_MS + SKEW_MS) return;
    this.used += used - this.usedInEntry;
    this.usedInEntry = used;
    this.endMs = Math.min(this.endMs, endMs);
  }
}
