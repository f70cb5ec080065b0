/**
 * Whether this process's clock agrees with the store's. Leases, live deadlines and retention depend on clocks: a
 * process that is too far off takes nothing on until it is right again (Architecture 7.1).
 */
import type { Clock } from '../../platform/time/clock.js';
import type { Coordination } from '../../platform/coordination/coordination.js';

export const MOST_CLOCK_OFFSET_MS = 2_000;

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
