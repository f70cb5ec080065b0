import { record } from '../../../../../test/support/basic-company-data.js';
import { shippedAnswer } from '../../../../../test/support/published/shipped-answers.js';
import { aFact, anOfficer, runBlock } from '../../../../../test/support/run-block.js';
import { OFFICERS, type OfficerRecord } from '../../sources/officers/officer-record.js';
import { liveItems } from '../../sources/kit/records/live-answer.js';
import type { Records } from '../../sources/kit/records/record.js';
import officers from './officers.block.js';

const FETCHED = '2026-02-28T09:00:00.000Z';
const published = liveItems(OFFICERS, [shippedAnswer('00227590', 'officers')], '00227590');

const held = (items: readonly OfficerRecord[], whole = true): Records<OfficerRecord> => ({
  whole: whole ? { officers: FETCHED } : {},
  items: items.map((data, i) => ({ list: 'officers', key: String(i), version: whole ? FETCHED : '', data })),
});
const answered = (records: Records<OfficerRecord> | null, part = true, number = '00227590') =>
  runBlock(officers, record({ CompanyNumber: number }), '2026-02-01', {
    officers: aFact(records, '2026-03-01', part),
  });
const someone = anOfficer({
  name: 'DOE, Jo',
  date_of_birth: { month: 3, year: 1980 },
  person_number: '269666700001',
});

it('says of 00227590 who runs it, who did, and how old they are', () => {
  expect(answered(held(published.map(({ data }) => data)))).toMatchObject({
    status: 'available',
    source: 'company_register_officers',
    as_of: '2026-02-28',
    value: {
      total: 48,
      active: 6,
      resigned: 42,
      current: [
        {
          name: 'Finola Mary MCDONNELL',
          role: 'director',
          appointed_on: '2025-06-30',
          date_of_birth: { month: 12, year: 1975 },
          is_corporate: false,
        },
        {},
        {},
        {},
        {},
        {},
      ],
      ages: { average: 55.6, youngest: 50, oldest: 63 },
    },
    detail: { coverage: 'full' },
  });
});

it('tells that the snapshot leaves out who has resigned, and the person behind a number', () => {
  expect(answered(held([someone], false), false)).toMatchObject({
    as_of: '2026-03-01',
    value: { resigned: 0, current: [{ person_number: '269666700001', person_key: '26966670' }] },
    detail: { coverage: 'current_only' },
  });
});

it('counts ages of persons who run the company only', () => {
  const others = [
    { ...someone, role: 'secretary', date_of_birth: { month: 1, year: 1940 } },
    { ...someone, role: 'corporate-director', is_corporate: true, date_of_birth: null },
    { ...someone, date_of_birth: null },
  ];
  expect(answered(held(others))).toMatchObject({
    value: { ages: { average: null, youngest: null, oldest: null } },
  });
  expect(answered(held([someone]))).toMatchObject({
    value: { ages: { average: 45, youngest: 45, oldest: 45 } },
  });
});

it.each([
  ['the register said that there is none', answered(held([])), 'no_officers_on_file'],
  ['the whole edition has none', answered(null, false), 'no_officers_on_file'],
  ['a part lacks the company', answered(null), 'not_looked_up'],
  ['its type has no officers', answered(null, true, 'CE003181'), 'no_officers_on_file'],
  ['the partners of a partnership are in no file', answered(null, false, 'LP003181'), 'not_looked_up'],
  ['a part lacks a partnership', answered(null, true, 'SL003181'), 'not_looked_up'],
  [
    'the register said that a partnership has none',
    answered(held([]), true, 'NL003181'),
    'no_officers_on_file',
  ],
  [
    'no edition is loaded',
    runBlock(officers, record({ CompanyNumber: '00227590' }), '2026-02-01'),
    'not_available_yet',
  ],
])('%s', (_when, envelope, reason) => {
  expect(envelope).toMatchObject({ status: 'not_found', reason });
});

describe('of a company that has ended', () => {
  const gone = anOfficer({ name: 'ROE, Al', resigned_on: '2015-02-01' });
  const ended = (CompanyStatus: string, records: Records<OfficerRecord>) =>
    runBlock(officers, record({ CompanyStatus }), '2026-02-01', {
      officers: aFact(records, '2026-03-01', true),
    });
  const counted = {
    value: {
      total: 2,
      active: 0,
      resigned: 1,
      current: [],
      former: [
        { name: 'ROE, Al', resigned_on: '2015-02-01' },
        { name: 'DOE, Jo', resigned_on: null },
      ],
      ages: { average: null },
    },
  };

  it.each(['Dissolved', 'Converted / Closed', 'Closed', 'Removed'])(
    '%s: counts nobody as active',
    (status) => {
      expect(ended(status, held([someone, gone]))).toMatchObject(counted);
    },
  );

  it.each(['Active', 'Liquidation', 'In Administration', 'Active - Proposal to Strike off'])(
    '%s: it has not',
    (status) =>
      expect(ended(status, held([someone, gone]))).toMatchObject({ value: { active: 1, resigned: 1 } }),
  );

  it('counts whom the list leaves out as former ones too', () => {
    expect(ended('Dissolved', { ...held([gone]), suppressed: { current: 2 } })).toMatchObject({
      detail: { lists: { former: { suppressed: 2 } } },
    });
  });

  const listed = { name: 'DOE, Jo', officer_role: 'director', appointed_on: '2015-04-01' };
  const answer = (counts: object) => ({
    status: 'read' as const,
    reading: { fetched_on: '2026-03-05', answers: [{ total_results: 1, ...counts, items: [listed] }] },
    checked: { checked_live: true, checked_at: '2026-03-05T09:00:00.000Z' },
  });
  const live = (counts: object) =>
    runBlock(officers, record({ CompanyNumber: '00227590' }), '2026-02-01', {}, 0.5, {
      '00227590/officers': answer(counts),
    });

  it('takes the counts of an answer that is newer than the status on file', () => {
    expect(live({ active_count: 0, inactive_count: 1, resigned_count: 0 })).toMatchObject({
      value: { total: 1, active: 0, resigned: 0, former: [{ resigned_on: null }] },
    });
    expect(live({ active_count: 1, inactive_count: 0, resigned_count: 0 })).toMatchObject({
      value: { active: 1, resigned: 0, former: [] },
    });
    expect(live({})).toMatchObject({ value: { active: 1 } });
  });
});

describe('with somebody suppressed whom the edition knows by a person number', () => {
  const answer = (item: object) => ({
    status: 'read' as const,
    reading: { fetched_on: '2026-03-05', answers: [{ items: [item] }] },
    checked: { checked_live: true, checked_at: '2026-03-05T09:00:00.000Z' },
  });
  const listed = { name: 'Jo DOE', officer_role: 'director', appointed_on: '2020-01-01' };
  const served = (records: Records<OfficerRecord>, item: object, part = false) =>
    runBlock(
      officers,
      record({ CompanyNumber: '00227590' }),
      '2026-02-01',
      { officers: aFact({ ...records, suppressed: { current: 1 } }, '2026-03-01', part) },
      0.5,
      { '00227590/officers': answer(item) },
    );

  it('serves no answer that may name the person without the number', () => {
    expect(served(held([someone], false), listed)).toMatchObject({ as_of: '2026-03-01' });
    expect(served(held([], false), listed)).toMatchObject({
      reason: 'no_officers_on_file',
      as_of: '2026-03-01',
    });
    expect(served(held([], false), listed, true)).toEqual({ status: 'not_found', reason: 'not_looked_up' });
  });

  it('serves one in which the person was told by the number', () => {
    const numbered = { ...listed, person_number: '269666700001' };
    expect(served(held([], false), numbered)).toMatchObject({ as_of: '2026-03-05', value: { total: 1 } });
  });
});

describe('partners of a limited partnership', () => {
  const partner = (role: string, more: Partial<OfficerRecord> = {}) =>
    anOfficer({ name: 'DOE, Jo', role: `${role}-partner-in-a-limited-partnership`, ...more });
  const given = { amount: 1500.5, currency: 'GBP', kinds: ['money'] };

  it('tell what they put in, where the register tells it', () => {
    const list = [
      partner('limited', { name: 'A', contribution: given }),
      partner('corporate-limited', { name: 'B', contribution: { amount: 0, currency: 'EUR', kinds: [] } }),
      partner('limited', { name: 'C', contribution: { amount: null, currency: 'GBP', kinds: ['shares'] } }),
      partner('general', { name: 'D' }),
      partner('limited', { name: 'E', contribution: given, resigned_on: '2026-01-01' }),
    ];
    expect(answered(held(list), false, 'LP003181')).toMatchObject({
      value: { active: 4, resigned: 1 },
      detail: {
        contributions: [
          { name: 'A', amount: { amount: '1500.50', currency: 'GBP' }, kinds: ['money'] },
          {
            name: 'B',
            role: 'corporate-limited-partner-in-a-limited-partnership',
            amount: { amount: '0', currency: 'EUR' },
          },
          { name: 'C', amount: null, kinds: ['shares'] },
        ],
        identity_verification_counts: { not_required: 4 },
      },
    });
    expect(answered(held([someone]))).not.toHaveProperty('detail.contributions');
  });

  it('run it where they are general ones, which their ages tell', () => {
    const date_of_birth = { month: 3, year: 1980 };
    const [general, limited] = ['general', 'limited'].map((role) =>
      answered(held([partner(role, { date_of_birth })]), false, 'LP003181'),
    );
    expect(general).toHaveProperty('value.ages.average', 46);
    expect(limited).toHaveProperty('value.ages.average', null);
  });
});
