/** Tells which processes of a kind run. Each renews an entry; that of a killed process expires. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../values/json.js';
import type { Coordination } from './coordination.js';

export interface PresenceTerms {
  /** Milliseconds between heartbeats. */
  readonly beatMs: number;
  /** Milliseconds that an entry outlives its process. */
  readonly ttlMs: number;
}

const DEFAULT_TERMS: PresenceTerms = { beatMs: 1_000, ttlMs: 5_000 };

const ALL = 'presence/';
const prefixOf = (kind: string): string => `${ALL}${kind}/`;

/** Gives what each running process of a kind announces about itself. */
export async function announced(coordination: Coordination, kind: string): Promise<readonly JsonObject[]> {
  const prefix = prefixOf(kind);
  return (await coordination.range(prefix, `${prefix}~`)).map(({ value }) => value);
}

/** True if a process of any kind runs. */
export const anyoneRuns = async (coordination: Coordination): Promise<boolean> =>
  (await coordination.range(ALL, `${ALL}~`)).length > 0;

/** Announces that this process runs, with a value about it. */
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

  /** Resolves after the first heartbeat. That one may have failed; the next one tries again. */
  async start(): Promise<void> {
    this.timer ??= setInterval(() => this.beat(), this.terms.beatMs).unref();
    this.beat();
    await this.beating;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
    await this.coordination.delete(this.key).catch(() => false); // the entry expires by itself
  }

  private beat(): void {
    this.beating = this.beating.then(() => this.look());
  }

  private async look(): Promise<void> {
    try {
      await this.coordination.put(this.key, this.value, { ttl: this.terms.ttlMs });
      await this.seeOthers();
    } catch {
      // The store is out of reach: what was seen last counts until the next heartbeat.
    }
  }

  protected async seeOthers(): Promise<void> {
    // A process that only announces itself doesn't look for others.
  }
}

/** Announces this process, and sees whether others of its kind run. */
export class Presence extends Announcement {
  private seen: number | undefined;

  constructor(
    coordination: Coordination,
    private readonly kind: string,
    terms: PresenceTerms = DEFAULT_TERMS,
  ) {
    super(coordination, kind, {}, terms);
  }

  /** True before the first heartbeat: there may be others then. */
  get hasOthers(): boolean {
    return this.seen === undefined || this.seen > 0;
  }

  protected override async seeOthers(): Promise<void> {
    this.seen = (await announced(this.coordination, this.kind)).length - 1;
  }
}
