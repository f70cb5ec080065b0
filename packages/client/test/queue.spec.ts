import { Queue } from '../src/queue.js';

/** Lets everything run that is not waiting. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

/** Pauses that end when the test says so. */
function pauses() {
  const open: { milliseconds: number; end: () => void }[] = [];
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((end) => void open.push({ milliseconds, end }));
  return { open, pause };
}

const told = (left: number, seconds: number): Headers =>
  new Headers({ ratelimit: `"default";r=500;t=50, "resolve";r=${left};t=${seconds}` });

function world(atOnce: number) {
  const { open, pause } = pauses();
  const clock = { now: 1_000_000 };
  const queue = new Queue(atOnce, pause, () => clock.now);
  const begun: string[] = [];
  const call = (name: string, signal?: AbortSignal): Promise<void> =>
    queue.enter(signal).then(() => void begun.push(name));
  return { queue, begun, call, open, clock };
}

describe('the queue of resolves', () => {
  it('lets so many go at once, in the order in which they came', async () => {
    const { queue, begun, call } = world(2);
    const calls = ['a', 'b', 'c', 'd'].map((name) => call(name));
    await settled();
    expect(begun).toEqual(['a', 'b']);
    queue.leave(null);
    queue.leave(null);
    await Promise.all(calls);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('sends none that the service would only refuse, until the allowance begins anew', async () => {
    const { queue, begun, call, open, clock } = world(3);
    await call('a');
    queue.leave(told(1, 30));
    const calls = [call('b'), call('c'), call('d')];
    await settled();
    expect(begun).toEqual(['a', 'b']);
    queue.leave(told(0, 30));
    await settled();
    expect(open.map(({ milliseconds }) => milliseconds)).toEqual([30_000]);
    clock.now += 30_000;
    open[0]?.end();
    await Promise.all(calls);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('passes over a call that was broken off while it waited', async () => {
    const { queue, begun, call } = world(1);
    const broken = new AbortController();
    await call('a');
    const [b, c] = [call('b', broken.signal), call('c')];
    broken.abort(new Error('no longer wanted'));
    await expect(b).rejects.toThrow('no longer wanted');
    queue.leave(null);
    await c;
    expect(begun).toEqual(['a', 'c']);
  });
});
