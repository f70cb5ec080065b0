import { Slots } from './slots.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('slots', () => {
  it('lets no more in than there are, in the order of asking, also after a failure', async () => {
    const slots = new Slots(2);
    const log: number[] = [];
    const ends: ((failure?: Error) => void)[] = [];
    const task = (name: number): Promise<void> =>
      slots.run(() => {
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
});
