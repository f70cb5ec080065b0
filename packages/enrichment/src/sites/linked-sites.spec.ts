import { aPage } from '../../../../test/support/a-site.js';
import { linkedUkSites } from './linked-sites.js';

const site = (host: string, ...linked: readonly string[]) => ({
  host,
  pages: [
    aPage({ url: `https://${host}/` }),
    aPage({ url: `https://${host}/countries`, linked_hosts: linked }),
    aPage({ url: `https://${host}/legal`, linked_hosts: linked }),
  ],
});

it.each([
  ['acme.com', 'acme.co.uk'],
  ['acme.com', 'acme.uk'],
  ['acme.global', 'acme.co.uk'],
  ['acme.de', 'acme.org.uk'],
])('%s links to %s, its site for this country', (world, uk) => {
  expect(linkedUkSites(site(world, 'acme.fr', uk))).toEqual([
    { host: uk, page_url: `https://${world}/countries` },
  ]);
});

it.each([
  ['another name', 'acme.com', 'acme-uk.co.uk'],
  ['a part of another site', 'acme.com', 'acme.shops.co.uk'],
  ['a part of its own', 'acme.com', 'help.acme.co.uk'],
  ['a host elsewhere', 'acme.com', 'acme.ie'],
  ['a site of this country already', 'acme.co.uk', 'acme.uk'],
  ['a part of a world site', 'careers.acme.com', 'careers.co.uk'],
])('is none where it is %s', (_what, host, linked) => {
  expect(linkedUkSites(site(host, linked))).toEqual([]);
});
