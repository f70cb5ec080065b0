/**
 * Runs a role in its own worker thread, so that no chunk and no batch of documents delays an HTTP answer. A
 * thread that dies is started again. As after a crash, its leases end and its lanes go on from their
 * checkpoints.
 */
import { join } from 'node:path';
import type { WatchedRole } from '../health/process-health.js';
import type { Readiness } from '../health/readiness.js';
import { Probe, OUT_OF_REACH_MS } from '../health/probe.js';
import type { Settings } from '../settings/settings.js';
import type { Logger } from '../../packages/platform/src/telemetry/logger.js';
import type { MovedMetrics } from '../../packages/platform/src/telemetry/role-metrics.js';
import { StandingThread } from '../../packages/platform/src/threads/standing-thread.js';
import { threadFile } from '../../packages/platform/src/threads/thread-file.js';
import type { ThreadRole } from './roles.js';

export interface RoleThreadData {
  readonly role: ThreadRole;
  readonly settings: Settings;
}

interface RoleMethods {
  metrics(none: null): MovedMetrics;
  url(none: null): string | null;
  readiness(none: null): Readiness | null;
}

/** A thread that doesn't answer within this time is left out of this scrape. */
const METRICS_TIMEOUT_MS = 1_000;
const READINESS_EVERY_MS = 4_000;
/** A thread that has just started answers at once. */
const URL_TIMEOUT_MS = 10_000;
/** Longer than any role takes to drain. Work that is cut off is taken up again, as after a crash. */
const STOP_TIMEOUT_MS = 15_000;

/**
 * Megabytes for new objects. A worker makes some 150 KB of objects for a row with all blocks, and needs
 * nearly none of them once its batch is written. With the default 48 MB the collector would copy many of
 * them before that. Other roles make few (`docs/performance.md`).
 */
const YOUNG_MB_BY_ROLE: Partial<Record<ThreadRole, number>> = {
  worker: 96,
  projector: 24,
  checker: 12,
  console: 12,
};

export class RoleThreadHost implements WatchedRole {
  readonly role: ThreadRole;
  private readonly thread: StandingThread<RoleMethods>;
  private readonly readinessProbe: Probe<Readiness | null>;
  private probeTimer: NodeJS.Timeout | undefined;

  constructor(data: RoleThreadData, logger: Logger) {
    this.role = data.role;
    const youngMb = YOUNG_MB_BY_ROLE[data.role];
    this.thread = new StandingThread(
      {
        file: threadFile(join(__dirname, 'threads'), `${data.role}.thread`),
        settings: data,
        name: data.role,
        ...(youngMb !== undefined && { youngMb }),
        revive: ({ name, message }) => Object.assign(new Error(message), { name }),
      },
      logger.child({ role: data.role }),
    );
    this.readinessProbe = new Probe(() => this.askReadiness());
  }

  /** Resolves when the role runs. Rejects with a message of one line if the role can't start. */
  async start(): Promise<void> {
    await this.thread.start();
    await this.readinessProbe.probe();
    this.probeTimer = setInterval(() => void this.readinessProbe.probe(), READINESS_EVERY_MS).unref();
  }

  /** Drains the role, and resolves when its thread has ended, within a bounded time. */
  stop(): Promise<void> {
    clearInterval(this.probeTimer);
    return this.thread.stop(STOP_TIMEOUT_MS);
  }

  /** The URL at which clients reach the role; null for one that doesn't listen. */
  async url(): Promise<string | null> {
    return (await this.thread.ask('url', null, URL_TIMEOUT_MS)) ?? null;
  }

  /** The role's last readiness; null if the role has not answered for too long. */
  readiness(): Readiness | null {
    return this.readinessProbe.unreachableReason() === null ? (this.readinessProbe.lastAnswer ?? null) : null;
  }

  /** The role's metrics; empty while its thread doesn't run or is too busy to answer. */
  async metrics(): Promise<MovedMetrics> {
    return (await this.thread.ask('metrics', null, METRICS_TIMEOUT_MS)) ?? [];
  }

  private async askReadiness(): Promise<Readiness | null> {
    const readiness = await this.thread.ask('readiness', null, OUT_OF_REACH_MS);
    if (readiness === undefined) throw new Error('its thread is away');
    return readiness;
  }
}
