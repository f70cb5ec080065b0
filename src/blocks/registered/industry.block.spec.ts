import { FILES, publishedRecord, record } from '../../../test/support/basic-company-data.js';
import { FRESHNESS, runBlock } from '../../../test/support/run-block.js';
import industry from './industry.block.js';

const trade = (first: string, second = '') =>
  runBlock(industry, record({ 'SICCode.SicText_1': first, 'SICCode.SicText_2': second }), '2024-12-01');

it('says of 14413082 what it filed', () => {
  const company = publishedRecord(FILES.august2023, '14413082');
  expect(runBlock(industry, company, '2023-08-01')).toEqual({
    status: 'available',
    value: {
      sic: [
        {
          code: '33140',
          description: 'Repair of electrical equipment',
          scheme: 'uk_sic_2007',
          is_primary: true,
        },
        {
          code: '47421',
          description: 'Retail sale of mobile telephones',
          scheme: 'uk_sic_2007',
          is_primary: false,
        },
      ],
      label: 'Repair of electrical equipment',
      label_source: 'filed_sic',
      nace: [
        { code: '33.14', from_sic: '33140' },
        { code: '47.42', from_sic: '47421' },
      ],
      sic_is_generic: false,
    },
    source: 'company_register',
    as_of: '2023-08-01',
    flagged_for_review: false,
    detail: { freshness: FRESHNESS },
    derived: true,
  });
});

it('finds nothing but a generic code in 08209948', () => {
  const company = publishedRecord(FILES.december2024, '08209948');
  expect(runBlock(industry, company, '2024-12-01')).toMatchObject({
    value: { sic: [{ code: '99999' }], label: null, label_source: null, sic_is_generic: true },
  });
});

it('labels a company by its first code that says something', () => {
  expect(trade('70100 - Activities of head offices', '01120 - Growing of rice')).toMatchObject({
    value: {
      label: 'Growing of rice',
      sic_is_generic: false,
      sic: [{ is_primary: true }, { is_primary: false }],
    },
  });
});

it('takes the description from the list, not from the row', () => {
  expect(trade('62020 - some other words')).toHaveProperty(
    'value.label',
    'Information technology consultancy activities',
  );
});

it('keeps a code of the 2003 scheme with its own words and without a NACE class', () => {
  expect(trade('4531 - Installation electrical wiring etc.')).toMatchObject({
    value: {
      sic: [
        {
          code: '4531',
          description: 'Installation electrical wiring etc.',
          scheme: 'uk_sic_2003',
          is_primary: true,
        },
      ],
      label: 'Installation electrical wiring etc.',
      nace: [],
      sic_is_generic: false,
    },
  });
});

it('keeps a code that the list does not have with the words of the row', () => {
  expect(trade('12345 - Growing of moonbeams')).toHaveProperty('value.label', 'Growing of moonbeams');
});

it.each(['None Supplied', ''])('has no trade where the row says %p', (text) => {
  expect(trade(text)).toEqual({
    status: 'not_found',
    reason: 'no_sic_on_file',
    source: 'company_register',
    as_of: '2024-12-01',
    detail: { freshness: FRESHNESS },
  });
});
