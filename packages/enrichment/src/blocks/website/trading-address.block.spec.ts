import { aFact, FRESHNESS } from '../../../../../test/support/run-block.js';
import {
  answerOfSite,
  OWN_HOST,
  ownSite,
  type AskedOfSite,
} from '../../../../../test/support/sites/accepted-site.js';
import type { Listing } from '../../live/providers/places/listings.js';
import type { PayGapRecord } from '../../sources/pay-gap/pay-gap-record.js';
import type { PostcodeRecord } from '../../sources/postcodes/postcode-record.js';
import type { BlockEnvelope } from '../runner/envelope.js';
import type { LookedUp, LookUp } from '../runner/facts.js';
import { addressBefore } from './place/places.js';
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

describe('with the directory of postcodes', () => {
  type Said = Pick<PostcodeRecord, 'terminated_in'>;
  const IN_USE: Said = { terminated_in: null };
  const directory =
    (known: Readonly<Record<string, Said>>, more: Partial<LookedUp<unknown>> = {}): LookUp<PostcodeRecord> =>
    (keys) => ({
      as_of: '2026-08-01',
      freshness: FRESHNESS,
      part: false,
      ...more,
      found: new Map(
        keys.map((key) => {
          const said = known[key];
          const lies = { region: null, country: null, local_authority: null };
          return [key, said === undefined ? null : { ...lies, ...said }];
        }),
      ),
    });
  const UNREADABLE: LookUp<PostcodeRecord> = () => 'source_unavailable';
  const held = (postcode_directory: LookUp<PostcodeRecord>, contact: string) =>
    answerOfSite(tradingAddress, { site: ownSite({ '/contact': contact }), facts: { postcode_directory } });
  const ONE = '<p>4 Park Road, Leeds LS1 2AB</p>';
  const TWO = `${ONE}<p>2 Mill Street, Bradford BD1 3XY</p>`;
  const served = (envelope: BlockEnvelope) => {
    const { status, value } = envelope as { status: string; value?: { primary: { postal_code: string } } };
    return value?.primary.postal_code ?? status;
  };

  it('is not asked where there is nothing to look up', () => {
    const asked: LookUp<PostcodeRecord> = () => {
      throw new Error('nobody should ask');
    };
    expect(held(asked, '<p>Call us</p>')).toMatchObject({ reason: 'no_address_on_site' });
  });

  it('takes no place whose postcode is none, or went out of use long before', () => {
    const unknown = held(directory({}), ONE);
    expect(unknown).toMatchObject({
      status: 'not_found',
      reason: 'no_address_on_site',
      detail: { refused_postcodes: ['LS1 2AB'] },
    });
    const one = held(directory({ LS12AB: IN_USE, BD13XY: { terminated_in: '2024-10' } }), TWO);
    expect(one).toMatchObject({
      value: { primary: { postal_code: 'LS1 2AB' }, others: { total: 0 } },
      detail: { refused_postcodes: ['BD1 3XY'] },
    });
  });

  it('serves one that went out of use of late, or that an old directory does not know, with a flag', () => {
    const office = '<p>1 Mill Lane, Leeds LS13 4AB</p>';
    const late = held(directory({ LS134AB: { terminated_in: '2024-12' } }), office);
    expect(late).toMatchObject({
      confidence: 0.85,
      flagged_for_review: true,
      detail: { postcode_terminated_on: '2024-12' },
    });
    const old = held(directory({}, { freshness: { ...FRESHNESS, stale: true } }), office);
    expect(old).toMatchObject({ flagged_for_review: true, detail: { postcode_unknown: true } });
    const known = held(directory({ LS134AB: IN_USE }), office);
    expect(known).toMatchObject({ flagged_for_review: false, confidence: 0.85 });
  });

  it('lets a place stand that a part of the directory does not hold', () => {
    expect(served(held(directory({}, { part: true }), ONE))).toBe('LS1 2AB');
  });

  it('says that it could not be read: beside a place that stands, or where one might have stood', () => {
    expect(held(UNREADABLE, ONE)).toMatchObject({
      status: 'available',
      flagged_for_review: true,
      detail: { advisories: ['postcode_register_unavailable'] },
    });
    expect(held(UNREADABLE, TWO)).toMatchObject({
      reason: 'postcode_register_unavailable',
      retry_suggested: true,
    });
    expect(held(UNREADABLE, '<p>Registered office: 9 High Street, York YO1 7AA</p>')).toMatchObject({
      reason: 'insufficient_corroboration',
    });
  });

  it('says no more of two places alike that are both postcodes', () => {
    expect(held(directory({ LS12AB: IN_USE, BD13XY: IN_USE }), TWO)).toMatchObject({
      reason: 'conflicting_sources',
    });
  });
});

it.each([
  [
    'Visit us at Unit 4, Park Road, Leeds, West Yorkshire',
    ['Unit 4', 'Park Road', 'Leeds', 'West Yorkshire'],
  ],
  ['Leeds branch: 1 Mill Lane, Leeds', ['1 Mill Lane', null, 'Leeds', null]],
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

describe('with a business listing', () => {
  const listing = (more: Partial<Listing> = {}, postal_code = 'LS1 2AB'): Listing => ({
    name: 'Bramley Pumps',
    host: OWN_HOST,
    url: 'https://maps.google.com/?cid=17',
    open: true,
    ...more,
    address: {
      address_line_1: 'Unit 4',
      address_line_2: '12 Park Road',
      locality: 'Leeds',
      region: 'West Yorkshire',
      postal_code,
    },
  });
  const SITE = ownSite({ '/contact': '<p>Unit 4, Park Road, Leeds LS1 2AB</p>' });
  const listed = (listings: readonly Listing[] | undefined, more: Partial<AskedOfSite> = {}) =>
    answerOfSite(tradingAddress, {
      site: SITE,
      options: { google_business: true },
      ...(listings !== undefined && { listings }),
      ...more,
    });
  const NO_SITE = { site: null, named: false } as const;

  it('counts it as one more source where its website is the company’s own', () => {
    expect(listed([listing()])).toMatchObject({
      source: 'own_website',
      confidence: 0.85,
      value: {
        primary: {
          postal_code: 'LS1 2AB',
          corroborations: 2,
          listing_checked: true,
          evidence: [
            { source: 'own_website' },
            {
              source: 'business_listing',
              url: 'https://maps.google.com/?cid=17',
              snippet: 'Bramley Pumps',
              seen_on: '2026-11-21',
            },
          ],
        },
      },
    });
    const office = listed([listing({}, 'LS13 4AB')], {
      site: ownSite({ '/contact': '<p>1 Mill Lane, Leeds LS13 4AB</p>' }),
    });
    expect(office).toMatchObject({ confidence: 0.95, value: { primary: { corroborations: 3 } } });
  });

  it.each([
    ['another website', listing({ host: 'bramley-pumps.com' })],
    ['no website and another name', listing({ host: null, name: 'Otley Valves' })],
    ['no website and a place that is not known to be its own', listing({ host: null }, 'BD1 3XY')],
    ['a business that is closed', listing({ open: false })],
  ])('takes none of %s', (_what, one) => {
    expect(listed([one])).toMatchObject({
      confidence: 0.6,
      value: { primary: { corroborations: 1, listing_checked: true }, others: { total: 0 } },
    });
  });

  it('takes one by its name at a place that is known to be its own', () => {
    expect(listed([listing({ host: null })])).toMatchObject({ value: { primary: { corroborations: 2 } } });
    expect(listed([listing({ host: null, name: 'BRAMLEY PUMPS LTD' }, 'LS13 4AB')], NO_SITE)).toMatchObject({
      status: 'available',
      source: 'business_listing',
      as_of: '2026-11-21',
      confidence: 0.85,
      value: { same_as_registered: true, primary: { corroborations: 2, listing_checked: true } },
    });
  });

  it('finds where the company is though its site doesn’t print it', () => {
    const silent = ownSite({ '/': '<p>Pumps</p>' });
    expect(listed([listing()], { site: silent })).toMatchObject({
      source: 'business_listing',
      confidence: 0.6,
      flagged_for_review: true,
      detail: { website_verdict: { served: true } },
    });
    expect(listed([], { site: silent })).toMatchObject({ reason: 'no_address_on_site' });
    expect(listed([listing({}, 'BD1 3XY')], NO_SITE)).toMatchObject({ reason: 'no_validated_website' });
  });

  it('looks it up by name where the site says that it is, or else where it is registered', () => {
    const asked: string[] = [];
    const look = (more: Partial<AskedOfSite>) =>
      listed(undefined, {
        ...more,
        fetching: (kind) => (kind === 'listing' ? null : 'not_available_yet'),
        onAsked: ({ kind, key }) => {
          if (kind === 'listing') asked.push(key);
        },
      });
    expect(look({})).toEqual({ status: 'pending' });
    expect(look(NO_SITE)).toEqual({ status: 'pending' });
    expect([...new Set(asked)]).toEqual(['BRAMLEY PUMPS LS1 2AB', 'BRAMLEY PUMPS LEEDS']);
  });

  it('asks for none where the request doesn’t', () => {
    expect(listed([listing()], { options: {} })).toMatchObject({
      value: { primary: { corroborations: 1, listing_checked: false } },
    });
  });

  it('says where it could not be asked: beside what stands without it, else instead', () => {
    expect(listed(undefined)).toMatchObject({
      status: 'available',
      value: { primary: { listing_checked: false } },
      detail: { advisories: ['google_business_unavailable'] },
    });
    const nothing = { status: 'not_found', reason: 'google_business_unavailable', retry_suggested: true };
    expect(listed(undefined, { site: ownSite({ '/': '<p>Pumps</p>' }) })).toMatchObject(nothing);
    expect(listed(undefined, NO_SITE)).toMatchObject(nothing);
  });
});
