import type { LogSealed } from './seals.events.js';
import { NO_SEAL, evolve, seal } from './seals.decider.js';

const aSeal = (leaves: number, root = `root of ${leaves}`): LogSealed => ({
  leaves,
  root,
  last_event: `event ${leaves}`,
  last_stream: 'account-1001',
  frontier: [root],
});
const stateOf = (...seals: readonly LogSealed[]) =>
  evolve(
    NO_SEAL,
    seals.map((data) => ({ event: { type: 'LogSealed', data }, time: '2026-11-21T12:00:00.000Z' })),
  );

it('seals a tree that was grown from the last seal', () => {
  const next = aSeal(5);
  expect(seal(NO_SEAL, null, next)).toEqual({
    outcome: 'decided',
    events: [{ type: 'LogSealed', data: next }],
  });
  expect(seal(stateOf(aSeal(2), aSeal(3)), aSeal(3), next)).toMatchObject({ events: [{ data: next }] });
});

it('seals no tree that was grown from another', () => {
  for (const before of [null, aSeal(2), aSeal(3, 'another root')])
    expect(seal(stateOf(aSeal(3)), before, aSeal(5))).toMatchObject({
      outcome: 'refused',
      code: 'overtaken',
    });
  expect(seal(NO_SEAL, aSeal(2), aSeal(5))).toMatchObject({ code: 'overtaken' });
});

it('seals nothing twice', () => {
  expect(seal(stateOf(aSeal(5)), aSeal(5), aSeal(5))).toEqual({ outcome: 'decided', events: [] });
});
