/**
 * Keeps the log sealed: a seal an hour, in one process at a time by a lease. The lease only saves work. The
 * first seal of a log waits an hour from the start, so that an upgrade can be taken back until then: an older
 * program can't read a log that has a seal.
 */
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import { runAlone } from '../../packages/platform/src/coordination/run-alone.js';
import { pause } from '../../packages/platform/src/time/pause.js';
import { BrokenSealError } from './sealed-tree.js';
import { Sealer, type SealerPorts } from './sealer.js';

export interface KeeperPauses {
  /** The pause between two seals, and between the start and the first seal of a log. */
  readonly everyMs: number;
  /** The pause while another process seals, or a store can't be reached. */
  readonly retryMs: number;
}

const DEFAULT_PAUSES: KeeperPauses = { everyMs: 3_600_000, retryMs: 30_000 };

export interface KeeperParts extends Omit<SealerPorts, 'pace'> {
  readonly coordination: Coordination;
  readonly log: {
    warn(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  /** Called between portions of work. */
  readonly rest: (signal: AbortSignal) => Promise<void>;
  readonly pauses?: Partial<KeeperPauses>;
}

export class SealKeeper {
  private readonly stopping = new AbortController();
  private readonly pauses: KeeperPauses;
  private readonly sealer: Sealer;
  private run: Promise<void> = Promise.resolve();
  /** The time at which this process last found everything sealed. */
  private allSealedAtMs: number | null = null;
  private readonly begunAtMs: number;

  constructor(private readonly parts: KeeperParts) {
    const { signal } = this.stopping;
    this.pauses = { ...DEFAULT_PAUSES, ...parts.pauses };
    this.begunAtMs = parts.clock.now().getTime();
    const pace = async (): Promise<void> => {
      await parts.rest(signal);
      signal.throwIfAborted();
    };
    this.sealer = new Sealer({ ...parts, pace });
  }

  start(): void {
    this.run = this.keepSealed();
  }

  /** Resolves soon, because a seal under way is given up. Nothing of it is written. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.run;
  }

  private async keepSealed(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const waitMs = await this.attempt(() => this.waitMs());
      if (waitMs === 0) await this.attempt(() => this.sealAlone());
      else await pause(waitMs ?? 0, signal);
    }
  }

  /** Milliseconds until the next seal is due. Another process may seal meanwhile. */
  private async waitMs(): Promise<number> {
    const { everyMs } = this.pauses;
    const last = await this.sealer.last();
    const now = this.parts.clock.now().getTime();
    // A machine whose clock was ahead may have made the last seal: its time then says nothing.
    const unlessFuture = (time: number | null): number => (time !== null && time <= now ? time : -Infinity);
    const sealTimeMs = last === null ? this.begunAtMs : Date.parse(last.time);
    const lastSealedAtMs = Math.max(unlessFuture(sealTimeMs), unlessFuture(this.allSealedAtMs));
    const elapsedMs = now - (lastSealedAtMs === -Infinity ? Math.min(this.begunAtMs, now) : lastSealedAtMs);
    return Math.min(Math.max(everyMs - elapsedMs, 0), everyMs);
  }

  private async sealAlone(): Promise<void> {
    const { coordination, entropy, clock } = this.parts;
    const context = { requestId: `seal_${entropy.ulid()}`, actor: 'worker' };
    const result = await runAlone(coordination, 'log-seal/lease', () => this.sealer.seal(context));
    if (result === 'busy') await pause(this.pauses.retryMs, this.stopping.signal);
    else this.allSealedAtMs = clock.now().getTime();
  }

  /** Does the work. After a failure pauses, and returns undefined. */
  private async attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { log, clock } = this.parts;
    const { signal } = this.stopping;
    try {
      return await work();
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof BrokenSealError) {
        log.error({ reason: error.message }, 'the log is not as it was sealed: verify says where');
        this.allSealedAtMs = clock.now().getTime();
        return undefined;
      }
      log.warn({ err: error }, 'the log could not be sealed');
      await pause(this.pauses.retryMs, signal);
      return undefined;
    }
  }
}
