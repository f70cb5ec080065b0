import { publicationDay } from '../kit/editions/edition-date.js';
import { fileAt } from '../kit/publication/listed-files.js';
import { archivesToTake } from './accounts.source.js';

const listed = (...names: readonly string[]) =>
  names.map((name) => ({ ...fileAt(name, new URL('https://example.org')), day: publicationDay(name) ?? '' }));

const DAYS = listed(
  ...['2026-10-30', '2026-11-03', '2026-11-04'].map((day) => `Accounts_Bulk_Data-${day}.zip`),
);
const MONTHS = listed(
  ...['August2026', 'September2026', 'October2026'].map((month) => `Accounts_Monthly_Data-${month}.zip`),
);

it.each([
  [
    'of nothing, all months and the days after them',
    '',
    ['August2026', 'September2026', 'October2026', '2026-11-03', '2026-11-04'],
  ],
  ['of yesterday, the day since', '2026-11-03', ['2026-11-04']],
  [
    'of a day before the last month’s end, the days since, and no month',
    '2026-10-30',
    ['2026-11-03', '2026-11-04'],
  ],
  [
    'of a day that the list of days no longer reaches, the months since',
    '2026-09-12',
    ['September2026', 'October2026', '2026-11-03', '2026-11-04'],
  ],
  ['of today, nothing', '2026-11-04', []],
])('an edition %s', (_, reach, taken) => {
  const names = archivesToTake(DAYS, MONTHS, reach).map(({ name }) => /-(.+)\.zip$/.exec(name)?.[1]);
  expect(names).toEqual(taken);
});
