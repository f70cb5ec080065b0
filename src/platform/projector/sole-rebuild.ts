/**
 * A lease on the rebuild of a lane, so that two processes don't do the same work. It only saves work: the lane's
 * compare-and-set decides who switches. The lease of a killed process runs out.
 */
import { Lease } from '../coordination/lease.js';
import type { ProjectorStores } from './lane.js';

const TERMS = { ttlMs: 15_000, heartbeatMs: 4_000 };

/** Runs `work`. @returns `busy` without running it where another process rebuilds the lane */
export async function soleRebuild<T>(
  { coordination }: ProjectorStores,
  lane: string,
  work: () => Promise<T>,
): Promise<T | 'busy'> {
  if (coordination === undefined) return work();
  const lease = await Lease.acquire(coordination, `rebuild/${lane}`, {}, TERMS);
  if (lease === null) return 'busy';
  try {
    return await work();
  } finally {
    await lease.release();
  }
}
