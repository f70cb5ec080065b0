import fc from 'fast-check';
import {
  NO_KEYS,
  activeKeys,
  evolve,
  introduceKey,
  rotateKey,
  type ServiceDecision,
  type ServiceState,
} from './service.decider.js';

const KEY = { key_id: '00112233445566aa', public_key: 'ab'.repeat(32) };
const OTHER = { key_id: '00112233445566bb', public_key: 'cd'.repeat(32) };
const [NOON, LATER] = ['2026-11-21T12:00:00.000Z', '2026-11-22T12:00:00.000Z'];

const after = (state: ServiceState, decision: ServiceDecision, time: string): ServiceState =>
  decision.outcome === 'refused'
    ? state
    : decision.events.reduce((next, event) => evolve(next, event, time), state);

it('introduces a key once', () => {
  const decision = introduceKey(NO_KEYS, KEY);
  expect(decision).toEqual({ outcome: 'decided', events: [{ type: 'StatementKeyIntroduced', data: KEY }] });
  const state = after(NO_KEYS, decision, NOON);
  expect([...state.values()]).toEqual([{ ...KEY, introduced_at: NOON, retired_at: null }]);
  expect(introduceKey(state, KEY)).toEqual({ outcome: 'decided', events: [] });
});

it('introduces no other key while one signs', () => {
  const state = after(NO_KEYS, introduceKey(NO_KEYS, KEY), NOON);
  expect(introduceKey(state, OTHER)).toMatchObject({ outcome: 'refused', code: 'other_key' });
});

it('retires a key for ever when another takes its place', () => {
  const introduced = after(NO_KEYS, introduceKey(NO_KEYS, KEY), NOON);
  const state = after(introduced, rotateKey(introduced, OTHER, 'rotation'), LATER);
  expect([...state.values()]).toEqual([
    { ...KEY, introduced_at: NOON, retired_at: LATER },
    { ...OTHER, introduced_at: LATER, retired_at: null },
  ]);
  expect(rotateKey(state, OTHER, 'rotation')).toEqual({ outcome: 'decided', events: [] });
  for (const decision of [introduceKey(state, KEY), rotateKey(state, KEY, 'rotation')])
    expect(decision).toMatchObject({ outcome: 'refused', code: 'key_retired' });
});

it('leaves one key that signs, whatever was introduced, retired and rotated before', () => {
  const keys = fc.constantFrom(KEY, OTHER, { ...KEY, key_id: '00000000000000cc' });
  const event = fc.record({ key: keys, type: fc.constantFrom('Introduced', 'Retired') });
  fc.assert(
    fc.property(fc.array(event), keys, (history, next) => {
      const before = history.reduce(
        (state, { key, type }) =>
          evolve(
            state,
            type === 'Introduced'
              ? { type: 'StatementKeyIntroduced', data: key }
              : { type: 'StatementKeyRetired', data: { key_id: key.key_id, reason: 'rotation' } },
            NOON,
          ),
        NO_KEYS,
      );
      const decision = rotateKey(before, next, 'rotation');
      const wasRetired = (before.get(next.key_id)?.retired_at ?? null) !== null;
      expect(decision.outcome).toBe(wasRetired ? 'refused' : 'decided');
      if (!wasRetired) expect(activeKeys(after(before, decision, LATER))).toEqual([next.key_id]);
    }),
  );
});
