import { RecordsWorld } from '../../../../../test/support/worlds/records-world.js';
import { forEachTest } from '../../../../../test/support/worlds/for-each-test.js';
import { snapshotDay } from './pay-gap-record.js';
import { payGap } from './pay-gap.source.js';

const world = forEachTest(() => new RecordsWorld());

const TODAY = [
  'EmployerName,EmployerId,Address,PostCode,CompanyNumber,SicCodes,DiffMeanHourlyPercent,DiffMedianHourlyPercent',
  'DiffMeanBonusPercent,DiffMedianBonusPercent,MaleBonusPercent,FemaleBonusPercent,MaleLowerQuartile',
  'FemaleLowerQuartile,MaleLowerMiddleQuartile,FemaleLowerMiddleQuartile,MaleUpperMiddleQuartile',
  'FemaleUpperMiddleQuartile,MaleTopQuartile,FemaleTopQuartile,CompanyLinkToGPGInfo,ResponsiblePerson,EmployerSize',
  'CurrentName,SubmittedAfterTheDeadline,DueDate,DateSubmitted',
].flatMap((line) => line.split(','));
const MILL: Record<string, string> = {
  EmployerName: 'MILL LIMITED',
  EmployerId: '7',
  CompanyNumber: '709',
  EmployerSize: '250 to 499',
  DueDate: '2020/04/05 00:00:00',
  DateSubmitted: '2020/03/01 10:00:00',
};
const file = (columns: readonly string[], ...rows: Record<string, string>[]): string => {
  const lines = rows.map((row) => columns.map((column) => `"${row[column] ?? ''}"`).join(','));
  return world.write(
    'UK Gender Pay Gap Data - 2019 to 2020.csv',
    [columns.join(','), ...lines].join('\r\n') + '\r\n',
  );
};
const without = (...columns: string[]) => TODAY.filter((column) => !columns.includes(column));
const held = () =>
  world.inForce(payGap, (edition) =>
    (edition.byNumbers(['00000709']).get('00000709')?.items ?? []).map(({ data }) => data),
  );

it.each([
  ['as it is today', TODAY, MILL],
  [
    'of 25 columns with days first, as the year 2019-20 was first published',
    without('EmployerId', 'PostCode'),
    { ...MILL, DueDate: '05/04/2020 00:00:00', DateSubmitted: '1/3/2020 10:00' },
  ],
  [
    'of the columns alone that are needed',
    ['DueDate', 'EmployerName', 'CompanyNumber', 'EmployerSize'],
    MILL,
  ],
  ['with days alone', TODAY, { ...MILL, DueDate: '2020-04-05', DateSubmitted: '01/03/2020' }],
])('reads a file %s', async (_what, columns, row) => {
  expect(await world.import(payGap, [file(columns, row)])).toMatchObject({
    ...{ outcome: 'imported', rejected: 0, as_of: '2020-04-05' },
  });
  expect(held()).toMatchObject([
    {
      employer_size: '250 to 499',
      due_on: '2020-04-05',
      submitted_on: columns.includes('DateSubmitted') ? '2020-03-01' : null,
    },
  ]);
});

it('keeps two employers of one company apart without their ids', async () => {
  const columns = without('EmployerId');
  await world.import(payGap, [file(columns, MILL, { ...MILL, EmployerName: 'MILL SHOPS' })]);
  expect(held()).toHaveLength(2);
});

it.each(['CompanyNumber', 'EmployerSize', 'DueDate', 'EmployerName'])(
  'refuses a file without %s, and names it',
  async (column) => {
    expect(await world.import(payGap, [file(without(column), MILL)])).toMatchObject({
      outcome: 'refused',
      error: 'wrong_header',
      detail: expect.stringContaining(`the pay gap CSV (it lacks the column ${column})`) as string,
    });
  },
);

it('names no columns of a table that is another', async () => {
  const other = world.write('other.csv', 'Title Number,Tenure\n1,Freehold\n');
  expect(await world.import(payGap, [other])).toMatchObject({
    detail: 'other.csv is none of the files that this source takes: the pay gap CSV',
  });
});

it('reads quoted values over any number of lines', async () => {
  const rows = [1, 10, 11, 25, 300].map((lines, at) => ({
    ...MILL,
    EmployerId: String(at),
    CompanyLinkToGPGInfo: `${'\n'.repeat(lines)}https://mill.example/`,
  }));
  expect(await world.import(payGap, [file(TODAY, ...rows)])).toMatchObject({ rows: 5, rejected: 0 });
});

it.each([
  ['2022-04-05', '2021-04-05'],
  ['2022-04-04', '2021-04-05'],
  ['2022-03-31', '2021-03-31'],
  ['2022-03-30', '2021-03-31'],
  // Put off by half a year in the year of the pandemic.
  ['2021-10-05', '2020-04-05'],
])('counts for what was due on %s on %s', (due_on, day) => {
  expect(snapshotDay(due_on)).toBe(day);
});

it('keeps a row of a number that ends with letters', async () => {
  await world.import(payGap, [file(TODAY, { ...MILL, CompanyNumber: 'IP000CUS' })]);
  expect(world.inForce(payGap, (edition) => edition.byNumbers(['IP000CUS']).has('IP000CUS'))).toBe(true);
});
