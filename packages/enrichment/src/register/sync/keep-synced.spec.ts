import type { SyncNote } from '../../sources/kit/publication/sync-note.js';
import { nextCheck } from './keep-synced.js';

const HOUR = 3_600_000;
const LOOKED_AT = '2026-11-26T08:00:00.000Z';
const noteOf = (failures: number): SyncNote => ({
  looked_at: LOOKED_AT,
  went_well_at: null,
  failure: null,
  failures,
  taken: [],
});
const hoursAfter = (note: SyncNote | null, every: number, rhythm: number): number =>
  (nextCheck(note, { every: every * HOUR, rhythmMs: rhythm * HOUR }) - Date.parse(LOOKED_AT)) / HOUR;

it('looks at once at a source that nobody looked at', () => {
  expect(nextCheck(null, { every: HOUR, rhythmMs: HOUR })).toBe(0);
});

it.each([
  ['as often as it is told', 0, 24, 24, 24],
  ['not more often than the publisher has something new', 0, 24, 168, 168],
  ['in an hour after a failure', 1, 24, 24, 1],
  ['in two hours after two', 2, 24, 24, 2],
  ['after many failures no later than without any', 20, 24, 24, 24],
])('looks %s', (_, failures, every, rhythm, hours) => {
  expect(hoursAfter(noteOf(failures), every, rhythm)).toBe(hours);
});
