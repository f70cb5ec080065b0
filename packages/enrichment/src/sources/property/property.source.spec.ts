/**
 * The titles of a file that was cut short never become an edition: its companies would be told that they own
 * nothing.
 */
import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { property } from './property.source.js';

const world = forEachTest(() => new RecordsWorld());

const HEADER =
  'Title Number,Tenure,Property Address,Postcode,Proprietor Name (1),Company Registration No. (1)';
const row = (title: string): string =>
  `"${title}","Freehold","1 Mill Lane","LS1 4AP","MILL LIMITED","17000009"`;
const ROWS = [row('TT1'), row('TT2')];
const load = (lines: readonly string[], { name = 'CCOD_FULL_2025_11.csv', update = false } = {}) =>
  world.import(property, [world.write(name, `${lines.join('\r\n')}\r\n`)], {
    update,
    maxRejectedPercent: 50,
  });

it.each([
  ['the count alone', [HEADER, ...ROWS, '"Row Count:","2"']],
  ['blank cells behind it', [HEADER, ...ROWS, '"Row Count:","2","","","",""']],
  ['no quotes', [HEADER, ...ROWS, 'Row Count:,2']],
  ['a line that is no row, which the publisher counted', [HEADER, ...ROWS, '"TT3,"x"', '"Row Count:","3"']],
])('takes a file that ends with its count: %s', async (_what, lines) => {
  expect(await load(lines)).toMatchObject({ outcome: 'imported', rows: 2 });
});

it.each([
  ['CCOD', 'rows lost', [HEADER, row('TT1'), '"Row Count:","4"'], /truncated: it says that 4 .* and 1 does/],
  [
    'CCOD',
    'rows twice',
    [HEADER, ...ROWS, ...ROWS, '"Row Count:","2"'],
    /truncated: it says that 2 .* and 4 do/,
  ],
  [
    'CCOD',
    'its last line lost',
    [HEADER, ...ROWS],
    /truncated: it has no last line that counts its lines, which are 2/,
  ],
  ['CCOD', 'a count that is none', [HEADER, ...ROWS, '"Row Count:",""'], /truncated/],
  ['CCOD', 'rows after its end', [HEADER, row('TT1'), '"Row Count:","1"', row('TT2')], /goes on after/],
  ['CCOD', 'nothing but a count', [HEADER, '"Row Count:","4"'], /truncated/],
  [
    'OCOD',
    'rows lost',
    [`${HEADER},Country Incorporated (1)`, `${row('TT1')},"JERSEY"`, '"Row Count:","2"'],
    /truncated/,
  ],
])('refuses %s with %s, and keeps the edition before', async (dataset, _what, lines, detail) => {
  const before = await load([HEADER, row('TT9'), '"Row Count:","1"'], { name: 'CCOD_FULL_2025_10.csv' });
  expect(before).toMatchObject({ outcome: 'imported' });
  const name = `${dataset}_FULL_2025_11.csv`;
  for (const update of [false, true])
    expect(await load(lines, { name, update })).toMatchObject({
      outcome: 'refused',
      error: 'corrupt_archive',
      detail: expect.stringMatching(detail) as string,
    });
  expect(world.inForce(property, ({ facts }) => facts.as_of)).toBe('2025-10-01');
});

it('keeps a title of a number that ends with letters', async () => {
  const lines = [HEADER, row('TT1').replace('17000009', 'IP000CUS'), '"Row Count:","1"'];
  expect(await load(lines)).toMatchObject({ outcome: 'imported', rows: 1 });
  expect(world.inForce(property, (edition) => edition.byNumbers(['IP000CUS']).has('IP000CUS'))).toBe(true);
});
