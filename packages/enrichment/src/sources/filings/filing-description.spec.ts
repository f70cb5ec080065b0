import { filingTitle } from './filing-description.js';
import type { FilingRecord } from './filing-record.js';

const title = (
  description: string | null,
  values: Record<string, string> = {},
  more: Partial<FilingRecord> = {},
) =>
  filingTitle({
    record: 'filing',
    date: '2026-01-02',
    action_date: null,
    form: 'XX01',
    category: null,
    description,
    values,
    capital: [],
    ...more,
  });

it.each([
  [
    'fills in what was filed, without markup',
    title('confirmation-statement-with-no-updates', { made_up_date: '2025-06-08' }),
    'Confirmation statement made on 2025-06-08 with no updates',
  ],
  [
    'says its lead alone where something for the rest is missing',
    title('mortgage-create-with-deed-with-charge-number-charge-creation-date', { charge_number: '1' }),
    'Registration of charge',
  ],
  [
    'finds a value whose name is spelt with a blank in the list',
    title('mortgage-charge-whole-release-with-charge-number-satisfaction-date', {
      charge_number: '4',
      mortgage_satisfaction_date: '2016-12-13',
    }),
    'All of the property or undertaking has been released from charge 4 on 2016-12-13',
  ],
  [
    'shows the text of an older filing',
    title('legacy', { description: 'Particulars of a mortgage or charge / charge no: 3' }),
    'Particulars of a mortgage or charge / charge no: 3',
  ],
  ['names a key that the list does not have', title('quite-new-key'), 'Quite new key'],
  ['names the form where nothing is said', title(null), 'Form XX01'],
  [
    'adds the capital that the filing states',
    title(
      'capital-allotment-shares',
      { date: '2014-07-31' },
      { capital: [{ figure: '99,999', currency: 'GBP' }] },
    ),
    'Statement of capital following an allotment of shares on 2014-07-31: GBP 99,999',
  ],
])('%s', (_what, shown, expected) => {
  expect(shown).toBe(expected);
});

it('is one line of at most 200 characters, whatever was filed', () => {
  const shown = title('legacy', { description: `a\\b ${'x'.repeat(400)}` });
  expect(shown).toHaveLength(200);
  expect(shown).toMatch(/^a b x/);
});
