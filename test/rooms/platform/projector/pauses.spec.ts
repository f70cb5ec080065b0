import { getEventListeners } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { abortOf } from '../../../../packages/platform/src/projector/pauses.js';

describe.each([0, 1])('of two signals, number %d', (which) => {
  const both = [new AbortController(), new AbortController()] as const;
  const [first, second] = both.map(({ signal }) => signal) as [AbortSignal, AbortSignal];

  it('ends the wait, which leaves nothing behind', async () => {
    let isOver = false;
    const waiting = abortOf(first, second).then(() => (isOver = true));
    await setImmediate();
    expect(isOver).toBe(false);
    both[which]?.abort();
    await waiting;
    expect([first, second].map((signal) => getEventListeners(signal, 'abort'))).toEqual([[], []]);
  });

  it('is not waited for where it said so before', async () => {
    await abortOf(first, second);
    expect(getEventListeners(first, 'abort')).toEqual([]);
  });
});
