/** A lease on some work, so that no two processes do it at once. What the work writes must be safe in two. */
import type { Coordination } from './coordination.js';
import { Lease } from './lease.js';

const TERMS = { ttlMs: 15_000, heartbeatMs: 4_000 };

/**
 * Runs `work`, or returns `busy` where another process holds the lease `key`.
 * @param coordination undefined: no other process does such work
 */
export async function runAlone<T>(
  coordination: Coordination | undefined,
  key: string,
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  if (coordination === undefined) return work();
  const lease = await Lease.acquire(coordination, key, {}, TERMS);
  if (lease === null) return 'busy';
  try {
    return await work();
  } finally {
    await lease.release();
  }
}
