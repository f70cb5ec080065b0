/**
 * Keeps the log of heads up to date, in one process at a time by a lease. The lease only saves work: what a
 * second writer appends is refused.
 */
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import { runAlone } from '../../packages/platform/src/coordination/run-alone.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import { pause } from '../../packages/platform/src/time/pause.js';
import type { Timestamps } from './timestamps/timestamps.js';
import type { Witnesses } from './witnesses.js';
import type { HeadLogger } from './head-logger.js';

/** A statement that `statements issue` makes has its entry at once; this is for what is left. */
const EVERY_MS = 30_000;

interface HeadKeeperParts {
  readonly logger: Pick<HeadLogger, 'catchUp'>;
  readonly witnesses: Pick<Witnesses, 'show'>;
  readonly timestamps: Pick<Timestamps, 'stamp'>;
  readonly coordination: Coordination;
  readonly entropy: Pick<Entropy, 'ulid'>;
  readonly log: { warn(fields: object, message: string): void };
  readonly everyMs?: number;
}

export class HeadKeeper {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private showing: Promise<void> | null = null;
  private stamping: Promise<void> | null = null;
  /** The last failure that was logged: one that lasts is logged once. */
  private told: string | null = null;

  constructor(private readonly parts: HeadKeeperParts) {}

  start(): void {
    this.running = this.run();
  }

  /** Resolves once the entry under way is appended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await Promise.all([this.showing, this.stamping]);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const { everyMs = EVERY_MS } = this.parts;
    while (!signal.aborted) {
      await this.attempt();
      await pause(everyMs, signal);
    }
  }

  /** Nobody waits for witnesses or the authority. Two processes may show them the same checkpoint. */
  private show(): void {
    const { witnesses, timestamps, log } = this.parts;
    this.stamping ??= timestamps.stamp(this.stopping.signal).finally(() => (this.stamping = null));
    this.showing ??= witnesses
      .show(this.stopping.signal)
      .catch((error: unknown) => log.warn({ reason: errorMessage(error) }, 'witnesses were not asked'))
      .finally(() => (this.showing = null));
  }

  private async attempt(): Promise<void> {
    const { logger, coordination, entropy, log } = this.parts;
    const context = { requestId: `heads_${entropy.ulid()}`, actor: 'worker' };
    try {
      await runAlone(coordination, 'heads/lease', () => logger.catchUp(context, this.stopping.signal));
      this.told = null;
      this.show();
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      const reason = errorMessage(error);
      if (reason !== this.told) log.warn({ reason }, 'the log of heads is not up to date');
      this.told = reason;
    }
  }
}
