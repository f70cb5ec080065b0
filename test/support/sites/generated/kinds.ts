/** Kinds of made sites: what is shown, whose it is, and what could mislead. */
import type { SiteReading } from '../../../../src/sites/site-reading.js';
import { makeCompany, type CompanyWishes, type MadeCompany } from './made-companies.js';
import {
  businessText,
  htmlOf,
  placed,
  PLACEMENTS,
  siteOf,
  type Page,
  type Parts,
  type Placement,
} from './make-pages.js';
import { NUMBER_PHRASES, printedIn, type NumberPhrase } from './phrases.js';
import type { Random } from './random.js';

/** `own`: its own, to be accepted. `undecidable`: its own, but nothing proves it. `other`: somebody else's. */
export type Truth = 'own' | 'undecidable' | 'other';

export interface MadeSite {
  readonly kind: string;
  readonly truth: Truth;
  readonly company: MadeCompany;
  readonly site: SiteReading;
  readonly on_record: boolean;
  readonly phrase: NumberPhrase | null;
  readonly placement: Placement | null;
}

type Made = Omit<MadeSite, 'kind' | 'truth' | 'on_record'> & { readonly on_record?: boolean };
export interface SiteKind {
  readonly name: string;
  readonly truth: Truth;
  readonly make: (random: Random) => Made;
}

const none = { phrase: null, placement: null } as const;
const home = (parts: Parts): Page => ({ path: '/', link: '', html: htmlOf(parts) });
const addressOf = ({ street, town, office }: MadeCompany): string => `${street}, ${town}, ${office.postcode}`;

/** The usual front page of a company: its brand, its trade, perhaps a telephone. */
function front(random: Random, company: MadeCompany, more: Partial<Parts> = {}): Parts {
  const phone = random.chance(0.7) ? [`Call us on 0113 496 0${random.between(100, 999)}`] : [];
  return {
    title: `${company.core} | ${company.town}`,
    ...more,
    main: [...businessText(random), ...(more.main ?? [])],
    footer: [...phone, ...(more.footer ?? [])],
  };
}

/** Prints its own number; `extra` stands beside it. */
function numbered(random: Random, company: MadeCompany, extra: Partial<Parts> = {}): Made {
  const phrase = random.of(NUMBER_PHRASES);
  const placement = random.of(PLACEMENTS);
  const { home: shown, pages } = placed(placement, printedIn(phrase.text, company), company);
  const parts = front(random, company, {
    ...shown,
    main: extra.main ?? [],
    footer: [...(shown.footer ?? []), ...(extra.footer ?? [])],
  });
  const used = placement === 'json_ld' || placement === 'table' || placement === 'link' ? null : phrase;
  return { company, site: siteOf(company.host, [home(parts), ...pages]), phrase: used, placement };
}

const company = (random: Random, wishes?: CompanyWishes): MadeCompany => makeCompany(random, wishes);

/** Name and address of the registered office, no number. */
function addressed(random: Random, wishes: CompanyWishes): Made {
  const it = company(random, wishes);
  const line = `${it.printed}, ${addressOf(it)}`;
  const pages = random.chance(0.5)
    ? [
        home(front(random, it)),
        { path: '/contact', link: 'Contact', html: htmlOf({ title: 'Contact', main: [line] }) },
      ]
    : [home(front(random, it, { footer: [line] }))];
  return { company: it, site: siteOf(it.host, pages), ...none };
}

const kind = (name: string, truth: Truth, make: SiteKind['make']): SiteKind => ({ name, truth, make });

/** Numbers of other registers that stand beside its own. */
const beside = (name: string, text: (random: Random) => string): SiteKind =>
  kind(name, 'own', (random) => numbered(random, company(random), { footer: [text(random)] }));

const six = (random: Random): number => random.between(100_000, 999_999);

const OWN: readonly SiteKind[] = [
  kind('own number', 'own', (random) => numbered(random, company(random))),
  kind('own number, crowded office', 'own', (random) => numbered(random, company(random, { crowd: 'many' }))),
  kind('own address, no number', 'own', (random) => addressed(random, {})),
  kind('own address, crowded office', 'undecidable', (random) => addressed(random, { crowd: 'many' })),
  kind('own address, shared by some', 'undecidable', (random) => addressed(random, { crowd: 'some' })),
  kind('name and domain alone', 'undecidable', (random) => {
    const it = company(random, { crowd: 'few' });
    return {
      company: it,
      site: siteOf(it.host, [home(front(random, it, { footer: [`© 2026 ${it.printed}`] }))]),
      ...none,
    };
  }),
  kind('own director, no number', 'own', (random) => {
    const it = company(random, { crowd: 'many', officers: true });
    const about = htmlOf({ title: 'Our team', main: [`${it.director} founded ${it.printed} and leads it.`] });
    const line = `${it.printed}, ${addressOf(it)}`;
    const pages = [
      home(front(random, it, { footer: [line] })),
      { path: '/about-us', link: 'About us', html: about },
    ];
    return { company: it, site: siteOf(it.host, pages), ...none };
  }),
  kind('redirected from an old host', 'own', (random) => {
    const it = company(random);
    const made = numbered(random, it);
    const old = `old-${it.host}`;
    return { ...made, site: { ...made.site, host: old, redirects: [old, it.host] } };
  }),
  kind('http only', 'own', (random) => {
    const made = numbered(random, company(random));
    return { ...made, site: { ...made.site, secure: false, faults: ['tls_invalid'] } };
  }),
  kind('trades under another name', 'own', (random) => {
    const it = company(random);
    const brand = company(random);
    const told = `${brand.core} is a trading name of ${it.printed}, company number ${it.number}.`;
    return {
      company: it,
      site: siteOf(brand.host, [home(front(random, brand, { footer: [told] }))]),
      ...none,
    };
  }),
  kind('own number under a brand, no name', 'own', (random) => {
    const it = company(random);
    const brand = company(random);
    const told = `Registered in England and Wales No. ${it.number}`;
    return {
      company: it,
      site: siteOf(brand.host, [home(front(random, brand, { footer: [told] }))]),
      ...none,
    };
  }),
  beside('charity number', (random) => `Registered charity number ${six(random) * 10 + 1}`),
  beside('Scottish charity number', (random) => `Scottish Charity No. SC0${random.between(10_000, 99_999)}`),
  beside(
    'regulator number',
    (random) =>
      `Authorised and regulated by the Financial Conduct Authority, firm reference number ${six(random)}. SRA number ${six(random)}.`,
  ),
  beside(
    'data protection number',
    (random) => `ICO registration ZA${six(random)}. Trade mark UK0000${six(random)}0.`,
  ),
  beside('VAT number', () => 'VAT registration number GB 123 4567 82'),
  beside(
    'agency credit',
    (random) => `Website by ${company(random).printed}, company number ${company(random).number}`,
  ),
  beside('accountant as registered office', (random) => {
    const agent = company(random);
    return `Registered office: c/o ${agent.printed} (company number ${agent.number}), ${addressOf(agent)}`;
  }),
  beside('group named', (random) => {
    const parent = company(random);
    return `Part of the ${parent.core} group. Our parent company is ${parent.printed}, registered number ${parent.number}.`;
  }),
  beside('payment provider', (random) => {
    const provider = company(random);
    return `Payments are provided exclusively by ${provider.printed}, company number ${provider.number}.`;
  }),
];

/** A site of another company; what it shows is told by `make`. */
const other = (name: string, make: SiteKind['make']): SiteKind => kind(name, 'other', make);

const OTHERS: readonly SiteKind[] = [
  other('homonym with its own number', (random) => {
    const it = company(random);
    const namesake = company(random, { core: it.core });
    return { ...numbered(random, namesake), company: it };
  }),
  other('homonym without a number', (random) => {
    const it = company(random);
    const namesake = { ...company(random, { core: it.core }), host: it.host };
    const line = `${namesake.printed}, ${addressOf(namesake)}`;
    return {
      company: it,
      site: siteOf(it.host, [home(front(random, namesake, { footer: [line] }))]),
      ...none,
    };
  }),
  other('homonym in the same town', (random) => {
    const it = company(random);
    const near = { ...company(random, { core: it.core }), town: it.town };
    const area = (it.office.postcode ?? '').split(' ')[0] ?? '';
    const line = `${near.printed}, ${near.street}, ${it.town}, ${area} ${random.between(1, 9)}ZZ`;
    return { company: it, site: siteOf(it.host, [home(front(random, near, { footer: [line] }))]), ...none };
  }),
  other('sister of its name at its address', (random) => {
    const it = company(random);
    const longer = random.of(['Holdings', 'Group', 'Properties', 'Exports']);
    const line = `${it.core} ${longer} Limited, ${addressOf(it)}`;
    const sister = { ...it, core: `${it.core} ${longer}` };
    return { company: it, site: siteOf(it.host, [home(front(random, sister, { footer: [line] }))]), ...none };
  }),
  other('homonym abroad', (random) => {
    const it = company(random);
    const line = random.of([
      `${it.core} Limited, registered in Ireland, number ${six(random)}`,
      `© 2026 ${it.core} Inc. All rights reserved. A Delaware corporation.`,
      `${it.core} Pty Ltd ABN 53 004 085 ${random.between(100, 999)}`,
      `${it.core} GmbH, Amtsgericht Hamburg HRB ${six(random)}`,
    ]);
    return { company: it, site: siteOf(it.host, [home(front(random, it, { footer: [line] }))]), ...none };
  }),
  other('parked', (random) => {
    const it = company(random);
    const text = random.of([
      'This domain is parked free, courtesy of the registrar.',
      'Related searches',
      'Buy this domain',
    ]);
    const ns = ['ns1.sedoparking.com', 'ns2.sedoparking.com'];
    const parts = { title: it.host, main: [text] };
    return {
      company: it,
      site: siteOf(it.host, [home(parts)], { dns: { resolves: true, mx: null, ns, txt: null } }),
      ...none,
    };
  }),
  other('for sale', (random) => {
    const it = company(random);
    const sold = random.chance(0.5)
      ? {
          redirects: [it.host, 'www.hugedomains.com'],
          final_url: `https://www.hugedomains.com/domain_profile.cfm?d=${it.host}`,
        }
      : {};
    const parts = {
      title: `${it.host} is for sale`,
      main: ['This domain is for sale. Make an offer on this domain.'],
    };
    return { company: it, site: siteOf(it.host, [home(parts)], sold), ...none };
  }),
  other('hijacked', (random) => {
    const it = company(random);
    const main = Array.from(
      { length: 12 },
      () => 'Slot gacor online, casino bonus and jackpot every day, deposit now.',
    );
    const parts = {
      title: `${it.core} Slot Casino`,
      main,
      footer: random.chance(0.5) ? [`© ${it.printed}`, addressOf(it)] : [],
    };
    return { company: it, site: siteOf(it.host, [home(parts)]), ...none };
  }),
  other('page of a platform', (random) => {
    const it = company(random);
    const host = `${it.host.split('.')[0]}.${random.of(['wixsite.com', 'wordpress.com', 'github.io', 'square.site'])}`;
    return { ...numbered(random, { ...it, host }), company: it };
  }),
  other("parent's site that lists it", (random) => {
    const it = company(random);
    const parent = company(random);
    const list = `Our group: ${it.printed} (company number ${it.number}), ${company(random).printed} (company number ${company(random).number}).`;
    const own = `${parent.printed} is registered in England and Wales under company number ${parent.number}.`;
    return {
      company: it,
      site: siteOf(parent.host, [home(front(random, parent, { main: [list], footer: [own] }))]),
      ...none,
    };
  }),
  other('list of companies', (random) => {
    const it = company(random);
    const all = [it, ...Array.from({ length: 9 }, () => company(random))];
    const main = all.map((one) => `${one.printed}, company number ${one.number}, ${addressOf(one)}`);
    const parts = { title: 'Directory of local companies', main, footer: ['© The Directory'] };
    return { company: it, site: siteOf('local-companies.co.uk', [home(parts)]), ...none };
  }),
  other('profile in a directory', (random) => {
    const it = company(random);
    const publisher = company(random);
    const main = [`${it.printed}`, `Company number: ${it.number}`, `Registered office: ${addressOf(it)}`];
    const own = `${publisher.printed} is registered in England and Wales, company number ${publisher.number}`;
    const parts = { title: `${it.printed} - company profile`, main, footer: [own] };
    return { company: it, site: siteOf(publisher.host, [home(parts)]), ...none };
  }),
  other('portfolio of an agency', (random) => {
    const it = company(random);
    const agency = company(random);
    const main = [`We built the website of ${it.printed} in ${it.town}.`];
    const own = `${agency.printed}. Registered in England and Wales No. ${agency.number}`;
    return {
      company: it,
      site: siteOf(agency.host, [home(front(random, agency, { main, footer: [own] }))]),
      ...none,
    };
  }),
  other('accountant at the same address', (random) => {
    const it = company(random, { crowd: 'many' });
    const agent = company(random);
    const line = `${agent.printed}, ${addressOf(it)}`;
    return {
      company: it,
      site: siteOf(agent.host, [home(front(random, agent, { footer: [line] }))]),
      ...none,
    };
  }),
  other('neighbour at the same address', (random) => {
    const it = company(random);
    const near = company(random);
    const line = `${near.printed}, ${addressOf(it)}`;
    return { company: it, site: siteOf(near.host, [home(front(random, near, { footer: [line] }))]), ...none };
  }),
  other('number claimed by a stranger', (random) => {
    const it = company(random);
    const stranger = company(random);
    const own = `${stranger.printed}. Registered in England and Wales No. ${it.number}`;
    return {
      company: it,
      site: siteOf(stranger.host, [home(front(random, stranger, { footer: [own] }))]),
      ...none,
    };
  }),
  other('it is the provider', (random) => {
    const it = company(random);
    const client = company(random);
    const own = `${client.printed}. Registered in England and Wales No. ${client.number}`;
    const credit = `Website by ${it.printed}, company number ${it.number}`;
    return {
      company: it,
      site: siteOf(client.host, [home(front(random, client, { footer: [own, credit] }))]),
      ...none,
    };
  }),
  other('it is the provider of a site without a number', (random) => {
    const it = company(random);
    const client = company(random);
    const credit = `Website designed and hosted by ${it.printed}, company number ${it.number}`;
    return {
      company: it,
      site: siteOf(client.host, [home(front(random, client, { footer: [credit] }))]),
      ...none,
    };
  }),
  other('named in a privacy page', (random) => {
    const it = company(random);
    const owner = company(random);
    const privacy = htmlOf({
      title: 'Privacy policy',
      main: [
        `We use processors: ${it.printed} (company number ${it.number}), ${addressOf(it)}, hosts our data.`,
      ],
    });
    const own = `${owner.printed} is registered in England and Wales under number ${owner.number}`;
    const pages = [
      home(front(random, owner, { footer: [own] })),
      { path: '/privacy', link: 'Privacy', html: privacy },
    ];
    return { company: it, site: siteOf(owner.host, pages), ...none };
  }),
  other("a client's site on its developer's host", (random) => {
    const it = company(random);
    const developer = company(random);
    const host = `${it.host.split('.')[0]}.${developer.host}`;
    return { ...numbered(random, { ...it, host }), company: it };
  }),
  other('another business at its host', (random) => {
    const it = company(random);
    const bought = company(random);
    return { company: it, site: siteOf(it.host, [home(front(random, bought))]), ...none };
  }),
];

export const SITE_KINDS: readonly SiteKind[] = [...OWN, ...OTHERS];
