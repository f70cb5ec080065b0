/**
 * Makes one fetch serve all processes: the first claims the reading in Coordination, the others wait until
 * the claim ends and read what was kept. Claims save work; without them, results are the same.
 */
import type { Coordination } from '../../../../platform/src/coordination/coordination.js';
import { Lease } from '../../../../platform/src/coordination/lease.js';
import { pause } from '../../../../platform/src/time/pause.js';
import { readingKind, type ReadingKind } from './reading-kinds.js';
import { nameOf, type Reading, type ReadingName } from './readings.js';

type SharedReading = Reading<ReadingKind>;

const TERMS = { ttlMs: 15_000, heartbeatMs: 5_000 };
const RETRY_MS = 250;
/** The maximum wait, longer than any claimed fetch takes. */
const LONGEST_WAIT_MS = 120_000;

export class CoordinatedClaims {
  constructor(private readonly coordination: Coordination) {}

  /** @param readKept returns the kept reading @param fetchOne fetches the reading, and keeps it if allowed */
  async once(
    name: ReadingName,
    readKept: () => Promise<SharedReading | undefined>,
    fetchOne: () => Promise<SharedReading>,
  ): Promise<SharedReading> {
    if (readingKind(name.kind).claimed !== true) return fetchOne();
    const claim = await this.claim(`reading-claims/${nameOf(name)}`);
    try {
      // The process that held the claim before may have fetched it.
      return (await readKept()) ?? (await fetchOne());
    } finally {
      await claim?.release();
    }
  }

  /** The claim; null: the reading can't be claimed, and is fetched without a claim. */
  private async claim(key: string): Promise<Lease | null> {
    const until = performance.now() + LONGEST_WAIT_MS;
    try {
      while (performance.now() < until) {
        const lease = await Lease.acquire(this.coordination, key, {}, TERMS);
        if (lease !== null) return lease;
        await pause(RETRY_MS);
      }
    } catch {
      // Coordination may be unavailable at any time.
    }
    return null;
  }
}
