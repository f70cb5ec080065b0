/**
 * Compares this process's clock with the store's. Leases, deadlines, retention and an event's day depend on
 * it: a process whose clock is too far off takes no new work meanwhile (Architecture 7.1).
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../time/clock.js';
import { pause } from '../time/pause.js';
import type { Coordination } from './coordination.js';

const MAX_CLOCK_OFFSET_MS = 2_000;
const CHECK_EVERY_MS = 30_000;
const TTL_MS = 60_000;

/** The least milliseconds that the clock is off; 0 where unknown. An expiry tells the store's time. */
export async function clockOffset(coordination: Coordination, clock: Clock, name: string): Promise<number> {
  const key = `clock/${name}`;
  const before = clock.now().getTime();
  await coordination.put(key, {}, { ttl: TTL_MS });
  const after = clock.now().getTime();
  const expiresAt = (await coordination.get(key))?.expiresAt ?? null;
  if (expiresAt === null) return 0;
  const stored = expiresAt - TTL_MS;
  return Math.max(0, before - stored, stored - after);
}

/** Measures now, for acts that can't be undone: they must not rest on the last check. */
export const clockIsOff = async (coordination: Coordination, clock: Clock): Promise<boolean> =>
  (await clockOffset(coordination, clock, randomUUID())) > MAX_CLOCK_OFFSET_MS;

export interface ClockCheckParts {
  readonly coordination: Coordination;
  readonly clock: Clock;
  readonly log: Readonly<Record<'warn' | 'error', (fields: object, message: string) => void>>;
  /** The name of this process or worker. No two share a name. */
  readonly name: string;
  /** What the process doesn't do while its clock is off, for the log. */
  readonly meanwhile: string;
}

export class ClockCheck {
  private off = false;

  constructor(private readonly parts: ClockCheckParts) {}

  /** The result of the last check. */
  get isOff(): boolean {
    return this.off;
  }

  async check(): Promise<void> {
    const { coordination, clock, log, name, meanwhile } = this.parts;
    const offset = await clockOffset(coordination, clock, name).catch(() => null);
    if (offset === null) return; // the store is out of reach, so the process takes no work anyway
    const wasOff = this.off;
    this.off = offset > MAX_CLOCK_OFFSET_MS;
    if (this.off) log.error({ offset_ms: offset }, `this clock is off the store's; ${meanwhile}`);
    else if (wasOff) log.warn({ offset_ms: offset }, "this clock agrees with the store's again");
  }

  /** Checks again and again until `stopping`. */
  async watch(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      await pause(CHECK_EVERY_MS, stopping);
      await this.check();
    }
  }
}
