import {
  admit,
  choosePassword,
  evolve,
  identify,
  NO_OPERATORS,
  remove,
  type OperatorsState,
} from './operators.decider.js';
import type { OperatorsEvent } from './operators.events.js';

const TIME = '2026-11-21T12:00:00.000Z';
const after = (...events: OperatorsEvent[]): OperatorsState =>
  evolve(
    NO_OPERATORS,
    events.map((event) => ({ event, time: TIME })),
  );
const admitted = (admission: number, role: 'support' | 'billing' = 'support'): OperatorsEvent => ({
  type: 'OperatorAdmitted',
  data: { name: 'alice', role, admission },
});
const chosen: OperatorsEvent = { type: 'OperatorPasswordChosen', data: { name: 'alice', admission: 1 } };
const removed: OperatorsEvent = { type: 'OperatorRemoved', data: { name: 'alice' } };

it('counts the admissions of a name, also over its removal', () => {
  expect(admit(NO_OPERATORS, 'alice', 'support').events).toEqual([admitted(1)]);
  expect(admit(after(admitted(1), removed), 'alice', 'billing').events).toEqual([admitted(2, 'billing')]);
  expect(admit(after(admitted(1)), 'bob', 'support').events).toMatchObject([{ data: { admission: 1 } }]);
});

it('lets the link of an admission be used once', () => {
  expect(choosePassword(after(admitted(1)), 'alice', 1)).toEqual({ outcome: 'decided', events: [chosen] });
  for (const state of [
    after(admitted(1), chosen),
    after(admitted(1), admitted(2)),
    after(admitted(1), removed),
  ])
    expect(choosePassword(state, 'alice', 1)).toEqual({ outcome: 'refused', code: 'link_used' });
});

it('takes the first identity that comes in through the issuer, and no other', () => {
  const [hers, another] = ['aa'.repeat(32), 'bb'.repeat(32)];
  const identified: OperatorsEvent = {
    type: 'OperatorIdentified',
    data: { name: 'alice', admission: 1, identity: hers },
  };
  const first = identify(after(admitted(1)), { name: 'alice', identity: hers });
  expect(first).toEqual({ outcome: 'decided', events: [identified] });
  const state = after(admitted(1), identified);
  expect(identify(state, { name: 'alice', identity: hers })).toEqual({ outcome: 'decided', events: [] });
  expect(identify(state, { name: 'alice', identity: another })).toMatchObject({ code: 'other_identity' });
  expect(choosePassword(state, 'alice', 1)).toMatchObject({ code: 'link_used' });
  const anew = after(admitted(1), identified, admitted(2));
  expect(identify(anew, { name: 'alice', identity: another })).toMatchObject({ outcome: 'decided' });
});

it('lets nobody in through the issuer under a name that has a password, or that is nobody’s', () => {
  const who = { name: 'alice', identity: 'aa'.repeat(32) };
  expect(identify(after(admitted(1), chosen), who)).toMatchObject({ code: 'has_password' });
  expect(identify(after(admitted(1), removed), who)).toMatchObject({ code: 'unknown_operator' });
});

it('removes who is admitted', () => {
  expect(remove(after(admitted(1)), 'alice')).toEqual({ outcome: 'decided', events: [removed] });
  expect(remove(after(admitted(1), removed), 'alice')).toEqual({
    outcome: 'refused',
    code: 'unknown_operator',
  });
  expect(after(admitted(1), chosen, removed).admitted.size).toBe(0);
});
