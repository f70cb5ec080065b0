import {
  admit,
  choosePassword,
  evolve,
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

it('removes who is admitted', () => {
  expect(remove(after(admitted(1)), 'alice')).toEqual({ outcome: 'decided', events: [removed] });
  expect(remove(after(admitted(1), removed), 'alice')).toEqual({
    outcome: 'refused',
    code: 'unknown_operator',
  });
  expect(after(admitted(1), chosen, removed).admitted.size).toBe(0);
});
