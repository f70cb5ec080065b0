import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import type { JobId } from '../../shared/ids.js';
import { ChunkClaims } from './chunk-claims.js';

const ID = { job: 'job_01M7ZVJ1FA6SQ4NMX82JPVDEBD' as JobId, chunk: 2 };
/** A lease that is never released would last longer than every test. */
const TERMS = { ttlMs: 3_600_000, heartbeatMs: 1 };

/** Coordination that is out of reach for what is written about attempts, while `isAway`. */
class LameCoordination extends MemoryCoordination {
  isAway = false;

  override put(...put: Parameters<MemoryCoordination['put']>): ReturnType<MemoryCoordination['put']> {
    return this.isLost(put[0]) ? Promise.reject(new Error('out of reach')) : super.put(...put);
  }
  override get(...get: Parameters<MemoryCoordination['get']>): ReturnType<MemoryCoordination['get']> {
    return this.isLost(get[0]) ? Promise.reject(new Error('out of reach')) : super.get(...get);
  }
  override delete(key: string, expected?: number): Promise<boolean> {
    return this.isLost(key) ? Promise.reject(new Error('out of reach')) : super.delete(key, expected);
  }

  private isLost(key: string): boolean {
    return this.isAway && key.startsWith('attempts/');
  }
}

let coordination: LameCoordination;
const claims = (worker: string): ChunkClaims => new ChunkClaims(coordination, worker, TERMS);

beforeEach(() => {
  coordination = new LameCoordination();
});

describe('a claim to a chunk', () => {
  it.each([true, false])('that fails halfway leaves no lease behind (fresh: %s)', async (fresh) => {
    coordination.isAway = true;
    await expect(claims('one').claim(ID, fresh)).rejects.toThrow('out of reach');
    coordination.isAway = false;
    const claim = await claims('two').claim(ID, fresh);
    expect(claim?.deaths).toBe(0);
    await claim?.lease.release();
  });

  it.each([true, false])(
    'that is given up while the store is away leaves no lease behind (done: %s)',
    async (done) => {
      const claim = await claims('one').claim(ID, true);
      if (claim === null) throw new Error('nobody else was there');
      coordination.isAway = true;
      await expect(claims('one').release(ID, claim, done)).rejects.toThrow('out of reach');
      coordination.isAway = false;
      const next = await claims('two').claim(ID, false);
      expect(next).not.toBeNull();
      await next?.lease.release();
    },
  );
});
