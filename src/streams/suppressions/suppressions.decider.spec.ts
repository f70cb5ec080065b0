import { evolve, lift, NO_SUPPRESSIONS, suppress, type HashedValue } from './suppressions.decider.js';
import type { SuppressionsEvent } from './suppressions.events.js';

const MAIL: HashedValue = { kind: 'email', value_hash: 'a1' };
const COMPANY: HashedValue = { kind: 'company_number', value_hash: 'b2' };
const SECRET = 'fingerprint';
const AT = '2026-11-22T09:00:00.000Z';

const after = (...events: readonly SuppressionsEvent[]) =>
  evolve(
    NO_SUPPRESSIONS,
    events.map((event) => ({ event, time: AT })),
  );
const suppressed = (value: HashedValue): SuppressionsEvent => ({
  type: 'ValueSuppressed',
  data: { ...value, secret: SECRET },
});

it('suppresses each value once, however often it is named', () => {
  expect(suppress(NO_SUPPRESSIONS, [MAIL, COMPANY, MAIL], SECRET).events).toEqual([
    suppressed(MAIL),
    suppressed(COMPANY),
  ]);
  expect(suppress(after(suppressed(MAIL)), [MAIL, COMPANY], SECRET).events).toEqual([suppressed(COMPANY)]);
});

it('lifts what is suppressed, and nothing else', () => {
  const state = after(suppressed(MAIL));
  expect([...state.values()]).toEqual([{ ...MAIL, secret: SECRET, suppressed_at: AT }]);
  const { events } = lift(state, ['a1', 'b2', 'a1']);
  expect(events).toEqual([{ type: 'SuppressionLifted', data: MAIL }]);
  expect(lift(after(suppressed(MAIL), ...events), ['a1']).events).toEqual([]);
});

it('suppresses anew what was lifted', () => {
  const lifted = after(suppressed(MAIL), { type: 'SuppressionLifted', data: MAIL });
  expect(suppress(lifted, [MAIL], SECRET).events).toEqual([suppressed(MAIL)]);
});
