import type { FilingRecord } from '../../sources/filings/filing-record.js';
import type { NamedRecord } from './register-event.js';
import { withoutSuppressedNames } from './suppressed-names.js';

const filing = (values: FilingRecord['values']): NamedRecord<FilingRecord> => ({
  key: 'one',
  data: {
    record: 'filing',
    date: '2024-06-03',
    form: 'AP01',
    category: 'officers',
    description: 'appoint-person-director-company-with-name-date',
    values,
    capital: [],
    action_date: null,
  },
});
const valuesAfter = (
  values: FilingRecord['values'],
  ...names: string[]
): FilingRecord['values'] | undefined => withoutSuppressedNames([filing(values)], names)[0]?.data.values;

it.each([
  ['SMITH, John Paul', 'Mr John Paul Smith'],
  ['SMITH, John Paul', 'Mr John Smith'],
  ['Mr John Paul Smith', 'SMITH, John'],
  ["O'BRIEN, Áine", "Ms Áine O'Brien"],
  ['SMITH, John Paul', 'Director appointed mr john smith'],
])('leaves %s out of a filing that says %s', (suppressed, filed) => {
  expect(valuesAfter({ officer_name: filed, appointment_date: '2024-06-01' }, suppressed)).toEqual({
    officer_name: '[suppressed]',
    appointment_date: '2024-06-01',
  });
});

it.each([
  ['SMITH, John Paul', 'Ms Jane Smith'],
  ['Mr John Paul Smith', 'Ms Jane Smith'],
  ['SMITH, John Paul', 'Mr John Smithson'],
])('of %s keeps a filing that says %s', (suppressed, filed) => {
  expect(valuesAfter({ officer_name: filed }, suppressed)).toEqual({ officer_name: filed });
});

it('hands on the same filings where nobody is left out', () => {
  const filings = [filing({ officer_name: 'Mr John Smith' })];
  expect(withoutSuppressedNames(filings, [])).toBe(filings);
});
