/**
 * Which processes of a kind run now: each renews an entry as long as it runs. What is known is at most one heartbeat
 * old; a process that was killed drops out when its entry expires.
 */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../shared/json.js';
import type { Coordination } from './coordination.js';

export interface PresenceTerms {
  /** Milliseconds between looks. */
  readonly beatMs: number;
  /** Milliseconds that an entry outlives its process. */
  readonly ttlMs: number;
}

const DEFAULT_TERMS: PresenceTerms = { beatMs: 1_000, ttlMs: 5_000 };

const prefixOf = (kind: string): string => `presence/${kind}/`;

/** What each running process of a kind says of itself. */
export async function announced(coordination: Coordination, kind: string): Promise<readonly JsonObject[]> {
  const prefix = prefixOf(kind);
  return (await coordination.range(prefix, `${prefix}~`)).map(({ value }) => value);
}

/** Says that this process runs, and something of it. */
export class Announcement {
  protected readonly key: string;
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();

  constructor(
    protected readonly coordination: Coordination,
    kind: string,
    private readonly value: JsonObject,
    private readonly terms: PresenceTerms,
  ) {
    this.key = `${prefixOf(kind)}${randomUUID()}`;
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
      await this.coordination.put(this.key, this.value, { ttl: this.terms.ttlMs });
      await this.seeOthers();
    } catch {
      // Out of reach: what was seen last counts until the next look.
    }
  }

  protected async seeOthers(): Promise<void> {
    // Of no matter to a process that only says something.
  }
}

/** The same, and whether others of the kind run. */
export class Presence extends Announcement {
  private seen: number | undefined;

  constructor(
    coordination: Coordination,
    private readonly kind: string,
    terms: PresenceTerms = DEFAULT_TERMS,
  ) {
    super(coordination, kind, {}, terms);
  }

  /** Before the first look it is not known whether there are, so there may be. */
  get hasOthers(): boolean {
    return this.seen === undefined || this.seen > 0;
  }

  protected override async seeOthers(): Promise<void> {
    this.seen = (await announced(this.coordination, this.kind)).length - 1;
  }
}
