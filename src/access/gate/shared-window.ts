/**
 * A window that several processes count in. Each takes some calls by itself and tells them to an entry in Coordination,
 * which holds those of all; a call that it may not take by itself is claimed from the entry. How many it may leave
 * untold follows from what it knows to be left, so that together they let hardly more through than agreed, and ask the
 * store only now and then until little is left.
 */
import type { Coordination, CoordinationEntry, PutResult } from '../../platform/coordination/coordination.js';
import { inTimeOrThrow } from '../../platform/time/in-time.js';
import { WINDOW_MS, type Window } from './allowances.js';

/** Of what is left of an allowance, a process leaves this part untold at most. */
const UNTOLD_PART = 8;
/** Milliseconds that the clocks of two processes may be apart. */
const SKEW_MS = 5_000;
/** Milliseconds; a store that takes longer is as good as away. */
const PATIENCE_MS = 250;

interface Claim {
  readonly limit: number;
  readonly decide: (granted: boolean) => void;
  readonly fail: (reason: unknown) => void;
}

export class SharedWindow implements Window {
  used = 0;
  /** How many of `used` are in the entry: the calls of all processes. */
  private told = 0;
  /** Of the entry as last seen; null: there was none; undefined: never looked. */
  private version: number | null | undefined;
  private claims: Claim[] = [];
  private telling: Promise<void> | undefined;

  constructor(
    public ends: number,
    private readonly key: string,
    private readonly patienceMs = PATIENCE_MS,
  ) {}

  /** Whether the entry lacks calls, or holds some that were given back. */
  get hasNews(): boolean {
    return this.used !== this.told;
  }

  /** Whether a call may be taken without asking. */
  canTake(limit: number): boolean {
    return this.version !== undefined && this.used - this.told < this.untold(limit);
  }

  /** Whether to tell the entry now, so that calls can go on being taken without asking. */
  shouldTell(limit: number): boolean {
    return 2 * (this.used - this.told) >= this.untold(limit);
  }

  /** One call, by way of the entry; false where all are spent. Rejects with what the store throws. */
  async claim(coordination: Coordination, limit: number, time: number): Promise<boolean> {
    const decided = new Promise<boolean>((decide, fail) => this.claims.push({ limit, decide, fail }));
    void this.tell(coordination, time).catch(() => undefined); // told by the claims
    return decided;
  }

  giveBack(): void {
    this.used -= 1;
  }

  /** Tells the entry of calls, and learns those of others. One at a time; rejects with what the store throws. */
  async tell(coordination: Coordination, time: number): Promise<void> {
    this.telling ??= this.tellAll(coordination, time);
    return this.telling;
  }

  private untold(limit: number): number {
    return Math.floor((limit - this.told) / UNTOLD_PART);
  }

  private async tellAll(coordination: Coordination, time: number): Promise<void> {
    try {
      while (!(await this.exchange(coordination, time)) || this.claims.length > 0);
    } catch (error) {
      for (const { fail } of this.claims.splice(0)) fail(error);
      throw error;
    } finally {
      // At once: a claim that came a moment later would wait for a telling that is over.
      this.telling = undefined;
    }
  }

  /** All claims of the moment together: as many as are left are granted. False where another process was faster. */
  private async exchange(coordination: Coordination, time: number): Promise<boolean> {
    const claims = [...this.claims];
    const granted = claims.filter(({ limit }, index) => this.used + index < limit).length;
    if (granted > 0 || this.hasNews || this.version === undefined) {
      const used = this.used + granted;
      const put = await inTimeOrThrow(this.put(coordination, used, time), this.patienceMs);
      if (put.outcome === 'conflict') {
        this.learn(put.entry, time);
        return false;
      }
      this.version = put.version;
      this.told = used;
      this.used += granted;
    }
    this.claims = this.claims.slice(claims.length);
    for (const [index, { decide }] of claims.entries()) decide(index < granted);
    return true;
  }

  private put(coordination: Coordination, used: number, time: number): Promise<PutResult> {
    const ttl = Math.max(1, this.ends - time);
    return coordination.put(this.key, { used, ends: this.ends }, { expected: this.version ?? null, ttl });
  }

  /** A window begins with the first call that anybody had: the earlier end counts. */
  private learn(entry: CoordinationEntry | null, time: number): void {
    this.version = entry?.version ?? null;
    const [used, ends] = [Number(entry?.value['used'] ?? 0), Number(entry?.value['ends'] ?? 0)];
    // One that ended by this process's clock, or that no clock would make, is about to be replaced.
    if (ends <= time || ends > time + WINDOW_MS + SKEW_MS) return;
    this.used += used - this.told;
    this.told = used;
    this.ends = Math.min(this.ends, ends);
  }
}
