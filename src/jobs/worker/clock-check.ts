/**
 * Whether this process's clock agrees with the store's. Leases, live deadlines and retention depend on clocks: a
 * process that is too far off takes nothing on until it is right again (Architecture 7.1).
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '../../platform/time/clock.js';
import type { Coordination } from '../../platform/coordination/coordination.js';
import { LOGGER } from '../../platform/nest/tokens.js';
import type { JobPorts } from '../job-ports.js';
import { JOB_PORTS } from '../job-ports.js';
import type { WorkLog } from './worker-ports.js';
import { WORKER_NAME } from './worker-ports.js';

const MOST_CLOCK_OFFSET_MS = 2_000;

const TTL_MS = 60_000;

/**
 * Milliseconds that the clock is off at least; 0 where it can't be known. The store's time can be read from an expiry.
 */
export async function clockOffset(coordination: Coordination, clock: Clock, worker: string): Promise<number> {
  const key = `clock/${worker}`;
  const before = clock.now().getTime();
  await coordination.put(key, {}, { ttl: TTL_MS });
  const after = clock.now().getTime();
  const expiresAt = (await coordination.get(key))?.expiresAt ?? null;
  if (expiresAt === null) return 0;
  const stored = expiresAt - TTL_MS;
  return Math.max(0, before - stored, stored - after);
}

@Injectable()
export class ClockCheck {
  private off = false;

  constructor(
    @Inject(JOB_PORTS) private readonly ports: Pick<JobPorts, 'coordination' | 'clock'>,
    @Inject(LOGGER) private readonly log: WorkLog,
    @Inject(WORKER_NAME) private readonly worker: string,
  ) {}

  /** As of the last check. */
  get isOff(): boolean {
    return this.off;
  }

  async check(): Promise<void> {
    const { coordination, clock } = this.ports;
    const offset = await clockOffset(coordination, clock, this.worker).catch(() => null);
    if (offset === null) return; // out of reach: then there are no leases either
    const wasOff = this.off;
    this.off = offset > MOST_CLOCK_OFFSET_MS;
    if (this.off) this.log.error({ offset_ms: offset }, "this clock is off the store's; no work is taken on");
    else if (wasOff) this.log.warn({ offset_ms: offset }, "this clock agrees with the store's again");
  }
}
