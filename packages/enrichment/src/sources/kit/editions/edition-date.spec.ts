import { dateInFileNames, publicationDay } from './edition-date.js';

describe('the date of an edition', () => {
  it.each([
    ['BasicCompanyDataAsOneFile-2024-07-01.csv', '2024-07-01'],
    ['CCOD_FULL_2024_07.csv', '2024-07-01'],
    ['ONSPD_FEB_2024_UK.csv', '2024-02-01'],
    ['NSPL_AUG_2013_UK.csv', '2013-08-01'],
    ['Accounts_Monthly_Data-March2023.zip', '2023-03-01'],
    ['Accounts_Bulk_Data-2024-06-04.zip', '2024-06-04'],
  ])('is that of its file: %s', (name, day) => {
    expect(dateInFileNames([name])).toBe(day);
  });

  it.each(['releases.jsonl', 'UK Gender Pay Gap Data - 2021 to 2022.csv', 'Mayor_2024.csv', 'part1_7.csv'])(
    'is not in the name %s',
    (name) => {
      expect(dateInFileNames([name])).toBeNull();
    },
  );

  it('is the oldest, where parts differ', () => {
    expect(dateInFileNames(['a-2024-07-02.csv', 'b-2024-07-01.csv', 'c.csv'])).toBe('2024-07-01');
  });

  it('is taken for the last day of its month where what was collected until then counts', () => {
    expect(publicationDay('Accounts_Monthly_Data-February2024.zip')).toBe('2024-02-29');
    expect(publicationDay('Accounts_Bulk_Data-2024-06-04.zip')).toBe('2024-06-04');
  });
});
