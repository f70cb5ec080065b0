import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import { failedRow } from '../../../packages/enrichment/src/pipeline/write/write-row.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
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

  it('that this worker could not give back in good order counts as no death of it', async () => {
    const worker = claims('one');
    for (let outage = 0; outage < 3; outage++) {
      const claim = await worker.claim(ID, outage === 0);
      if (claim === null) throw new Error('nobody else was there');
      expect(claim.deaths).toBe(0);
      coordination.isAway = true;
      await expect(worker.release(ID, claim, false)).rejects.toThrow('out of reach');
      coordination.isAway = false;
    }
  });
});

it('is had by one worker at a time, and each chunk by itself', async () => {
  const first = await claims('one').claim(ID, true);
  expect(await claims('two').claim(ID, true)).toBeNull();
  const second = await claims('two').claim({ ...ID, chunk: 3 }, true);
  expect(second).not.toBeNull();
  const keys = (await coordination.range('attempts/', 'attempts/~')).map(({ key }) => key.split('.')[1]);
  expect(keys).toEqual(['000002', '000003']);
  await first?.lease.release();
  await second?.lease.release();
});

describe('the workers that died on a chunk', () => {
  const claimed = async (fresh = false) => {
    const claim = await claims('one').claim(ID, fresh);
    if (claim === null) throw new Error('nobody else was there');
    return claim;
  };
  /** Its lease ends, and it says nothing more. */
  const died = async (fresh = false): Promise<void> => (await claimed(fresh)).lease.release();
  const deaths = async (): Promise<number> => {
    const claim = await claimed();
    await claim.lease.release();
    return claim.deaths;
  };

  it('are counted one by one', async () => {
    await died(true);
    await died();
    expect(await deaths()).toBe(2);
  });

  it('are none where the worker gave the chunk up in good order', async () => {
    await claims('one').release(ID, await claimed(true), false);
    expect(await coordination.get('attempts/job_01M7ZVJ1FA6SQ4NMX82JPVDEBD.000002')).toBeUndefined();
    expect(await deaths()).toBe(0);
  });

  it('are not forgotten by one that gave it up in good order, nor is that one counted', async () => {
    await died(true);
    await claims('two').release(ID, await claimed(), false);
    expect(await deaths()).toBe(1);
  });

  it('are forgotten once the chunk is done', async () => {
    await died(true);
    await died();
    await claims('two').release(ID, await claimed(), true);
    expect(await deaths()).toBe(0);
  });

  it('are none of a chunk that was never started, whatever a note says', async () => {
    await died(true);
    const claim = await claimed(true);
    expect(claim.deaths).toBe(0);
    await claim.lease.release();
    expect(await deaths()).toBe(1);
  });

  it('are forgotten after a day', async () => {
    const now = { at: 0 };
    coordination = new LameCoordination(() => now.at);
    const hour = 3_600_000;
    await died(true);
    now.at += 23 * hour;
    expect((await coordination.range('attempts/', 'attempts/~')).map(({ value }) => value)).toEqual([
      { open: 1 },
    ]);
    now.at += hour;
    expect(await deaths()).toBe(0);
  });
});

describe('the rows that workers died on', () => {
  const NONE = { row: null, deaths: 0, rowsAtDeath: [], lostRows: [] };
  const MARKED = { row: 7, deaths: 3, rowsAtDeath: [{ row: 5, deaths: 2 }], lostRows: [3, 5] };

  it('are kept from worker to worker until they are cleared, and of each chunk apart', async () => {
    expect(await claims('one').readSuspects(ID)).toEqual(NONE);
    await claims('one').markSuspect(ID, MARKED);
    expect(await claims('two').readSuspects(ID)).toEqual(MARKED);
    expect(await claims('two').readSuspects({ ...ID, chunk: 3 })).toEqual(NONE);
    await claims('two').clearSuspects(ID);
    expect(await claims('one').readSuspects(ID)).toEqual(NONE);
  });

  it('are read as an older version notes them, and it reads what this one notes', async () => {
    const key = `suspects/${ID.job}.000002`;
    await coordination.put(key, { row: 7, deaths: 2, lost: [3] });
    expect(await claims('one').readSuspects(ID)).toEqual({
      row: 7,
      deaths: 2,
      rowsAtDeath: [],
      lostRows: [3],
    });
    await claims('one').markSuspect(ID, MARKED);
    expect((await coordination.get(key))?.value).toMatchObject({ row: 7, deaths: 3, lost: [3, 5] });
  });
});

describe('answers of a chunk whose workers died', () => {
  const editions = { companies: '2026-11-01' };
  const answer = failedRow(7, { ref: 'é', company_name: 'A' }, 'not_matched');
  const kept = { row: 7, deaths: 2, editions, answer };

  it('come back to the byte, in the order of rows, until they are cleared, and of each chunk apart', async () => {
    await claims('one').keepAnswer(ID, { ...kept, row: 10 });
    await claims('one').keepAnswer(ID, kept);
    await claims('one').keepAnswer({ ...ID, chunk: 3 }, kept);
    expect(await claims('two').readKeptAnswers(ID)).toEqual([kept, { ...kept, row: 10 }]);
    await claims('two').clearSuspects(ID);
    expect(await claims('two').readKeptAnswers(ID)).toEqual([]);
    expect(await claims('two').readKeptAnswers({ ...ID, chunk: 3 })).toEqual([kept]);
  });

  it('are forgotten after an hour', async () => {
    const now = { at: 0 };
    coordination = new LameCoordination(() => now.at);
    await claims('one').keepAnswer(ID, kept);
    now.at += 3_600_000;
    expect(await claims('one').readKeptAnswers(ID)).toEqual([]);
  });
});
