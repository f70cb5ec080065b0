import { end, evolve, NO_ACTS, prepare, start, type MaintenanceState } from './maintenance.decider.js';
import type { MaintenanceEnded, MaintenanceEvent, TakeOverPrepared } from './maintenance.events.js';

const NOON = '2026-11-22T12:00:00.000Z';
const WISH = {
  act: 'form_1',
  operator: 'alice',
  reason: 'ticket 4711',
  what: { kind: 'read_model_rebuild', name: 'usage' },
} as const;
const PREPARED: TakeOverPrepared = {
  act: 'form_1',
  read_model: 'usage',
  generation: 3,
  verdict: 'different',
  differences: 2,
};
const ENDED: MaintenanceEnded = {
  act: 'form_1',
  outcome: 'done',
  detail: null,
  verdict: 'different',
  changed: true,
};
const STARTED: MaintenanceEvent = { type: 'MaintenanceStarted', data: WISH };

const after = (...events: MaintenanceEvent[]): MaintenanceState =>
  evolve(
    NO_ACTS,
    events.map((event) => ({ event, time: NOON })),
  );

it('starts an act once, with the reason that was given', () => {
  expect(start(NO_ACTS, WISH)).toEqual({ outcome: 'decided', events: [STARTED] });
  expect(start(NO_ACTS, { ...WISH, reason: '  ' })).toMatchObject({ events: [{ data: { reason: null } }] });
  expect(start(after(STARTED), WISH)).toEqual({ outcome: 'refused', code: 'started_before' });
});

it('prepares and ends what is under way, and nothing else', () => {
  expect(prepare(after(STARTED), PREPARED)).toMatchObject({ events: [{ type: 'TakeOverPrepared' }] });
  expect(end(after(STARTED), ENDED)).toMatchObject({ events: [{ type: 'MaintenanceEnded' }] });
  for (const state of [NO_ACTS, after(STARTED, { type: 'MaintenanceEnded', data: ENDED })]) {
    expect(prepare(state, PREPARED)).toMatchObject({ code: 'not_under_way' });
    expect(end(state, ENDED)).toMatchObject({ code: 'not_under_way' });
  }
});

it('knows of each act how far it came', () => {
  const state = after(STARTED, { type: 'TakeOverPrepared', data: PREPARED });
  expect([...state.values()]).toEqual([{ ...WISH, started_at: NOON, prepared: PREPARED, ended: null }]);
  const over = after(STARTED, { type: 'MaintenanceEnded', data: ENDED });
  expect(over.get('form_1')?.ended).toEqual({ ...ENDED, ended_at: NOON });
});
