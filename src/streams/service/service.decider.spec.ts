import {
  NO_KEYS,
  evolve,
  introduceKey,
  retireKey,
  type ServiceDecision,
  type ServiceState,
} from './service.decider.js';

const KEY = { key_id: '00112233445566aa', public_key: 'ab'.repeat(32) };
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

it('retires a key once, for ever', () => {
  const introduced = after(NO_KEYS, introduceKey(NO_KEYS, KEY), NOON);
  const decision = retireKey(introduced, KEY.key_id, 'rotation');
  const state = after(introduced, decision, LATER);
  expect(state.get(KEY.key_id)).toEqual({ ...KEY, introduced_at: NOON, retired_at: LATER });
  expect(retireKey(state, KEY.key_id, 'rotation')).toEqual({ outcome: 'decided', events: [] });
  expect(introduceKey(state, KEY)).toMatchObject({ outcome: 'refused', code: 'key_retired' });
});

it('has nothing to retire where a key signed nothing', () => {
  expect(retireKey(NO_KEYS, KEY.key_id, 'rotation')).toEqual({ outcome: 'decided', events: [] });
});
