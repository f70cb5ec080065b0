import { aSite } from '../../../../../test/support/a-site.js';
import { aFact, anOfficer } from '../../../../../test/support/run-block.js';
import { answerOfSite, OWN_HOST, ownSite } from '../../../../../test/support/sites/accepted-site.js';
import type { RequestedOptions } from '../../../../contract/src/options.js';
import type { OfficerRecord } from '../../sources/officers/officer-record.js';
import { readPage } from '../../sites/page/read-page.js';
import type { SightingsOfNumber } from '../../sites/phone-printing.js';
import type { SiteReading } from '../../sites/site-reading.js';
import contacts from './contacts.block.js';

const officer = (name: string, more: Partial<OfficerRecord> = {}) => anOfficer({ name, ...more });
const JANE = officer('ASHWORTH, Jane Mary', { person_number: '123456780001', appointed_on: '2021-05-01' });
const RAVI = officer('Ravi BHATTACHARYA', { occupation: 'Finance Director', appointed_on: '2019-01-01' });

const heldOfficers = (officers: readonly OfficerRecord[], suppressed?: Readonly<Record<string, number>>) =>
  aFact(
    {
      whole: {},
      items: officers.map((data, at) => ({ list: 'officers', key: String(at), version: '2026-10-01', data })),
      ...(suppressed !== undefined && { suppressed }),
    },
    '2026-10-01',
  );

interface Asked {
  readonly site?: SiteReading | null;
  readonly officers?: readonly OfficerRecord[];
  readonly suppressed?: Readonly<Record<string, number>>;
  readonly options?: RequestedOptions;
  readonly named?: boolean;
  readonly why?: 'not_looked_up' | 'not_available_yet';
  readonly others?: readonly SiteReading[];
  readonly sharedPhones?: Readonly<Record<string, SightingsOfNumber>>;
}
const answered = ({
  site = null,
  officers = [],
  suppressed,
  options = {},
  named = true,
  why,
  others = [],
  sharedPhones = {},
}: Asked) =>
  answerOfSite(contacts, {
    site,
    facts: { officers: heldOfficers(officers, suppressed) },
    options,
    named,
    others,
    sharedPhones,
    ...(why !== undefined && { fetching: () => why }),
  });
const people = (asked: Asked) =>
  (answered(asked) as { value: { people: { items: Record<string, unknown>[] } } }).value.people;

describe('people', () => {
  const TEAM =
    '<main><div><h3>Jane Ashworth</h3><p>Managing Director</p><p>jane.ashworth@bramley-pumps.co.uk</p></div>' +
    '<div><h3>Tomos Price</h3><p>Operations Manager</p><a href="mailto:tomos@bramley-pumps.co.uk">Write</a></div></main>';

  it('are officers in office and those whom the site names, with what is printed for them', () => {
    const answer = answered({
      site: ownSite(
        { '/our-team': TEAM },
        { dns: { resolves: true, mx: ['mx.example'], ns: null, txt: null } },
      ),
      officers: [JANE, RAVI, officer('GONE, Al', { resigned_on: '2022-01-01' })],
    });
    expect(answer).toMatchObject({
      status: 'available',
      source: 'own_website',
      as_of: '2026-11-21',
      value: {
        people: {
          total: 3,
          truncated: false,
          items: [
            {
              name: 'ASHWORTH, Jane Mary',
              role: 'director',
              role_group: 'director',
              person_key: '12345678',
              email: {
                address: 'jane.ashworth@bramley-pumps.co.uk',
                kind: 'personal',
                deliverable: true,
                page_url: `https://${OWN_HOST}/our-team`,
              },
              phone: null,
              found_in: ['officers', 'website'],
              withheld: [],
            },
            {
              name: 'Ravi BHATTACHARYA',
              role_group: 'finance',
              email: null,
              found_in: ['officers'],
              withheld: [{ field: 'email', reason: 'no_email_found' }],
            },
            {
              name: 'Tomos Price',
              role: 'Operations Manager',
              role_group: 'operations',
              person_key: null,
              email: { address: 'tomos@bramley-pumps.co.uk' },
              found_in: ['website'],
            },
          ],
        },
      },
    });
  });

  it('stand in the order asked for, and no more of them than asked', () => {
    const asked = { site: ownSite({ '/our-team': TEAM }), officers: [JANE, RAVI] };
    const order = people({ ...asked, options: { contact_roles: ['finance', 'director'], max_contacts: 2 } });
    expect(order).toMatchObject({ total: 3, truncated: true });
    expect(order.items.map(({ role_group }) => role_group)).toEqual(['finance', 'director']);
  });

  it('never get an address that isn’t printed', () => {
    const { items } = people({
      site: ownSite({ '/': '<p>info@bramley-pumps.co.uk</p>' }),
      officers: [JANE, RAVI],
    });
    expect(items.map(({ email }) => email)).toEqual([null, null]);
  });

  it('share no forename that a mailbox spells', () => {
    const { items } = people({
      site: ownSite({ '/': '<p>jane@bramley-pumps.co.uk info@bramley-pumps.co.uk</p>' }),
      officers: [JANE, officer('COULTHARD, Jane')],
    });
    expect(items.map(({ email }) => email)).toEqual([null, null]);
  });

  it('get a phone where it is asked for and stands with them alone', () => {
    const html = (number: string) => `<p>Jane Ashworth ${number}</p><p>info@bramley-pumps.co.uk</p>`;
    const phoneOf = (number: string, options: RequestedOptions = { include_phone: true }) =>
      people({ site: ownSite({ '/contact': html(number) }), officers: [JANE], options }).items[0];
    expect(phoneOf('0113 496 0000')).toMatchObject({ phone: { number: '+441134960000' } });
    expect(phoneOf('0113 496 0000', {})).toMatchObject({
      phone: null,
      withheld: [{ field: 'email', reason: 'no_email_found' }],
    });
    expect(phoneOf('+353 1 679 1977')).toMatchObject({
      phone: null,
      withheld: [{ field: 'email' }, { field: 'phone', reason: 'non_uk_only' }],
    });
  });

  it('who are suppressed are counted, and those whom only the site names are not shown then', () => {
    const answer = answered({
      site: ownSite({ '/our-team': `${TEAM}<p>info@bramley-pumps.co.uk</p>` }),
      officers: [RAVI],
      suppressed: { current: 1 },
    });
    expect(answer).toMatchObject({
      value: { people: { total: 1, items: [{ name: 'Ravi BHATTACHARYA' }] } },
      detail: { lists: { people: { total: 1, suppressed: 1 } } },
    });
    expect(JSON.stringify(answer)).not.toMatch(/jane|tomos/i);
  });
});

describe('the company’s own channels', () => {
  const channels = (html: string, more: Partial<SiteReading> = {}, options: RequestedOptions = {}) =>
    (
      answered({ site: ownSite({ '/': html }, more), options }) as {
        value?: {
          company_channels: {
            emails: { address: string; deliverable: unknown }[];
            phones: { number: string }[];
          };
        };
      }
    ).value?.company_channels;

  it('are mailboxes of a role and UK numbers, each with its page', () => {
    expect(
      channels(
        '<p>sales@bramley-pumps.co.uk, bramleypumps@gmail.com, casework@ico.org.uk, bob.jones@bramley-pumps.co.uk</p>' +
          '<p>0113 496 0000 or +353 1 679 1977</p>',
      ),
    ).toEqual({
      emails: [
        { address: 'sales@bramley-pumps.co.uk', deliverable: null, page_url: `https://${OWN_HOST}/` },
        { address: 'bramleypumps@gmail.com', deliverable: null, page_url: `https://${OWN_HOST}/` },
      ],
      phones: [{ number: '+441134960000', page_url: `https://${OWN_HOST}/` }],
    });
  });

  it.each([
    [['mx.example'], {}, true],
    [[], {}, false],
    [['mx.example'], { verify_emails: false }, null],
    [null, {}, null],
  ])('with hosts %j for mail and options %j are deliverable: %s', (mx, options, expected) => {
    const dns = { resolves: true, mx, ns: null, txt: null };
    const told = channels('<p>sales@bramley-pumps.co.uk</p>', { dns }, options);
    expect(told?.emails[0]?.deliverable).toBe(expected);
  });
});

describe('without channels it says why:', () => {
  it.each<[string, Asked, string]>([
    ['nothing is printed', { site: ownSite({ '/': '' }), officers: [JANE] }, 'no_emails_found'],
    ['nobody is known', { site: ownSite({ '/': '' }) }, 'no_people_found'],
    ['no website is on file', { officers: [JANE], named: false }, 'no_emails_found'],
    ['sites are not read here', { officers: [JANE] }, 'contacts_disabled'],
    [
      'only what is kept was asked for',
      { officers: [JANE], options: { contacts_lookup: 'cached_only' }, why: 'not_looked_up' },
      'contacts_disabled',
    ],
  ])('%s', (_why, asked, reason) => {
    expect(answered(asked)).toMatchObject({ status: 'not_found', reason });
  });
});

it('says that nothing was looked for where no website is on file', () => {
  expect(answered({ officers: [JANE], named: false, options: { include_phone: true } })).toMatchObject({
    reason: 'no_emails_found',
    detail: {
      withheld: [
        { field: 'email', reason: 'no_domain_for_email' },
        { field: 'phone', reason: 'no_domain_for_phone' },
      ],
    },
  });
  expect(answered({ officers: [JANE], named: false })).toHaveProperty('detail', {
    withheld: [{ field: 'email', reason: 'no_domain_for_email' }],
  });
  expect(answered({ site: ownSite({ '/': '' }), officers: [JANE] })).not.toHaveProperty('detail.withheld');
});

describe('a number that stands on the site of another company too', () => {
  const AGENCY = '<p>Website by <a href="https://www.pixelpress.co.uk/">Pixel Press</a></p>';
  const PEOPLE = `<main><p>Jane Ashworth, 0113 496 0123</p><p>Office: info@bramley-pumps.co.uk</p>${AGENCY}</main>`;
  const site = ownSite({ '/contact': PEOPLE });
  const crawl = (html: string): SiteReading => {
    const url = 'https://pixelpress.co.uk/';
    const body = Buffer.from(html);
    const { page } = readPage({ url, http_status: 200, content_type: 'text/html', body, link_text: null });
    return aSite({ host: 'pixelpress.co.uk', final_url: url, pages: [page] });
  };
  const agency = crawl(
    '<footer>Call 0113 496 0123. Pixel Press Limited, registered in England No. 05555556</footer>',
  );
  const asked = { site, officers: [JANE], options: { include_phone: true } };

  it('is nobody’s', () => {
    expect(people({ ...asked, others: [agency] }).items[0]).toMatchObject({
      phone: null,
      withheld: expect.arrayContaining([{ field: 'phone', reason: 'shared_number_only' }]) as unknown,
    });
    expect(answered({ ...asked, others: [agency] })).toMatchObject({
      value: { company_channels: { phones: [] } },
    });
  });

  it('is hers where nobody says that the other site is another company’s', () => {
    for (const others of [[], [crawl('<p>Call 0113 496 0123</p>')]])
      expect(people({ ...asked, others }).items[0]).toMatchObject({ phone: { number: '+441134960123' } });
  });
});

describe('a number that stands on the sites of several other companies', () => {
  const site = ownSite({
    '/contact': '<main><p>Jane Ashworth, 0113 496 0123</p><p>Office: info@bramley-pumps.co.uk</p></main>',
  });
  const phoneOf = (...companies: readonly string[][]) => {
    const sites = companies.map((own, at) => ({
      host: `office-${at}.co.uk`,
      companies: own,
      read_on: '2026-11-20',
    }));
    const sharedPhones = { '+441134960123': { sites } };
    const [first] = people({ site, officers: [JANE], options: { include_phone: true }, sharedPhones }).items;
    return first;
  };

  it('is nobody’s, wherever they are', () => {
    expect(phoneOf(['05555551'], ['01234998'], ['05555552'])).toMatchObject({
      phone: null,
      withheld: expect.arrayContaining([{ field: 'phone', reason: 'shared_number_only' }]) as unknown,
    });
  });

  it.each<[string, string[][]]>([
    ['one other', [['05555551']]],
    ['two sites of one other', [['05555551'], ['05555551']]],
    ['another and itself', [['05555551'], ['01234998'], ['01234998', '05555552']]],
  ])('is hers where it stands on sites of %s', (_whose, companies) => {
    expect(phoneOf(...companies)).toMatchObject({ phone: { number: '+441134960123' } });
  });
});

it('says of a crawl that was cut short that looking things up broke off', () => {
  const site = ownSite({ '/': '<p>info@bramley-pumps.co.uk</p>' }, { truncated: true });
  const [first] = people({ site, officers: [JANE], options: { include_phone: true } }).items;
  expect(first).toMatchObject({
    withheld: [
      { field: 'email', reason: 'lookup_failed' },
      { field: 'phone', reason: 'lookup_failed' },
    ],
  });
});
