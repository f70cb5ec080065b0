import { changesFileFor } from './entity-ids.source.js';

it.each([
  ['2026-11-25', true, 'LastDay'],
  ['2026-11-20', true, 'LastWeek'],
  ['2026-11-01', true, 'LastMonth'],
  ['2026-09-01', true, null],
  ['2026-11-25', false, null],
  [null, false, null],
])('over what is in force of %s (whole: %s), %s is what changed', (as_of, whole, changes) => {
  expect(changesFileFor({ as_of, whole, names: new Set() }, '2026-11-26')).toBe(changes);
});
