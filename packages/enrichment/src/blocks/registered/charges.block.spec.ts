import { record } from '../../../../../test/support/basic-company-data.js';
import { shippedAnswer } from '../../../../../test/support/published/shipped-answers.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import { CHARGES, type ChargeRecord } from '../../sources/charges/charge-record.js';
import { liveItems } from '../../sources/kit/records/live-answer.js';
import type { Records } from '../../sources/kit/records/record.js';
import charges from './charges.block.js';

const FETCHED = '2026-02-28T09:00:00.000Z';

/** The charges of a real company, as an import reads the register's answer. */
function published(number: string): Records<ChargeRecord> {
  const items = liveItems(CHARGES, [shippedAnswer(number, 'charges')], number);
  return {
    whole: { charges: FETCHED },
    items: items.map(({ key, data }) => ({ list: 'charges', key, version: FETCHED, data })),
  };
}

const answered = (records: Records<ChargeRecord> | null, counted = '0', part = true) =>
  runBlock(charges, record({ 'Mortgages.NumMortCharges': counted }), '2026-02-01', {
    charges: aFact(records, '2026-03-01', part),
  });
const NOTHING: Records<ChargeRecord> = { whole: { charges: FETCHED }, items: [] };

it('says of 00227590 one outstanding and three satisfied, whatever the profile counts', () => {
  expect(answered(published('00227590'))).toMatchObject({
    status: 'available',
    source: 'company_register_charges',
    as_of: '2026-02-28',
    value: {
      outstanding_count: 1,
      satisfied_count: 3,
      total_count: 4,
      holders: ['The Mayor and Commonalty and Citizens of the City of London'],
      latest_created_on: '2012-02-24',
      latest_satisfied_on: '1987-07-28',
    },
  });
});

it('shows a release that no satisfaction followed as evidence, and leaves the charge outstanding', () => {
  expect(answered(published('00227590'))).toHaveProperty(
    'detail.evidence',
    expect.arrayContaining([
      {
        kind: 'release_without_satisfaction',
        charge_number: 4,
        filing_type: 'charge-whole-release',
        delivered_on: '2016-12-13',
      },
    ]),
  );
});

it('says of 03867954 what is on file: 2 outstanding, 53 satisfied, newest first, with flags and text', () => {
  expect(answered(published('03867954'))).toMatchObject({
    value: {
      outstanding_count: 2,
      satisfied_count: 53,
      total_count: 55,
      charges: [
        {
          charge_code: '038679540056',
          registered_on: '2026-02-10',
          contains: expect.arrayContaining(['fixed_charge', 'negative_pledge']) as string[],
        },
        {},
      ],
    },
  });
  const { value } = answered(published('03867954')) as {
    value: { satisfied_charges: { contains: string[] }[] };
  };
  // The first was registered before flags came in: text only.
  expect(value.satisfied_charges.at(-1)).toMatchObject({ charge_code: null, contains: [] });
});

describe('without a charge to serve', () => {
  const counts = { detail: { register_counts: { charges: 2 } } };
  const notLoaded = (counted: string) =>
    runBlock(charges, record({ 'Mortgages.NumMortCharges': counted }), '2026-02-01');

  it.each([
    [
      'none was fetched and the register said so',
      answered(NOTHING, '3'),
      { reason: 'none_on_register', as_of: '2026-02-28' },
    ],
    [
      'the whole edition holds none',
      answered(null, '3', false),
      { reason: 'none_on_register', as_of: '2026-03-01' },
    ],
    [
      'the register counts none',
      answered(null, '0'),
      { reason: 'none_on_register', source: 'company_register' },
    ],
    [
      'it counts some that are not held, and there is no live register',
      answered(null, '2'),
      { reason: 'no_charges_data_on_file', ...counts },
    ],
    ['no edition is loaded and the register counts none', notLoaded('0'), { reason: 'none_on_register' }],
    ['no edition is loaded and it counts some', notLoaded('2'), { reason: 'not_available_yet', ...counts }],
  ])('%s', (_when, envelope, expected) => {
    expect(envelope).toMatchObject({ status: 'not_found', ...expected });
  });
});

describe('a kept answer of the register', () => {
  const published00227590 = shippedAnswer('00227590', 'charges');
  const checked = { checked_live: false, checked_at: '2026-03-02T09:00:00.000Z' };
  const kept = (answers: readonly unknown[]) => ({
    '01234567/charges': { status: 'read', reading: { fetched_on: '2026-03-02', answers }, checked } as const,
  });
  /** A company with that many charges in the companies edition of a day, beside this edition of charges. */
  const with01234567 = (
    counted: string,
    edition: Parameters<typeof aFact<Records<ChargeRecord>>> | null,
    answers: readonly unknown[] = [published00227590],
  ) =>
    runBlock(
      charges,
      record({ CompanyNumber: '01234567', 'Mortgages.NumMortCharges': counted }),
      '2026-03-01',
      edition === null ? {} : { charges: aFact(...edition) },
      0.5,
      kept(answers),
    );
  const FROM_CACHE = { source: 'cache', as_of: '2026-03-02', detail: { freshness: checked } };

  it('is served as what it is where no edition holds the list', () => {
    const available = { ...FROM_CACHE, status: 'available', value: { total_count: 4 } };
    expect(with01234567('4', null)).toMatchObject(available);
    expect(with01234567('4', [null, '2026-03-01', true])).toMatchObject(available);
    expect(with01234567('4', null, [])).toMatchObject({ ...FROM_CACHE, reason: 'none_on_register' });
  });

  it('decides where it is of a later day than the edition, and nowhere else', () => {
    for (const [day, count] of [
      ['2026-03-01', 4],
      ['2026-03-02', undefined],
      ['2026-03-03', undefined],
    ] as const) {
      const answer = with01234567('4', [null, day]);
      expect([day, answer.status === 'available' ? answer.value : undefined]).toEqual([
        day,
        count === undefined ? undefined : expect.objectContaining({ total_count: count }),
      ]);
      expect(answer).toHaveProperty('as_of', count === undefined ? day : '2026-03-02');
    }
  });

  it('decides where the companies edition, of an earlier day, counts no charge', () => {
    expect(with01234567('0', null)).toMatchObject({ ...FROM_CACHE, value: { total_count: 4 } });
  });
});

it.each([
  ['charge-whole-release', true],
  ['charge-part-both', true],
  ['charge-whole-both-limited-liability-partnership', true],
  ['charge-part-or-whole-release-pre-april-2013', true],
  ['liquidation-cease-to-act-receiver', false],
  ['alter-charge', false],
])('has evidence of a release in %s: %s', (filing_type, told) => {
  const transactions = [{ filing_type, delivered_on: '2016-01-01' }];
  const items = [{ charge_code: '012345670001', charge_number: 1, status: 'outstanding', transactions }];
  const [read] = liveItems(CHARGES, [{ items }], '00000001');
  const data = read?.data as ChargeRecord;
  const held = { list: 'charges', key: '1', version: FETCHED, data };
  const envelope = answered({ whole: { charges: FETCHED }, items: [held] });
  if (told) expect(envelope).toMatchObject({ detail: { evidence: [{ filing_type }] } });
  else expect(envelope).not.toHaveProperty('detail.evidence');
});

it('names a hundred holders at most, and says how many there are', () => {
  const items = Array.from({ length: 101 }, (_, i) => ({
    charge_number: i + 1,
    status: i < 50 ? 'outstanding' : 'satisfied',
    persons_entitled: [{ name: `Bank ${i}` }, { name: `Trustee ${i}` }, { name: `Agent ${i}` }],
  }));
  const read = liveItems(CHARGES, [{ items }], '00000001');
  const many = read.map(({ key, data }) => ({ list: 'charges', key, version: FETCHED, data }));
  const envelope = answered({ whole: { charges: FETCHED }, items: many });
  expect(envelope).toMatchObject({
    detail: {
      lists: {
        holders: { total: 150, returned: 100, truncated: true },
        past_holders: { total: 153, returned: 100, truncated: true },
      },
    },
  });
  expect(envelope).toHaveProperty('value.holders.length', 100);
  expect(envelope).not.toHaveProperty('detail.lists.charges');
});
