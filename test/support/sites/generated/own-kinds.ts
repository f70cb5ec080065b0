/** Kinds of sites that are the company's own: what proves them, and what stands beside that and could mislead. */
import { htmlOf, siteOf } from './make-pages.js';
import type { Random } from './random.js';
import {
  addressed,
  addressOf,
  company,
  front,
  home,
  kind,
  none,
  numbered,
  six,
  type SiteKind,
} from './site-kind.js';

/** Numbers of other registers that stand beside its own. */
const beside = (name: string, text: (random: Random) => string): SiteKind =>
  kind(name, 'own', (random) => numbered(random, company(random), { footer: [text(random)] }));

export const OWN_KINDS: readonly SiteKind[] = [
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
