import { inParallel } from './in-parallel.js';

/** Items that finish only when told. */
function manual(): {
  started: number[];
  work: (item: number) => Promise<void>;
  finish: (item: number) => void;
} {
  const started: number[] = [];
  const finishers = new Map<number, () => void>();
  return {
    started,
    work: (item) => {
      started.push(item);
      return new Promise((resolve) => finishers.set(item, resolve));
    },
    finish: (item) => finishers.get(item)?.(),
  };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('working in parallel', () => {
  it('has no more under way than it may', async () => {
    const { started, work, finish } = manual();
    const all = inParallel([1, 2, 3], 2, work);
    await turn();
    expect(started).toEqual([1, 2]);
    finish(2);
    await turn();
    expect(started).toEqual([1, 2, 3]);
    finish(1);
    finish(3);
    await all;
  });

  it('starts nothing after a failure, and throws it once the rest is done', async () => {
    const started: number[] = [];
    const failing = inParallel([1, 2, 3, 4], 2, async (item) => {
      started.push(item);
      await turn();
      if (item === 1) throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(started).toEqual([1, 2]);
  });

  it('does nothing with nothing', async () => {
    await expect(inParallel([], 4, () => Promise.reject(new Error('no')))).resolves.toBeUndefined();
  });
});
