/**
 * Made-up websites of real companies of the sample register, for `--sites`. Nobody published them. Each shows
 * how one verdict is reached. Telephone numbers are Ofcom's for drama, and no person is named.
 */

export interface MadeUpSite {
  readonly company_number: string;
  /** The name as registered. */
  readonly company_name: string;
  readonly host: string;
  /** A summary of the site for the reader. */
  readonly story: string;
  readonly pages: Readonly<Record<string, string>>;
}

interface Parts {
  readonly title: string;
  readonly head?: string;
  readonly main: string;
  readonly footer: string;
}

const pageOf = ({ title, head = '', main, footer }: Parts): string =>
  `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>
<header><nav><a href="/">Home</a> <a href="/contact">Contact</a> <a href="/terms">Terms</a></nav></header>
<main>${main}</main><footer>${footer}</footer></body></html>`;

const ROOFER_FOOTER = '<a href="https://www.facebook.com/wortleyroofing">Facebook</a> &copy; Wortley Roofing';

const ROOFER: MadeUpSite = {
  company_number: '12247900',
  company_name: 'WORTLEY ROOFING LIMITED',
  host: 'wortleyroofing.co.uk',
  story: 'Its terms print the number, name and registered office of the company.',
  pages: {
    '/': pageOf({
      title: 'Wortley Roofing, Leeds',
      head: '<meta name="generator" content="WordPress 6.6.2">',
      main: '<h1>Roofs that last</h1><p>We repair and replace pitched and flat roofs for homes and businesses in Leeds and Bradford.</p>',
      footer: ROOFER_FOOTER,
    }),
    '/contact': pageOf({
      title: 'Contact Wortley Roofing',
      main: '<h1>Contact</h1><p>Visit us at 23-29 Sandy Way, Yeadon, Leeds, LS19 7EW</p><p>Telephone 0113 496 0123</p><p>office@wortleyroofing.co.uk</p>',
      footer: ROOFER_FOOTER,
    }),
    '/terms': pageOf({
      title: 'Terms of business',
      main: '<h1>Terms</h1><p>Wortley Roofing Limited is registered in England and Wales, company number 12247900. Registered office: 23-29 Sandy Way, Leeds, LS19 7EW.</p>',
      footer: ROOFER_FOOTER,
    }),
  },
};

const STEEL: MadeUpSite = {
  company_number: '11870023',
  company_name: 'LONDON CUSTOM STEEL LTD',
  host: 'londoncustomsteel.co.uk',
  story: 'It prints name and address, and no number; 43 companies of this register have that address.',
  pages: {
    '/': pageOf({
      title: 'London Custom Steel',
      main: '<h1>Steelwork</h1><p>We make tubes, frames and staircases of steel to drawings, and deliver them in London.</p>',
      footer: 'London Custom Steel Ltd, 20-22 Wenlock Road, London, N1 7GU. Telephone 020 7946 0321',
    }),
  },
};

const STRANGER: MadeUpSite = {
  company_number: '03867954',
  company_name: 'POWERLEAGUE FIVES LIMITED',
  host: 'powerleague.co.uk',
  story:
    'Its pay gap report names this host. What is served there today says that another company, with a number of its own, runs it.',
  pages: {
    '/': pageOf({
      title: 'Powerleague Table Games',
      main: '<h1>Table games</h1><p>We make and repair football tables for public houses and youth clubs.</p>',
      footer:
        'Powerleague Table Games Limited. Registered in Scotland No. SC999998. 12 Mill Lane, Dundee, DD1 1AA',
    }),
  },
};

/** An accept, a review and a reject. */
export const MADE_UP_SITES: readonly MadeUpSite[] = [ROOFER, STEEL, STRANGER];
