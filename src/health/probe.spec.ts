/** @jest-environment node */
import { Probe } from './probe.js';

describe('a store that is looked at', () => {
  let now = 0;
  let answer: () => Promise<string>;
  const look = () =>
    new Probe(
      () => answer(),
      () => now,
    );
  beforeEach(() => (now = 0));

  it('is within reach while it answers, however slowly', async () => {
    let arrive: (text: string) => void = () => undefined;
    answer = () => new Promise((resolve) => (arrive = resolve));
    const slow = look();
    const asked = slow.probe();
    now = 9_000;
    expect(slow.unreachableReason()).toBeNull();
    arrive('here');
    await asked;
    now = 18_000;
    expect([slow.unreachableReason(), slow.lastAnswer]).toEqual([null, 'here']);
  });

  it('is out of reach once it has not answered for ten seconds, and not sooner', async () => {
    answer = () => Promise.reject(new Error('connection refused.'));
    const away = look();
    await away.probe();
    now = 9_999;
    await away.probe();
    expect(away.unreachableReason()).toBeNull();
    now = 10_000;
    expect(away.unreachableReason()).toBe('connection refused');
    answer = () => Promise.resolve('back');
    await away.probe();
    expect(away.unreachableReason()).toBeNull();
  });

  it('is too slow for requests while its last answer took more than five seconds', async () => {
    let takes = 5_000;
    answer = async () => {
      now += takes;
      return 'here';
    };
    const slow = look();
    await slow.probe();
    expect(slow.slownessReason()).toBeNull();
    takes = 5_100;
    await slow.probe();
    expect([slow.unreachableReason(), slow.slownessReason()]).toEqual([
      null,
      'it took 5.1 s to answer, and requests wait no longer than 5 s',
    ]);
    takes = 1;
    await slow.probe();
    expect(slow.slownessReason()).toBeNull();
  });

  it('is asked once at a time, and that it says nothing is told', async () => {
    jest.useFakeTimers();
    let asked = 0;
    answer = () => {
      asked += 1;
      return new Promise(() => undefined);
    };
    const silent = look();
    void silent.probe();
    void silent.probe();
    expect(asked).toBe(1);
    now = 12_000;
    expect(silent.unreachableReason()).toBe('no answer for 12 s');
    // One answer that never comes is not waited for any longer.
    await jest.advanceTimersByTimeAsync(10_000);
    void silent.probe();
    expect(asked).toBe(2);
    await jest.advanceTimersByTimeAsync(10_000);
    jest.useRealTimers();
  });
});
