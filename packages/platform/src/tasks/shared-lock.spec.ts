import { SharedLock } from './shared-lock.js';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work that says when it began and ends when told. */
function task(log: string[], name: string): { run: () => Promise<void>; end: () => void } {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  return {
    run: async () => {
      log.push(name);
      await ended;
    },
    end: () => end(),
  };
}

describe('a shared lock', () => {
  it('lets many share, one alone, and serves in order', async () => {
    const lock = new SharedLock();
    const log: string[] = [];
    const [a, b, x, c] = ['a', 'b', 'x', 'c'].map((name) => task(log, name)) as [
      ReturnType<typeof task>,
      ReturnType<typeof task>,
      ReturnType<typeof task>,
      ReturnType<typeof task>,
    ];
    const all = [lock.shared(a.run), lock.shared(b.run), lock.exclusive(x.run), lock.shared(c.run)];
    await turn();
    expect(log).toEqual(['a', 'b']);
    a.end();
    await turn();
    expect(log).toEqual(['a', 'b']);
    b.end();
    await turn();
    expect(log).toEqual(['a', 'b', 'x']);
    x.end();
    await turn();
    expect(log).toEqual(['a', 'b', 'x', 'c']);
    c.end();
    await Promise.all(all);
  });

  it('is free again after a failure', async () => {
    const lock = new SharedLock();
    await expect(lock.exclusive(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(lock.shared(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(lock.exclusive(async () => 'yes')).resolves.toBe('yes');
  });
});
