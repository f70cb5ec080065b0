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

it('no more run than there are slots, in the order of asking, also after a failure', async () => {
  const slots = new FairSlots(2);
  const log: number[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const task = (name: number): Promise<void> =>
    slots.run('a', () => {
      log.push(name);
      return new Promise((resolve, reject) => {
        ends.push((failure) => (failure === undefined ? resolve() : reject(failure)));
      });
    });
  const all = Promise.allSettled([1, 2, 3, 4].map(task));
  await turn();
  expect(log).toEqual([1, 2]);
  ends[0]?.(new Error('no'));
  await turn();
  expect(log).toEqual([1, 2, 3]);
  ends[1]?.();
  await turn();
  expect(log).toEqual([1, 2, 3, 4]);
  ends[2]?.();
  ends[3]?.();
  expect((await all).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
