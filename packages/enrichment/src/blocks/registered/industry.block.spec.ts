import { FILES, publishedRecord, record } from '../../../../../test/support/basic-company-data.js';
import { heldRecords, readSample } from '../../../../../test/support/accounts-records.js';
import { answerOfSite, ownSite } from '../../../../../test/support/sites/accepted-site.js';
import { aFact, FRESHNESS, runBlock } from '../../../../../test/support/run-block.js';
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
    detail: { freshness: FRESHNESS, nace_revision: '2' },
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
          description: 'Installation of electrical wiring etc.',
          scheme: 'uk_sic_2003',
          is_primary: true,
        },
      ],
      label: 'Installation of electrical wiring etc.',
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

describe('beside what its own texts say', () => {
  const GENERIC = { 'SICCode.SicText_1': '82990 - Other business support service activities n.e.c.' };
  const SOFTWARE = { 'SICCode.SicText_1': '62012 - Business and domestic software development' };
  const DENTAL = 'The principal activity of the company is that of dental practice.';
  const described = (filed: typeof GENERIC, description: string) => {
    const read = readSample('Prod223_2911_05380971_20200831.html');
    if (read.status !== 'read') throw new Error('the sample is not read');
    const accounts = heldRecords({ ...read, description });
    return runBlock(industry, record(filed), '2024-12-01', {
      accounts: aFact(accounts, '2024-06-30'),
    });
  };

  it('takes the label from accounts where every filed code is generic', () => {
    expect(described(GENERIC, DENTAL)).toMatchObject({
      flagged_for_review: false,
      value: { label: 'Dental practice activities', label_source: 'accounts_text', sic_is_generic: true },
      detail: {
        inputs: [{ source: 'company_register_accounts', as_of: '2020-08-31', value: DENTAL }],
      },
    });
  });

  it('has no label where the text is not sure of a code', () => {
    for (const text of ['Letting of property', 'The company provides services to dentists.'])
      expect(described(GENERIC, text)).toMatchObject({ value: { label: null, label_source: null } });
  });

  it('says that accounts contradict the filed codes, and keeps the filed label', () => {
    expect(described(SOFTWARE, DENTAL)).toMatchObject({
      flagged_for_review: true,
      value: { label: 'Business and domestic software development', label_source: 'filed_sic' },
      detail: { advisories: ['label_contradicts_filed_sic'], inputs: [{ value: DENTAL }] },
    });
    expect(described(SOFTWARE, 'Software development')).not.toHaveProperty('detail.advisories');
  });

  const PAGE = '<p>Bramley Pumps Limited provides dental services in the heart of Leeds and Bradford.</p>';
  const onSite = (filed: typeof GENERIC, request: Parameters<typeof answerOfSite>[1]['request']) =>
    answerOfSite(industry, {
      site: ownSite({ '/': PAGE }),
      row: filed,
      ...(request !== undefined && { request }),
    });

  it('takes the label from a kept website of its own', () => {
    expect(onSite(GENERIC, undefined)).toMatchObject({
      value: { label: 'Dental practice activities', label_source: 'website' },
      detail: { inputs: [{ source: 'own_website', as_of: '2026-11-21' }] },
    });
  });

  it('holds a website against codes that tell the trade where few rows are asked for', () => {
    const asked = { search: 'not_asked', blocks: ['industry'] } as const;
    const advisories = ['label_contradicts_filed_sic'];
    expect(onSite(SOFTWARE, { ...asked, few_rows: true })).toMatchObject({ detail: { advisories } });
    expect(onSite(SOFTWARE, asked)).not.toHaveProperty('detail.advisories');
  });
});

describe('the scheme of a code', () => {
  const onDay = (day: string, ...printed: string[]) =>
    runBlock(
      industry,
      record(Object.fromEntries(printed.map((text, i) => [`SICCode.SicText_${i + 1}`, text]))),
      day,
    );

  it('is not told by its look: a code that no list has is of none, with no class and no section', () => {
    const answer = onDay('2026-11-01', '62013 - Development of computer games');
    expect(answer).toMatchObject({
      value: {
        sic: [{ code: '62013', description: 'Development of computer games', scheme: null }],
        label: 'Development of computer games',
        nace: [],
        sic_is_generic: false,
      },
    });
    expect(answer).not.toHaveProperty('detail.nace_revision');
  });

  it('is by the day of the edition, too', () => {
    const schemes = ['2011-09-30', '2011-10-01'].map((day) => onDay(day, '62020', '4531'));
    expect(schemes).toMatchObject([
      { value: { sic: [{ scheme: null }, { scheme: 'uk_sic_2003' }], nace: [] } },
      { value: { sic: [{ scheme: 'uk_sic_2007' }, { scheme: 'uk_sic_2003' }], nace: [{ code: '62.02' }] } },
    ]);
  });

  it('names the revision of the classes beside what a text adds', () => {
    const answer = onDay('2024-12-01', '4531 - Installation electrical wiring etc.');
    expect(answer).not.toHaveProperty('detail.nace_revision');
    expect(onDay('2024-12-01', '99999 - Dormant Company', '62020')).toHaveProperty(
      'detail.nace_revision',
      '2',
    );
  });
});
