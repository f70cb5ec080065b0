/** What a kind of made sites is, and what many of them show. */
import type { SiteReading } from '../../../../packages/enrichment/src/sites/site-reading.js';
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

export const none = { phrase: null, placement: null } as const;
export const home = (parts: Parts): Page => ({ path: '/', link: '', html: htmlOf(parts) });
export const addressOf = ({ street, town, office }: MadeCompany): string =>
  `${street}, ${town}, ${office.postcode}`;

/** The usual front page of a company: its brand, its trade, perhaps a telephone. */
export function front(random: Random, company: MadeCompany, more: Partial<Parts> = {}): Parts {
  const phone = random.chance(0.7) ? [`Call us on 0113 496 0${random.between(100, 999)}`] : [];
  return {
    title: `${company.core} | ${company.town}`,
    ...more,
    main: [...businessText(random), ...(more.main ?? [])],
    footer: [...phone, ...(more.footer ?? [])],
  };
}

/** Prints its own number; `extra` stands beside it. */
export function numbered(random: Random, company: MadeCompany, extra: Partial<Parts> = {}): Made {
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

export const company = (random: Random, wishes?: CompanyWishes): MadeCompany => makeCompany(random, wishes);

/** Name and address of the registered office, no number. */
export function addressed(random: Random, wishes: CompanyWishes): Made {
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

export const kind = (name: string, truth: Truth, make: SiteKind['make']): SiteKind => ({ name, truth, make });

export const six = (random: Random): number => random.between(100_000, 999_999);
