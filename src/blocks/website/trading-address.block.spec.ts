import { aFact } from '../../../test/support/run-block.js';
import { answerOfSite, ownSite } from '../../../test/support/sites/accepted-site.js';
import type { PayGapRecord } from '../../sources/pay-gap/pay-gap-record.js';
import { addressBefore } from './place/address-lines.js';
import tradingAddress from './trading-address.block.js';

const report = (address: string, postcode: string): PayGapRecord => ({
  employer: 'Bramley Pumps',
  employer_size: null,
  address,
  postcode,
  link: null,
  due_on: '2025-04-05',
  submitted_on: '2025-03-01',
});
const answered = (pages: Readonly<Record<string, string>>, reports: readonly PayGapRecord[] = []) =>
  answerOfSite(tradingAddress, {
    site: ownSite(pages),
    facts: {
      pay_gap: aFact(
        {
          whole: {},
          items: reports.map((data) => ({ list: 'reports', key: '1', version: data.due_on, data })),
        },
        '2025-04-05',
      ),
    },
  });

it('tells the place that the site prints, in lines', () => {
  expect(
    answered({
      '/contact': '<main><p>Bramley Pumps Ltd<br>Unit 4<br>Park Road<br>Leeds<br>LS1 2AB</p></main>',
    }),
  ).toMatchObject({
    status: 'available',
    source: 'own_website',
    confidence: 0.6,
    flagged_for_review: true,
    value: {
      primary: {
        address_line_1: 'Unit 4',
        address_line_2: 'Park Road',
        locality: 'Leeds',
        region: null,
        postal_code: 'LS1 2AB',
        kind: 'unknown',
        evidence: [
          { source: 'own_website', url: 'https://bramley-pumps.co.uk/contact', seen_on: '2026-11-21' },
        ],
        corroborations: 1,
        listing_checked: false,
      },
      others: { items: [], total: 0, truncated: false },
      same_as_registered: false,
    },
  });
});

it('is surer where the register or a public report names the same place', () => {
  const office = answered({ '/contact': '<p>1 Mill Lane, Leeds LS13 4AB</p>' });
  expect(office).toMatchObject({
    confidence: 0.85,
    value: { same_as_registered: true, primary: { corroborations: 2 } },
  });
  const reported = answered({ '/contact': '<p>Unit 4, Park Road, Leeds LS1 2AB</p>' }, [
    report('Unit 4, Park Road, Leeds, LS1 2AB', 'LS1 2AB'),
  ]);
  expect(reported).toMatchObject({
    confidence: 0.85,
    value: { primary: { evidence: [{ source: 'own_website' }, { source: 'pay_gap_register' }] } },
  });
});

it('puts the head office first, and others after it', () => {
  const answer = answered({
    '/contact':
      '<p>Head office: 4 Park Road, Leeds LS1 2AB</p><p>Bradford branch: 2 Mill Street, Bradford BD1 3XY</p>',
  });
  expect(answer).toMatchObject({
    value: {
      primary: { address_line_1: '4 Park Road', locality: 'Leeds', kind: 'head_office' },
      others: { total: 1, items: [{ postal_code: 'BD1 3XY', kind: 'branch' }] },
    },
  });
});

it.each([
  ['no address', { '/contact': '<p>Call us</p>' }, 'no_address_on_site'],
  [
    'its registered office alone',
    { '/contact': '<p>Registered office: 9 High Street, York YO1 7AA</p>' },
    'insufficient_corroboration',
  ],
  [
    'an address in passing',
    { '/news/2024/a': '<p>We went to 9 High Street, York YO1 7AA</p>' },
    'insufficient_corroboration',
  ],
  [
    'two places alike',
    { '/contact': '<p>4 Park Road, Leeds LS1 2AB</p><p>2 Mill Street, Bradford BD1 3XY</p>' },
    'conflicting_sources',
  ],
])('says that the site prints %s', (_what, pages, reason) => {
  expect(answered(pages)).toMatchObject({ status: 'not_found', reason });
});

it('has no website to look at', () => {
  expect(answerOfSite(tradingAddress, { site: null, named: false })).toMatchObject({
    reason: 'no_validated_website',
  });
});

it.each([
  [
    'Visit us at Unit 4, Park Road, Leeds, West Yorkshire',
    ['Unit 4', 'Park Road', 'Leeds', 'West Yorkshire'],
  ],
  ['Acme Ltd | 12a High Street | York | England', ['12a High Street', null, 'York', null]],
  [
    'We are open every day of the week and close at five. 3 Mill Yard, Hull',
    ['3 Mill Yard', null, 'Hull', null],
  ],
  ['info@acme.co.uk | Leeds', [null, null, 'Leeds', null]],
  ['', [null, null, null, null]],
])('reads the lines of: %s', (before, [line1, line2, locality, region]) => {
  expect(addressBefore(before, 'LS1 2AB')).toEqual({
    address_line_1: line1,
    address_line_2: line2,
    locality,
    region,
    postal_code: 'LS1 2AB',
  });
});
