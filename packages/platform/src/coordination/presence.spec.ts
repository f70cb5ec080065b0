import { MemoryCoordination } from '../../../../test/support/stores/memory-coordination.js';
import { eventually } from '../../../../test/support/eventually.js';
import { Presence } from './presence.js';

const SOON = { beatMs: 5, ttlMs: 60_000 };

describe('presence', () => {
  it('tells whether others of the kind are there, from the first look on', async () => {
    const coordination = new MemoryCoordination();
    const [one, two, another] = [
      new Presence(coordination, 'api', SOON),
      new Presence(coordination, 'api', SOON),
      new Presence(coordination, 'worker', SOON),
    ];
    await another.start();
    await one.start();
    expect(one.hasOthers).toBe(false);
    await two.start();
    expect(two.hasOthers).toBe(true);
    await eventually('the second is seen', async () => one.hasOthers);
    await two.stop();
    await eventually('the second is missed', async () => !one.hasOthers);
    await Promise.all([one.stop(), another.stop()]);
  });

  it('misses one that was killed when its entry has run out', async () => {
    let now = 0;
    const coordination = new MemoryCoordination(() => now);
    await coordination.put('presence/api/killed', {}, { ttl: 5_000 });
    const one = new Presence(coordination, 'api', SOON);
    await one.start();
    expect(one.hasOthers).toBe(true);
    now = 5_000;
    await eventually('the killed one is missed', async () => !one.hasOthers);
    await one.stop();
  });

  it('supposes others until it has looked, and what it saw last while it can not look', async () => {
    const coordination = new MemoryCoordination();
    const one = new Presence(coordination, 'api', SOON);
    expect(one.hasOthers).toBe(true);
    const range = jest.spyOn(coordination, 'range').mockRejectedValue(new Error('away'));
    await one.start();
    expect(one.hasOthers).toBe(true);
    range.mockRestore();
    await eventually('the first look', async () => !one.hasOthers);
    await one.stop();
  });
});
