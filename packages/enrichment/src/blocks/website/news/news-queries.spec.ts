import { record } from '../../../../../../test/support/basic-company-data.js';
import { nameAndPlaceQuery } from './news-items.js';

const asked = (CompanyName: string, town = 'LEEDS') =>
  nameAndPlaceQuery(record({ CompanyName, 'RegAddress.PostTown': town }));

it.each([
  ['BRAMLEY WIDGETS LIMITED', 'LEEDS', '"bramley widgets" leeds sourcecountry:UK'],
  ["O'NEILL & SONS LTD", 'STOKE-ON-TRENT', '"oneill and sons" "stoke on trent" sourcecountry:UK'],
  ['GREGGS PLC', 'NEWCASTLE UPON TYNE', '"greggs plc" "newcastle upon tyne" sourcecountry:UK'],
  ['BRAMLEY LIMITED', 'LEEDS', '("bramley limited" OR "bramley ltd") leeds sourcecountry:UK'],
  [
    'PROPERTY SERVICES LIMITED',
    'LEEDS',
    '("property services limited" OR "property services ltd") leeds sourcecountry:UK',
  ],
  ['FINANCIAL TIMES LIMITED(THE)', 'LEEDS', '"financial times" leeds sourcecountry:UK'],
])('%s of %s is asked for by its name and its town', (name, town, query) => {
  expect(asked(name, town)).toBe(query);
});

it.each([
  ['without a town', 'BRAMLEY WIDGETS LIMITED', ''],
  ['of one word and no ending', 'BRAMLEY', 'LEEDS'],
  ['of symbols', '!!! ???', 'LEEDS'],
  ['longer than the feed takes', `${'WIDGETS '.repeat(40)}LIMITED`, 'LEEDS'],
])('a name %s is not asked for', (_what, name, town) => {
  expect(asked(name, town)).toBeNull();
});
