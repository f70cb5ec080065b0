import { FairSlots } from './fair-slots.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('owners take turns, also where one asked for much before the other came', async () => {
  const slots = new FairSlots(1);
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const work = (owner: string, name: string): Promise<void> =>
    slots.run(owner, () => {
      log.push(name);
      return new Promise((resolve) => ends.push(resolve));
    });
  const all = [work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('b', 'b1'), work('b', 'b2')];
  for (let ended = 0; ended < all.length; ended++) {
    await turn();
    ends[ended]?.();
  }
  await Promise.all(all);
  expect(log).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

it('a slot is free again after a failure', async () => {
  const slots = new FairSlots(1);
  await expect(slots.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(slots.run('b', () => Promise.resolve('yes'))).resolves.toBe('yes');
});
