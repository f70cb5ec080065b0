import { MemoryCoordination } from '../../../../test/support/stores/memory-coordination.js';
import type { Coordination } from './coordination.js';
import { Lease } from './lease.js';

const TERMS = { ttlMs: 100, heartbeatMs: 1 };

class TurnedClock {
  private at = 0;
  readonly now = (): number => this.at;
  pass(milliseconds: number): void {
    this.at += milliseconds;
  }
}

/** Heartbeats run on real timers: waits until one has been seen. */
async function nextBeat(coordination: Coordination): Promise<void> {
  const before = (await coordination.get('k'))?.version;
  while ((await coordination.get('k'))?.version === before)
    await new Promise((resolve) => setTimeout(resolve, 1));
}

describe('a lease', () => {
  it('is held by one at a time', async () => {
    const coordination = new MemoryCoordination();
    const first = await Lease.acquire(coordination, 'k', { holder: 'a' }, TERMS);
    expect(first?.isHeld).toBe(true);
    expect(await Lease.acquire(coordination, 'k', { holder: 'b' }, TERMS)).toBeNull();
    await first?.release();
    const second = await Lease.acquire(coordination, 'k', { holder: 'b' }, TERMS);
    expect(second?.isHeld).toBe(true);
    await second?.release();
  });

  it('outlives its time to live while its holder lives', async () => {
    const clock = new TurnedClock();
    const coordination = new MemoryCoordination(clock.now);
    const lease = await Lease.acquire(coordination, 'k', {}, TERMS);
    for (let round = 0; round < 3; round++) {
      clock.pass(90);
      await nextBeat(coordination);
    }
    expect(await Lease.acquire(coordination, 'k', {}, TERMS)).toBeNull();
    await lease?.release();
  });

  it('of a holder that fell silent goes to whoever asks, and stays there', async () => {
    const clock = new TurnedClock();
    const coordination = new MemoryCoordination(clock.now);
    const silent = await Lease.acquire(coordination, 'k', {}, { ttlMs: 100, heartbeatMs: 1_000_000 });
    clock.pass(101);
    const next = await Lease.acquire(coordination, 'k', {}, TERMS);
    expect(next).not.toBeNull();
    await silent?.release();
    expect(await Lease.acquire(coordination, 'k', {}, TERMS)).toBeNull();
    await next?.release();
  });

  it('notices that it was lost', async () => {
    const coordination = new MemoryCoordination();
    const lease = await Lease.acquire(coordination, 'k', {}, TERMS);
    await coordination.delete('k');
    while (lease?.isHeld === true) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(lease?.isHeld).toBe(false);
  });

  it('survives a heartbeat that did not get through', async () => {
    const coordination = new MemoryCoordination();
    const lease = await Lease.acquire(coordination, 'k', {}, TERMS);
    const put = coordination.put.bind(coordination);
    let failed = false;
    coordination.put = (key, value, options) => {
      if (failed) return put(key, value, options);
      failed = true;
      return Promise.reject(new Error('out of reach'));
    };
    await nextBeat(coordination);
    expect(failed).toBe(true);
    expect(lease?.isHeld).toBe(true);
    await lease?.release();
  });
});
