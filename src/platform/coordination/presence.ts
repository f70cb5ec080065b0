/**
 * Which processes of a kind run now: each renews an entry as long as it runs. What is known is at most one heartbeat
 * old; a process that was killed drops out when its entry expires.
 */
import { randomUUID } from 'node:crypto';
import type { Coordination } from './coordination.js';

export interface PresenceTerms {
  /** Milliseconds between looks. */
  readonly beatMs: number;
  /** Milliseconds that an entry outlives its process. */
  readonly ttlMs: number;
}

const DEFAULT_TERMS: PresenceTerms = { beatMs: 1_000, ttlMs: 5_000 };

export class Presence {
  private readonly prefix: string;
  private readonly key: string;
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();
  private seen: number | undefined;

  constructor(
    private readonly coordination: Coordination,
    kind: string,
    private readonly terms: PresenceTerms = DEFAULT_TERMS,
  ) {
    this.prefix = `presence/${kind}/`;
    this.key = `${this.prefix}${randomUUID()}`;
  }

  /** Before the first look it is not known whether there are, so there may be. */
  get hasOthers(): boolean {
    return this.seen === undefined || this.seen > 0;
  }

  /** Resolves after the first look, which may have failed: the next one comes. */
  async start(): Promise<void> {
    this.timer ??= setInterval(() => this.beat(), this.terms.beatMs).unref();
    this.beat();
    await this.beating;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
    await this.coordination.delete(this.key).catch(() => false); // it expires by itself
  }

  private beat(): void {
    this.beating = this.beating.then(() => this.look());
  }

  private async look(): Promise<void> {
    try {
      await this.coordination.put(this.key, {}, { ttl: this.terms.ttlMs });
      const there = await this.coordination.range(this.prefix, `${this.prefix}~`);
      this.seen = there.filter(({ key }) => key !== this.key).length;
    } catch {
      // Out of reach: what was seen last counts until the next look.
    }
  }
}
