import fc from 'fast-check';
import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import { rateLimitHeaders, retryAfterSeconds, type RateLimit, type RateLimitResult } from './rate-limits.js';
import { SharedRateLimits } from './shared-rate-limits.js';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const BOTH = [
  { name: 'default', limit: 3 },
  { name: 'resolve', limit: 1 },
] as const;
const ONE = [{ name: 'default', limit: 3 }] as const;

/** The rate limits of one process alone, which answers without the store. */
class RateLimitsInMemory {
  private readonly limits = new SharedRateLimits({
    coordination: new MemoryCoordination(() => 0),
    presence: { hasOthers: false, start: () => Promise.resolve(), stop: () => Promise.resolve() },
    now: () => 0,
  });

  take(keyId: string, limits: readonly RateLimit[], now: Date): RateLimitResult {
    const result = this.limits.countCall(keyId, limits, now);
    if (result instanceof Promise) throw new Error('a process alone asked the store');
    return result;
  }
}

describe('rate limits', () => {
  it('count in a window of 60 s from the first call', () => {
    const limits = new RateLimitsInMemory();
    const taken = [0, 10, 20, 59, 60, 61].map((second) => limits.take('k', ONE, at(second)));
    expect(taken.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, false, true, true]);
    expect(taken.map(({ states }) => states[0]?.remaining)).toEqual([2, 1, 0, 0, 2, 1]);
    expect(taken.map(({ states }) => states[0]?.reset_ms)).toEqual([
      60_000, 50_000, 40_000, 1_000, 60_000, 59_000,
    ]);
  });

  it('count a resolve against both, or neither when one is used up', () => {
    const limits = new RateLimitsInMemory();
    expect(limits.take('k', BOTH, at(0)).isAllowed).toBe(true);
    const refused = limits.take('k', BOTH, at(1));
    expect([refused.isAllowed, refused.states.map(({ remaining }) => remaining)]).toEqual([false, [2, 0]]);
    expect(retryAfterSeconds(refused.states)).toBe(59);
    expect(limits.take('k', ONE, at(2)).states[0]?.remaining).toBe(1);
  });

  it('keep keys apart', () => {
    const limits = new RateLimitsInMemory();
    for (let call = 0; call < 3; call++) limits.take('one', ONE, at(0));
    expect(limits.take('one', ONE, at(0)).isAllowed).toBe(false);
    expect(limits.take('two', ONE, at(0)).isAllowed).toBe(true);
  });

  it('start afresh when the clock was set back by more than a window', () => {
    const limits = new RateLimitsInMemory();
    for (let call = 0; call < 3; call++) limits.take('k', ONE, at(86_400));
    expect(limits.take('k', ONE, at(0)).isAllowed).toBe(true);
  });

  it('are written in the form of draft 10', () => {
    const { states } = new RateLimitsInMemory().take('k', BOTH, at(0));
    expect(rateLimitHeaders(states)).toEqual({
      'RateLimit-Policy': '"default";q=3;w=60, "resolve";q=1;w=60',
      RateLimit: '"default";r=2;t=60, "resolve";r=0;t=60',
    });
  });

  it('are told in whole seconds, begun ones counted, and never as over at once', () => {
    const state = (reset_ms: number) => ({ name: 'default', limit: 3, remaining: 2, reset_ms }) as const;
    const told = [0, 1, 999, 1_000, 1_001, 60_000].map((ms) => rateLimitHeaders([state(ms)])['RateLimit']);
    expect(told).toEqual([1, 1, 1, 1, 2, 60].map((seconds) => `"default";r=2;t=${seconds}`));
  });

  it('never let more through in any window than agreed, nor fewer than asked for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(40), { maxLength: 200 }),
        fc.integer({ min: 0, max: 9 }),
        (pauses, limit) => {
          const limits = new RateLimitsInMemory();
          let second = 0;
          let window = { from: -Infinity, used: 0 };
          for (const pause of pauses) {
            second += pause;
            if (second >= window.from + 60) window = { from: second, used: 0 };
            const { isAllowed } = limits.take('k', [{ name: 'default', limit }], at(second));
            expect(isAllowed).toBe(window.used < limit);
            if (isAllowed) window.used += 1;
          }
        },
      ),
    );
  });
});
