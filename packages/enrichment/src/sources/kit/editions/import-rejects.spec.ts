import { cells, csvFile, manyRows, quoted } from '../../../../../../test/support/basic-company-data.js';
import { RegisterWorld } from '../../../../../../test/support/worlds/register-world.js';
import { forEachTest } from '../../../../../../test/support/worlds/for-each-test.js';

const world = forEachTest(() => new RegisterWorld());

describe('a row that is no company', () => {
  const bad = (row: string[]): string => quoted(row);
  it.each([
    ['has too few columns', '"ONE","01234567"', /2 columns where the header has 55/],
    ['has lost a leading zero', bad(cells({ CompanyNumber: '1234567' })), /leading zero.*'01234567'/],
    ['has a number that is none', bad(cells({ CompanyNumber: '1.23E+07' })), /1\.23E\+07/],
    ['has lost zeros behind its prefix', bad(cells({ CompanyNumber: 'SC1234' })), /SC1234/],
    ['has no name', bad(cells({ CompanyName: ' ' })), /CompanyName is blank/],
    [
      'has an impossible date',
      bad(cells({ IncorporationDate: '31/02/2003' })),
      /IncorporationDate '31\/02\/2003'/,
    ],
    [
      'has a date of another form',
      bad(cells({ 'Accounts.NextDueDate': '2020-01-31' })),
      /Accounts.NextDueDate/,
    ],
    ['has a count that is none', bad(cells({ 'Mortgages.NumMortCharges': 'two' })), /NumMortCharges 'two'/],
    ['is not closed', '"OPEN,"01234567"', /./],
    ['repeats a number', bad(cells({ CompanyNumber: '10000007' })), /10000007 came in an earlier row/],
  ])('is rejected with its line when it %s', async (_what, line, reason) => {
    const file = world.write('BasicCompanyData-2024-07-01.csv', csvFile(manyRows(200)) + line + '\n');
    const outcome = await world.import([file]);
    expect(outcome).toMatchObject({ outcome: 'imported', rows: 200, rejected: 1 });
    expect(outcome.rejects).toEqual([
      { file: 'BasicCompanyData-2024-07-01.csv', line: 202, reason: expect.stringMatching(reason) as string },
    ]);
  });

  it('is rejected when it is not UTF-8', async () => {
    const latin1 = Buffer.from(quoted(cells({ CompanyName: 'CAFÉ LTD' })) + '\n', 'latin1');
    const file = world.write(
      'x-2024-07-01.csv',
      Buffer.concat([Buffer.from(csvFile(manyRows(200))), latin1]),
    );
    expect((await world.import([file])).rejects).toEqual([
      { file: 'x-2024-07-01.csv', line: 202, reason: 'the row is not UTF-8 text' },
    ]);
  });

  it('is counted, and listed up to a hundred of them', async () => {
    const rows = manyRows(300).map((row, i) => (i < 150 ? { ...row, CompanyName: '' } : row));
    const file = world.write('x-2024-07-01.csv', csvFile(rows));
    const outcome = await world.import([file], { maxRejectedPercent: 50 });
    expect(outcome).toMatchObject({ outcome: 'imported', rows: 150, rejected: 150 });
    expect(outcome.rejects).toHaveLength(100);
  });

  it('does not keep the first row of its number from being used', async () => {
    const rows = [...manyRows(200), { CompanyNumber: '10000000', CompanyName: 'A LATER ROW LIMITED' }];
    await world.import([world.write('x-2024-07-01.csv', csvFile(rows))]);
    const company = world.inForce((edition) => edition.byNumbers(['10000000']).get('10000000'));
    expect(company?.name).toBe('SYNTHETIC COMPANY 0 LIMITED');
  });
});

it('keeps a row whose number has a prefix or closing letter that clients do not know yet', async () => {
  const rows = ['IP00325C', 'IP00325R', 'IP000325', 'XX123456'].map((CompanyNumber) => ({ CompanyNumber }));
  const outcome = await world.import([world.write('x-2024-07-01.csv', csvFile(rows))]);
  expect(outcome).toMatchObject({ outcome: 'imported', rows: 4, rejected: 0 });
  expect(world.inForce((edition) => edition.byNumbers(['IP00325C', 'XX123456']).size)).toBe(2);
});
