import fc from 'fast-check';
import { closedUntil } from '../budget.js';
import { callsLeft, NO_CALLS, takeCall, type CallState } from './call-allowance.js';

const NOON = Date.parse('2026-11-22T12:00:00Z');
const TERMS: Parameters<typeof takeCall>[1] = { now: NOON, callsPerDay: 2, gapMs: 0, patienceMs: 0 };

/** So many calls one after the other. */
function after(calls: number, terms = TERMS, state: CallState = NO_CALLS): CallState {
  for (let i = 0; i < calls; i++) {
    const taken = takeCall(state, terms);
    if (taken.granted) state = taken.state;
  }
  return state;
}

it('lets so many calls out in a day, and more after midnight', () => {
  const spent = after(2);
  expect(takeCall(spent, TERMS)).toEqual({ granted: false, by: 'cap', againInMs: 12 * 3_600_000 });
  expect(callsLeft(spent, TERMS)).toBe(0);
  const tomorrow = NOON + 12 * 3_600_000;
  expect(takeCall(spent, { ...TERMS, now: tomorrow })).toMatchObject({ granted: true });
  expect(callsLeft(spent, { ...TERMS, now: tomorrow })).toBe(2);
});

it('lets none out where the cap is 0, and any number where there is none', () => {
  expect(takeCall(NO_CALLS, { ...TERMS, callsPerDay: 0 })).toMatchObject({ granted: false, by: 'cap' });
  expect(takeCall(after(5), { ...TERMS, callsPerDay: null })).toMatchObject({ granted: true });
  expect(callsLeft(NO_CALLS, { now: NOON, callsPerDay: null })).toBeNull();
});

it('asks nobody before a pause is over that the provider asked for', () => {
  const closed = closedUntil(after(1), NOON + 5_000);
  expect(takeCall(closed, TERMS)).toEqual({ granted: false, by: 'provider', againInMs: 5_000 });
  expect(callsLeft(closed, TERMS)).toBe(0);
  expect(takeCall(closed, { ...TERMS, now: NOON + 5_000 })).toMatchObject({ granted: true });
  expect(closedUntil(closed, NOON)).toEqual(closed);
});

it('gives turns that lie apart to those who wait for them', () => {
  const terms = { ...TERMS, callsPerDay: null, gapMs: 5_000, patienceMs: 10_000 };
  let state: CallState = NO_CALLS;
  const waits = [0, 1, 2, 3].map(() => {
    const taken = takeCall(state, terms);
    if (taken.granted) state = taken.state;
    return taken.granted ? taken.waitMs : taken.againInMs;
  });
  expect(waits).toEqual([0, 5_000, 10_000, 15_000]);
  expect(takeCall(state, terms)).toMatchObject({ granted: false, by: 'provider' });
});

it('is not shut by a process whose clock is far ahead', () => {
  const terms = { ...TERMS, callsPerDay: null, gapMs: 5_000, patienceMs: 0 };
  const ahead = after(1, { ...terms, now: NOON + 3_600_000 });
  const taken = takeCall(ahead, terms);
  expect(taken).toMatchObject({ granted: false, againInMs: 10_000 });
});

it('never lets more out in a day than the cap, nor two closer together than the gap', () => {
  const steps = fc.array(fc.nat(4_000_000), { maxLength: 60 });
  fc.assert(
    fc.property(
      steps,
      fc.nat(8),
      fc.nat(20_000),
      fc.nat(40_000),
      (pauses, callsPerDay, gapMs, patienceMs) => {
        let now = NOON;
        let state: CallState = NO_CALLS;
        const sent: number[] = [];
        const taken = new Map<string, number>();
        for (const passed of pauses) {
          now += passed;
          const call = takeCall(state, { now, callsPerDay, gapMs, patienceMs });
          if (!call.granted) continue;
          state = call.state;
          sent.push(now + call.waitMs);
          const day = new Date(now).toISOString().slice(0, 10);
          taken.set(day, (taken.get(day) ?? 0) + 1);
          expect(call.waitMs).toBeLessThanOrEqual(patienceMs);
        }
        for (const calls of taken.values()) expect(calls).toBeLessThanOrEqual(callsPerDay);
        for (const [i, at] of sent.entries())
          if (i > 0) expect(at - (sent[i - 1] ?? 0)).toBeGreaterThanOrEqual(gapMs);
      },
    ),
  );
});
