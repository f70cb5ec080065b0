/**
 * Keeps the log of heads up to date, in one process at a time by a lease. The lease only saves work: the
 * entries of a second writer are refused.
 */
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import { runAlone } from '../../packages/platform/src/coordination/run-alone.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import { pause } from '../../packages/platform/src/time/pause.js';
import type { Timestamps } from './timestamps/timestamps.js';
import type { Witnesses } from './witnesses.js';
import type { HeadLogger } from './head-logger.js';

/** The interval of the log's updates. `statements issue` adds the entries of its statements at once. */
const CATCH_UP_EVERY_MS = 30_000;

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
  private run: Promise<void> = Promise.resolve();
  private witnessRound: Promise<void> | null = null;
  private stampRound: Promise<void> | null = null;
  /** The last failure that was logged. A failure that lasts is logged once. */
  private loggedFault: string | null = null;

  constructor(private readonly parts: HeadKeeperParts) {}

  start(): void {
    this.run = this.keepUp();
  }

  /** Resolves once the entry under way is appended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.run;
    await Promise.all([this.witnessRound, this.stampRound]);
  }

  private async keepUp(): Promise<void> {
    const { signal } = this.stopping;
    const { everyMs = CATCH_UP_EVERY_MS } = this.parts;
    while (!signal.aborted) {
      await this.attempt();
      await pause(everyMs, signal);
    }
  }

  /** Shows the checkpoint to witnesses and the authority, in the background. Two processes may do so. */
  private showCheckpoint(): void {
    const { witnesses, timestamps, log } = this.parts;
    this.stampRound ??= timestamps.stamp(this.stopping.signal).finally(() => (this.stampRound = null));
    this.witnessRound ??= witnesses
      .show(this.stopping.signal)
      .catch((error: unknown) => log.warn({ reason: errorMessage(error) }, 'witnesses were not asked'))
      .finally(() => (this.witnessRound = null));
  }

  private async attempt(): Promise<void> {
    const { logger, coordination, entropy, log } = this.parts;
    const context = { requestId: `heads_${entropy.ulid()}`, actor: 'worker' };
    try {
      await runAlone(coordination, 'heads/lease', () => logger.catchUp(context, this.stopping.signal));
      this.loggedFault = null;
      this.showCheckpoint();
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      const reason = errorMessage(error);
      if (reason !== this.loggedFault) log.warn({ reason }, 'the log of heads is not up to date');
      this.loggedFault = reason;
    }
  }
}
