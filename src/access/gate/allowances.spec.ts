import fc from 'fast-check';
import type { AllowanceLimit, Taken, Window } from './allowances.js';
import { Windows, rateLimitHeaders, retryAfterSeconds, takeFrom } from './allowances.js';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);
const BOTH = [
  { name: 'default', limit: 3 },
  { name: 'resolve', limit: 1 },
] as const;
const ONE = [{ name: 'default', limit: 3 }] as const;

/** The allowances of one process alone: what several of them share in `SharedAllowances`. */
class AllowancesInMemory {
  private readonly windows = new Windows((ends): Window => ({ ends, used: 0 }));

  take(keyId: string, limits: readonly AllowanceLimit[], now: Date): Taken {
    const time = now.getTime();
    return takeFrom(this.windows.of(keyId, limits, time), limits, time);
  }
}

describe('allowances', () => {
  it('count in a window of 60 s from the first call', () => {
    const allowances = new AllowancesInMemory();
    const taken = [0, 10, 20, 59, 60, 61].map((second) => allowances.take('k', ONE, at(second)));
    expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, true, false, true, true]);
    expect(taken.map(({ states }) => states[0]?.remaining)).toEqual([2, 1, 0, 0, 2, 1]);
    expect(taken.map(({ states }) => states[0]?.reset_ms)).toEqual([
      60_000, 50_000, 40_000, 1_000, 60_000, 59_000,
    ]);
  });

  it('take both of a resolve, or neither when one is spent', () => {
    const allowances = new AllowancesInMemory();
    expect(allowances.take('k', BOTH, at(0)).allowed).toBe(true);
    const refused = allowances.take('k', BOTH, at(1));
    expect([refused.allowed, refused.states.map(({ remaining }) => remaining)]).toEqual([false, [2, 0]]);
    expect(retryAfterSeconds(refused.states)).toBe(59);
    expect(allowances.take('k', ONE, at(2)).states[0]?.remaining).toBe(1);
  });

  it('keep keys apart', () => {
    const allowances = new AllowancesInMemory();
    for (let call = 0; call < 3; call++) allowances.take('one', ONE, at(0));
    expect(allowances.take('one', ONE, at(0)).allowed).toBe(false);
    expect(allowances.take('two', ONE, at(0)).allowed).toBe(true);
  });

  it('start afresh when the clock was set back by more than a window', () => {
    const allowances = new AllowancesInMemory();
    for (let call = 0; call < 3; call++) allowances.take('k', ONE, at(86_400));
    expect(allowances.take('k', ONE, at(0)).allowed).toBe(true);
  });

  it('are written in the form of draft 10', () => {
    const { states } = new AllowancesInMemory().take('k', BOTH, at(0));
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
          const allowances = new AllowancesInMemory();
          let second = 0;
          let window = { from: -Infinity, used: 0 };
          for (const pause of pauses) {
            second += pause;
            if (second >= window.from + 60) window = { from: second, used: 0 };
            const { allowed } = allowances.take('k', [{ name: 'default', limit }], at(second));
            expect(allowed).toBe(window.used < limit);
            if (allowed) window.used += 1;
          }
        },
      ),
    );
  });
});
