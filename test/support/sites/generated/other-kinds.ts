/** Kinds of sites that are somebody else's, though they show something of the company. */
import { htmlOf, siteOf } from './make-pages.js';
import { addressOf, company, front, home, kind, none, numbered, six, type SiteKind } from './site-kind.js';

/** A site of another company; what it shows is told by `make`. */
const other = (name: string, make: SiteKind['make']): SiteKind => kind(name, 'other', make);

export const OTHER_KINDS: readonly SiteKind[] = [
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
  other('number and address in text that nobody sees', (random) => {
    const it = company(random);
    const bought = company(random);
    const opening = random.of([
      '<div hidden>',
      '<div style="display:none">',
      '<div style="position:absolute;left:-9999px">',
      '<div style="color:#fff;background:#ffffff">',
      '<p style="font-size:0">',
    ]);
    const line = `${it.printed}, company number ${it.number}, ${addressOf(it)}`;
    const parts = front(random, bought, { footer: [`${opening}${line}</div>`] });
    return { company: it, site: siteOf(it.host, [home(parts)]), ...none };
  }),
];
