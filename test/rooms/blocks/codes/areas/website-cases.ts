/** Made websites of made companies, and the records that name them. */
import type { Loaded } from '../codes-world.js';
import { blocked, script, siteFetcher, timedOut, type MadeSite } from '../made-sites.js';
import { companiesFile, controlSnapshot, csvTable, DAY, holds, answers } from '../published.js';

/** A company of the name, with a host that spells it. */
interface Case {
  /** Of its own website; left out: no record names one. */
  readonly site?: MadeSite | null;
  /** The record that names it. Default: its pay gap report. */
  readonly named?: 'grants' | 'nowhere';
  /** Its host, where it isn't spelled from its name. */
  readonly host?: string;
  /** Officers in office. */
  readonly officers?: readonly string[];
  /** The register knows its name alone. */
  readonly bare?: true;
  /** Who holds it. */
  readonly owner?: string;
}

const nameOf = (name: string): string => `${name} Pumps Limited`;
const prints = (name: string, number: string): string =>
  `<footer>${nameOf(name)}. Registered in England and Wales No. ${number}.</footer>`;
const SELF = 'SELF';
/** A site that proves itself by the company's number. */
const own = (pages: Readonly<Record<string, string>>, seen: MadeSite['seen'] = {}): MadeSite => ({
  pages: Object.fromEntries(Object.entries(pages).map(([path, html]) => [path, `${html}${SELF}`])),
  seen,
});
const SENTENCES =
  '<html lang="en-GB"><main><p>We are a family firm that repairs and installs pumps for dairies across Yorkshire.</p></main>';
const TEAM = '<main><div><h3>Jane Ashworth</h3><p>Managing Director</p></div></main>';
const WORLD = '<title>World Pumps</title><a href="https://world-pumps.co.uk/">United Kingdom</a>';
const BUILT_BY = '<p>Website by <a href="https://agency-pumps.co.uk/">Agency</a></p>';
const CALLED = '<p>Jane Ashworth +353 1 679 1977</p><p>info@foreign-pumps.co.uk</p>';

/** What most websites have: a shop window, people, how to reach them, and where. */
const SHOWN = {
  '/': `<html lang="en-GB"><head><meta name="generator" content="WordPress 6.4"></head>${SENTENCES}<footer><a href="https://www.linkedin.com/company/shown-pumps">LinkedIn</a></footer>`,
  '/our-team': `${TEAM}<main><p>Jane Ashworth, 0113 496 0155, jane.ashworth@shown-pumps.co.uk</p></main>`,
  '/contact':
    '<main><p>Head office: Unit 4, Mill Lane, Leeds LS13 4AB</p><p>Bradford branch: 2 Mill Street, Bradford BD1 3XY</p><p>info@shown-pumps.co.uk</p><p>Call 0113 496 0123</p></main>',
};

const CASES: Readonly<Record<string, Case>> = {
  Plain: { site: own({ '/': '' }), owner: 'Holding' },
  Talking: { site: own({ '/': SENTENCES }) },
  Strange: { site: { pages: { '/': '<p>Flowers for every day of the week.</p>' } } },
  Doubtful: {
    site: { pages: { '/': '<title>Doubtful Pumps</title><footer>Doubtful Pumps Limited</footer>' } },
  },
  Shut: { site: timedOut },
  Blocked: { site: blocked },
  Scripted: { site: script },
  Unread: { site: null },
  Unnamed: { named: 'nowhere' },
  Document: { host: 'ip-about-us.cdn.prismic.io' },
  Granted: { site: own({ '/': '' }), named: 'grants' },
  Shared: {
    site: {
      pages: {
        '/': `${SELF}<footer>Registered in England and Wales No. 44999999. Another Firm Limited</footer>`,
      },
    },
  },
  Owned: {
    owner: 'Holding',
    site: {
      pages: { '/': '<footer>Holding Pumps Limited. Registered in England and Wales No. OWNER</footer>' },
    },
  },
  Local: { named: 'nowhere', owner: 'World' },
  World: { host: 'world-pumps.com', site: { pages: { '/': WORLD } } },
  Sharing: { site: own({ '/': '' }), owner: 'Lender' },
  Lender: { host: 'sharing-pumps.co.uk' },
  Holding: { site: own({ '/': '' }) },
  Cutoff: { named: 'nowhere' },
  Guessed: { named: 'nowhere' },
  Another: {
    named: 'grants',
    bare: true,
    site: own({
      '/': '<p>Northern Dairies Ltd is a supplier of milk that serves shops in every town of Yorkshire.</p>',
    }),
  },
  Built: { site: own({ '/': '<meta name="generator" content="WordPress 6.4">' }) },
  Served: { site: own({ '/': SENTENCES }, { headers: { server: 'nginx/1.24.0' } }) },
  Placed: {
    site: own({
      '/contact': '<main><p>Placed Pumps Ltd<br>Unit 4<br>Park Road<br>Leeds<br>LS1 2AB</p></main>',
    }),
  },
  Shown: {
    site: own(SHOWN, { headers: { server: 'nginx/1.24.0' }, has_sitemap: true }),
    officers: ['ASHWORTH, Jane'],
    owner: 'Holding',
  },
  Misprinted: { site: own({ '/contact': '<p>Head office: 4 Park Road, Leeds LS1 9XX</p>' }) },
  Departed: { site: own({ '/contact': '<p>Head office: 4 Park Road, Leeds LS1 4ZZ</p>' }) },
  Passing: { site: own({ '/news/a': '<p>We went to 9 High Street, York YO1 7AA</p>' }) },
  Twice: {
    site: own({ '/contact': '<p>4 Park Road, Leeds LS1 2AB</p><p>2 Mill Street, Bradford BD1 3XY</p>' }),
  },
  Halfread: {
    site: own(
      { '/contact': '<p>Head office: 4 Park Road, Leeds LS1 2AB</p><p>info@halfread-pumps.co.uk</p>' },
      {
        truncated: true,
      },
    ),
  },
  Peopled: {
    site: own({ '/our-team': TEAM, '/': '<p>info@peopled-pumps.co.uk</p>' }),
    officers: ['ASHWORTH, Jane'],
  },
  Uncharted: { named: 'nowhere', officers: ['ASHWORTH, Jane'] },
  Lined: {
    site: own({
      '/contact': `<main><p>Jane Ashworth, 0113 496 0123</p><p>info@lined-pumps.co.uk</p>${BUILT_BY}</main>`,
    }),
    officers: ['ASHWORTH, Jane'],
  },
  Agency: { site: own({ '/': '<p>Call 0113 496 0123</p>' }) },
  Tenant: {
    site: own({
      '/contact': '<main><p>Jane Ashworth, 0113 496 0177</p><p>info@tenant-pumps.co.uk</p></main>',
    }),
    officers: ['ASHWORTH, Jane'],
  },
  Lodger: { site: own({ '/': '<p>Call 0113 496 0177</p>' }) },
  Neighbour: { site: own({ '/': '<p>Call 0113 496 0177</p>' }) },
  Foreign: { site: own({ '/contact': CALLED }), officers: ['ASHWORTH, Jane'] },
  Silent: { site: own({ '/': '' }), officers: ['ASHWORTH, Jane'] },
  Broken: {
    site: own({ '/': '<p>info@broken-pumps.co.uk</p>' }, { truncated: true }),
    officers: ['ASHWORTH, Jane'],
  },
};
const NAMES = Object.keys(CASES);
export const numberOf = (name: string): string => String(44_000_001 + NAMES.indexOf(name));
export const hostOf = (name: string): string => CASES[name]?.host ?? `${name.toLowerCase()}-pumps.co.uk`;

/** Its pages, with the number of the company, and of its owner, put in. */
function siteOf(name: string, made = CASES[name]?.site): MadeSite | null | undefined {
  if (made == null || made.pages === undefined) return made;
  const filled = (html: string): string =>
    html.replace(SELF, prints(name, numberOf(name))).replace('OWNER', numberOf('Holding'));
  return {
    ...made,
    pages: Object.fromEntries(Object.entries(made.pages).map(([path, html]) => [path, filled(html)])),
  };
}

const namedIn = (record: Case['named']): string[] => NAMES.filter((name) => CASES[name]?.named === record);
export const PAY_GAP: Loaded = {
  source: 'pay_gap',
  asOf: '2024-04-05',
  files: {
    'UK_Gender_Pay_Gap_Data_2023_to_2024.csv': csvTable(
      namedIn(undefined).map((name, at) => ({
        EmployerName: nameOf(name),
        EmployerId: String(at),
        CompanyNumber: numberOf(name),
        CompanyLinkToGPGInfo: `https://${hostOf(name)}/`,
        EmployerSize: '250 to 499',
        DueDate: '2024/04/05 00:00:00',
        DateSubmitted: '2024/03/06 09:00:00',
      })),
    ),
  },
};
export const GRANTS: Loaded = {
  source: 'grants',
  files: {
    [`grants-${DAY}.json`]: JSON.stringify({
      grants: namedIn('grants').map((name) => ({
        id: `360G-${name}`,
        title: 'A pump',
        currency: 'GBP',
        amountAwarded: 100,
        awardDate: '2023-05-01',
        recipientOrganization: [
          {
            id: `GB-COH-${numberOf(name)}`,
            name: nameOf(name),
            companyNumber: numberOf(name),
            url: `https://${hostOf(name)}/`,
          },
        ],
        fundingOrganization: [{ id: 'GB-CHC-1', name: 'A Funder' }],
      })),
    }),
  },
};
export const OFFICERS = answers(
  'officers',
  'officers',
  Object.fromEntries(
    NAMES.map((name) => [
      numberOf(name),
      (CASES[name]?.officers ?? []).map((officer) => ({
        name: officer,
        officer_role: 'director',
        appointed_on: '2020-01-01',
        links: { officer: { appointments: `/officers/${name}/appointments` } },
      })),
    ]),
  ),
);
export const CONTROL = controlSnapshot(
  NAMES.flatMap((name) => {
    const owner = CASES[name]?.owner;
    return owner === undefined
      ? []
      : [holds({ of: numberOf(name), name: nameOf(owner), number: numberOf(owner) })];
  }),
);
const BARE = {
  'RegAddress.AddressLine1': '',
  'RegAddress.PostTown': '',
  'RegAddress.PostCode': '',
  'SICCode.SicText_1': '',
};
export const COMPANIES = companiesFile(
  NAMES.map((name) => ({
    CompanyNumber: numberOf(name),
    CompanyName: nameOf(name).toUpperCase(),
    'RegAddress.PostCode': 'LS13 4AB',
    ...(CASES[name]?.bare && BARE),
  })),
);
/** The directory of postcodes, as far as the sites print them; one went out of use long ago. */
export const POSTCODES: Loaded = {
  source: 'postcodes',
  files: {
    [`ONSPD_${DAY}_UK.csv`]: csvTable(
      ['LS13 4AB', 'LS1 2AB', 'YO1 7AA', 'BD1 3XY', 'LS1 4ZZ'].map((pcds) => ({
        pcds,
        dointr: '198001',
        doterm: pcds === 'LS1 4ZZ' ? '199606' : '',
        ctry: 'E92000001',
        rgn: 'E12000003',
        oslaua: 'E08000035',
      })),
    ),
  },
};
export const RANKING: Loaded = {
  source: 'site_ranking',
  files: { [`top-1m-${DAY}.csv`]: '1,google.com\n2,talking-pumps.co.uk\n3,served-pumps.co.uk\n' },
};

/** Hosts of guesses bear the name alone; those of one company answer nothing. */
const guessed = (host: string): MadeSite | undefined =>
  host.startsWith('cutoff')
    ? timedOut
    : host.startsWith('guessed')
      ? { pages: { '/': '<title>Guessed Pumps</title><footer>Guessed Pumps Limited</footer>' } }
      : undefined;
/** The group's site for this country: no record names it, its world site links to it. */
const HERE = 'world-pumps.co.uk';

/** Of the companies' websites, whether or not there is one. */
export const HOSTS = NAMES.map(hostOf);

/** The site at a host of one of the companies; undefined: it is none. */
export function siteAt(host: string): MadeSite | null | undefined {
  if (host === HERE) return siteOf('World', own({ '/': '' }));
  const name = NAMES.find((one) => hostOf(one) === host);
  return name === undefined || CASES[name]?.named === 'nowhere' ? undefined : siteOf(name);
}
export const crawl = siteFetcher((host) => {
  const site = siteAt(host);
  return site === undefined ? guessed(host) : site;
});

export const of = (name: string, options: object = {}) => ({
  row: { company_number: numberOf(name) },
  options,
});
export const searching = (name: string) => of(name, { discover: ['domain'] });
export const inLargeJob = (name: string, options: object = {}) => ({
  ...of(name, { discover: ['domain'], ...options }),
  operation: 'enrich_job' as const,
  jobRows: 11,
});
export const SITE_BLOCKS = ['nature_of_business', 'web_presence', 'technologies', 'trading_address'] as const;
