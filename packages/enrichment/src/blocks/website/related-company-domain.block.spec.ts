import { record } from '../../../../../test/support/basic-company-data.js';
import { BRAMLEY, CHECKED, named, own } from '../../../../../test/support/sites/judged-sites.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import { aSite } from '../../../../../test/support/a-site.js';
import { readPage } from '../../sites/page/read-page.js';
import type { NamedOwner } from '../../sources/facts/owners.fact.js';
import type { RelatedWebsites } from '../../sources/facts/related-websites.fact.js';
import type { WebsiteRecord } from '../../sources/facts/website-records.fact.js';
import type { SiteReading } from '../../sites/site-reading.js';
import type { RememberedVerdict } from '../../sites/verdict/remembered-verdict.js';
import type { PscRecord } from '../../sources/psc/psc-record.js';
import type { ReadingKind, ReadReading } from '../../live/readings/readings.js';
import relatedCompanyDomain from './related-company-domain.block.js';

const OWNER = record({ CompanyName: 'ORCHARD GROUP LIMITED', CompanyNumber: '07654321' });
const OWNED = record({ CompanyName: 'BRAMLEY EXPORTS LIMITED', CompanyNumber: '07777777' });

const related = (
  company: typeof OWNER,
  relation: RelatedWebsites['relation'],
  ...records: readonly WebsiteRecord[]
): RelatedWebsites => ({
  relation,
  company,
  path: [{ company_number: company.number, company_name: company.name }],
  records,
  searched_to: null,
});

interface Asked {
  readonly related?: readonly RelatedWebsites[];
  readonly records?: readonly WebsiteRecord[];
  readonly sites?: Readonly<Record<string, SiteReading>>;
  readonly psc?: boolean;
  /** What is remembered of crawls that are gone, by company and host. */
  readonly verdicts?: Readonly<Record<string, RememberedVerdict>>;
}

const answered = ({ related: all = [], records = [], sites = {}, psc = true, verdicts = {} }: Asked) => {
  const person = { record: 'person', type: 'individual', name: 'A', natures_of_control: [], ceased_on: null };
  const control = {
    items: [{ list: 'persons', key: 'a', version: '2026-11-01', data: person as unknown as PscRecord }],
    whole: {},
  };
  return runBlock(
    relatedCompanyDomain,
    BRAMLEY,
    '2026-11-01',
    {
      website_records: aFact(records, '2026-10-01'),
      related_websites: aFact(all, '2026-11-01'),
      psc: aFact(psc ? control : null, '2026-11-01'),
      owners: aFact(
        [
          {
            person: { ceased_on: '2020-01-01' },
            identity: { company_number: OWNER.number },
          } as unknown as NamedOwner,
        ],
        '2026-11-01',
      ),
    },
    0.5,
    Object.fromEntries(
      Object.entries({ ...sites, ...verdicts }).map(([host, reading]): [string, ReadReading<ReadingKind>] => [
        host,
        { status: 'read', reading, checked: CHECKED },
      ]),
    ),
  );
};

const ownedBy = ({ name, number }: typeof OWNER): string =>
  `<footer>${name}. Registered in England and Wales No. ${number}</footer>`;

it('names the website of the nearest related company, and the others beside it', () => {
  const all = [
    related(OWNER, 'owner', named('orchard.com')),
    related(OWNED, 'subsidiary', named('bramley-exports.co.uk')),
  ];
  const sites = {
    'orchard.com': crawlOf('orchard.com', ownedBy(OWNER)),
    'bramley-exports.co.uk': crawlOf('bramley-exports.co.uk', ownedBy(OWNED)),
  };
  expect(answered({ related: all })).toMatchObject({
    status: 'not_found',
    reason: 'not_confirmed',
    detail: {
      candidates: [
        { domain: 'orchard.com', relation: 'owner', source: 'pay_gap_register', seen_on: '2025-04-01' },
        { domain: 'bramley-exports.co.uk', relation: 'subsidiary' },
      ],
    },
  });
  expect(answered({ related: all, sites })).toMatchObject({
    status: 'available',
    derived: true,
    value: {
      domain: 'orchard.com',
      company: { company_number: '07654321', company_name: 'ORCHARD GROUP LIMITED' },
      relation: 'owner',
      basis: 'register_ownership',
      path: [{ company_number: '01234567' }, { company_number: '07654321' }],
      alternatives: [{ domain: 'bramley-exports.co.uk', relation: 'subsidiary' }],
    },
  });
});

describe('the world site of a related company', () => {
  const WORLD = 'orchard.com';
  const LOCAL = 'orchard.co.uk';
  const OWNED_BY = ownedBy(OWNER);
  const asked = (world: string, local: string): Asked => ({
    related: [related(OWNER, 'owner', named(WORLD))],
    sites: { [WORLD]: crawlOf(WORLD, world), [LOCAL]: crawlOf(LOCAL, local) },
  });
  const NAMED = '<title>Orchard Group</title><footer>Orchard Group Limited</footer>';
  const LINK = `${OWNED_BY}<a href="https://www.${LOCAL}/">United Kingdom</a>`;

  it('gives way to the site for this country that it links to and that proves itself', () => {
    expect(answered(asked(LINK, OWNED_BY))).toMatchObject({
      value: { domain: LOCAL, relation: 'owner', alternatives: [{ domain: WORLD }] },
      detail: { advisories: ['group_site_prefer_uk_domain'] },
    });
  });

  it('is told of where the company shared it, and has a site of its own for this country', () => {
    const shared = crawlOf('bramley.com', `${OWNED_BY}<a href="https://bramley.co.uk/">UK</a>`);
    expect(
      answered({
        related: [related(OWNER, 'owner')],
        records: [named('bramley.com')],
        sites: { 'bramley.com': shared, 'bramley.co.uk': own('bramley.co.uk') },
      }),
    ).toMatchObject({ value: { domain: 'bramley.com', basis: 'site_statement', relation: 'owner' } });
  });

  it.each([
    ['links to none', OWNED_BY, OWNED_BY],
    ['links to one that proves nothing', LINK, NAMED],
  ])('stands where it %s', (_what, world, local) => {
    const envelope = answered(asked(world, local));
    expect(envelope).toMatchObject({ value: { domain: WORLD } });
    expect(JSON.stringify(envelope)).not.toContain('group_site_prefer_uk_domain');
  });
});

it("takes the site's own word that the owner runs it", () => {
  const [page] = own('bramley.co.uk').pages;
  const numbers = page?.company_numbers.map((one) => ({ ...one, value: OWNER.number })) ?? [];
  const site = { ...own('bramley.co.uk'), pages: [{ ...page, company_numbers: numbers }] } as SiteReading;
  expect(
    answered({
      related: [related(OWNER, 'owner')],
      records: [named('bramley.co.uk')],
      sites: { 'bramley.co.uk': site },
    }),
  ).toMatchObject({
    value: { domain: 'bramley.co.uk', basis: 'site_statement', company: { company_number: OWNER.number } },
  });
});

describe('a host of the company that redirects', () => {
  const NUMBERED = `<title>Orchard</title>${ownedBy(OWNER)}`;
  const PART_OF =
    '<title>Orchard</title><p>Bramley Widgets is part of Orchard Group Limited (company number 07654321).</p>';
  const leading = (hosts: readonly string[], html: string, path = '/'): SiteReading => ({
    ...crawlOf('bramley.co.uk', html),
    final_url: `https://${hosts.at(-1) ?? ''}${path}`,
    redirects: ['bramley.co.uk', ...hosts],
  });
  const asked = (site: SiteReading, ...more: readonly RelatedWebsites[]): Asked => ({
    related: more.length > 0 ? more : [related(OWNER, 'owner', named('orchard.com'))],
    records: [named('bramley.co.uk')],
    sites: { 'bramley.co.uk': site },
  });

  it.each<[string, Asked, string, string]>([
    ['to the group’s site', asked(leading(['www.orchard.com'], NUMBERED)), 'orchard.com', 'owner'],
    [
      'in several steps',
      asked(leading(['bramley.com', 'go.orchard.net', 'orchard.com'], NUMBERED)),
      'orchard.com',
      'owner',
    ],
    ['to a page of it', asked(leading(['orchard.com'], NUMBERED, '/bramley')), 'orchard.com', 'owner'],
    [
      'below it, where a record names it',
      asked(leading(['bramley.orchard.com'], NUMBERED)),
      'orchard.com',
      'owner',
    ],
    [
      'to a site that no record names',
      asked(leading(['orchard.org'], NUMBERED), related(OWNER, 'owner')),
      'orchard.org',
      'owner',
    ],
    [
      'to a site that names it as of the group',
      asked(leading(['orchard.com'], PART_OF)),
      'orchard.com',
      'owner',
    ],
    [
      'to the site of who owns its owner',
      asked(leading(['orchard.com'], NUMBERED), related(OWNER, 'ultimate_owner')),
      'orchard.com',
      'ultimate_owner',
    ],
  ])('is related %s', (_how, all, domain, relation) => {
    expect(answered(all)).toMatchObject({
      value: { domain, relation, basis: 'site_statement', company: { company_number: OWNER.number } },
    });
  });

  it.each([
    ['to a market of domains', leading(['sedo.com'], NUMBERED)],
    ['to a social network', leading(['facebook.com'], NUMBERED, '/orchard')],
    ['to a hosted store', leading(['orchard.myshopify.com'], NUMBERED)],
    [
      'to a page that says the domain is for sale',
      leading(['orchard.com'], `<p>This domain is for sale</p>`),
    ],
    [
      'to a site that names somebody else',
      leading(['quince.com'], '<footer>Quince Limited. Registered in England No. 05555556</footer>'),
    ],
    ['to a site that names nobody', leading(['orchard.com'], '<p>Flowers for every day.</p>')],
  ])('proves nothing %s', (_where, site) => {
    expect(answered(asked(site))).toMatchObject({
      reason: 'not_confirmed',
      detail: { candidates: [{ domain: 'orchard.com' }] },
    });
  });
});

/** A crawl of one page, read as it would be. */
function crawlOf(host: string, html: string): SiteReading {
  const url = `https://${host}/`;
  const body = Buffer.from(html);
  const { page } = readPage({ url, http_status: 200, content_type: 'text/html', body, link_text: null });
  return aSite({ host, final_url: url, pages: [page] });
}

const VAT = 'VAT No. GB 123 4567 82';
/** Its own accepted site, which says more. */
function ownSaying(more: string): SiteReading {
  const accepted = own('bramley.co.uk');
  const { pages } = crawlOf(accepted.host, `<footer>Bramley Widgets Limited. ${more}</footer>`);
  return { ...accepted, pages: [...accepted.pages, ...pages] };
}
const SISTER = record({ CompanyName: 'PIPPIN WIDGETS LIMITED', CompanyNumber: '08888888' });
const ownedBeside: RelatedWebsites = {
  ...related(SISTER, 'sister'),
  path: [
    { company_number: OWNER.number, company_name: OWNER.name },
    { company_number: SISTER.number, company_name: SISTER.name },
  ],
};
const withOwn = (own: SiteReading, others: readonly SiteReading[]): Asked => ({
  records: [named('bramley.co.uk')],
  sites: Object.fromEntries([own, ...others].map((site) => [site.host, site])),
});

it('serves a host that the name of a sister suggests where a kept crawl proves it', () => {
  const sites = {
    'pippinwidgets.co.uk': crawlOf(
      'pippinwidgets.co.uk',
      '<footer>Pippin Widgets Limited. Registered in England and Wales No. 08888888</footer>',
    ),
  };
  expect(answered({ related: [ownedBeside], sites })).toMatchObject({
    source: 'own_website',
    as_of: '2026-11-21',
    value: {
      domain: 'pippinwidgets.co.uk',
      relation: 'sister',
      basis: 'register_ownership',
      path: [
        { company_number: '01234567' },
        { company_number: '07654321' },
        { company_number: '08888888', company_name: 'PIPPIN WIDGETS LIMITED' },
      ],
    },
  });
});

it('serves no host of a record that a kept crawl shows to be another company’s', () => {
  const sites = {
    'orchard.com': crawlOf(
      'orchard.com',
      '<footer>Quince Limited. Registered in England and Wales No. 05555556</footer>',
    ),
  };
  expect(answered({ related: [related(OWNER, 'owner', named('orchard.com'))], sites })).toMatchObject({
    reason: 'owner_has_no_website',
  });
});

it('takes a VAT number that its own site shares for a sign of one group', () => {
  const sister = crawlOf('pippinwidgets.co.uk', `<title>Pippin Widgets</title><footer>${VAT}</footer>`);
  const asked = { related: [ownedBeside], ...withOwn(ownSaying(VAT), [sister]) };
  expect(answered(asked)).toMatchObject({
    value: { domain: 'pippinwidgets.co.uk', relation: 'sister', basis: 'shared_vat_number' },
  });
  expect(answered({ ...asked, ...withOwn(ownSaying(''), [sister]) })).toMatchObject({
    reason: 'owner_has_no_website',
  });
});

describe('a site that its own site links to', () => {
  const LINK = '<a href="https://www.orchardfruit.com/">Orchard</a>';
  const fruit = (more = '') =>
    crawlOf(
      'orchardfruit.com',
      `<footer>Orchard Fruit Limited. Registered in England and Wales No. 05555556. ${more}</footer>`,
    );
  const group = 'A subsidiary of Orchard Fruit Limited, registered in England and Wales No. 05555556.';

  it('is of its group where its own site says so', () => {
    expect(answered(withOwn(ownSaying(`</p><p>${group} ${LINK}`), [fruit()]))).toMatchObject({
      value: {
        domain: 'orchardfruit.com',
        company: { company_number: '05555556', company_name: 'Orchard Fruit Limited' },
        relation: 'group',
        basis: 'site_statement',
        path: [{ company_number: '01234567' }, { company_number: '05555556' }],
      },
    });
  });

  it('or where both print one VAT number', () => {
    expect(answered(withOwn(ownSaying(`${VAT} ${LINK}`), [fruit(VAT)]))).toMatchObject({
      value: { domain: 'orchardfruit.com', relation: 'group', basis: 'shared_vat_number' },
    });
  });

  it('and else is anybody’s', () => {
    expect(answered(withOwn(ownSaying(LINK), [fruit(VAT)]))).toMatchObject({
      reason: 'no_corporate_owner_on_the_register',
    });
  });
});

it.each<[string, Asked, string]>([
  ['no related company has one', { related: [related(OWNER, 'owner')] }, 'owner_has_no_website'],
  [
    'the record names a document host',
    { related: [related(OWNER, 'owner', named('a.prismic.io', { not_own: 'document host' }))] },
    'owner_has_no_website',
  ],
  [
    'it is this company’s own',
    {
      related: [related(OWNER, 'owner', named('bramley.co.uk'))],
      records: [named('bramley.co.uk')],
      sites: { 'bramley.co.uk': own('bramley.co.uk') },
    },
    'owner_website_is_this_companys_own',
  ],
  [
    'it is this company’s own, and shut now',
    {
      related: [related(OWNER, 'owner', named('bramley.co.uk'))],
      records: [named('bramley.co.uk')],
      sites: { 'bramley.co.uk': aSite({ host: 'bramley.co.uk', state: 'unreachable', http_status: null }) },
      verdicts: {
        '01234567/bramley.co.uk': {
          version: 1,
          outcome: 'accept',
          score: 80,
          confidence: 0.97,
          weights: 'websites-1',
          crawled_at: '2026-10-01T12:00:00.000Z',
        },
      },
    },
    'owner_website_is_this_companys_own',
  ],
  ['nobody owns it', {}, 'no_corporate_owner_on_the_register'],
  ['nothing is on file of its control', { psc: false }, 'no_psc_data_on_file'],
])('has none where %s', (_why, asked, reason) => {
  expect(answered(asked)).toMatchObject({ status: 'not_found', reason });
});
