import { aSite } from '../../../../../test/support/a-site.js';
import { readPage } from '../page/read-page.js';
import { judgeSite } from './judge-site.js';
import type { JudgedCompany } from './judged-company.js';

const ACME: JudgedCompany = {
  number: '01234999',
  name: 'ACME WIDGETS LIMITED',
  trading_names: [],
  previous_names: [],
  office: { lines: ['12 HIGH STREET'], town: 'LEEDS', county: null, postcode: 'LS1 4AP' },
  crowd: 1,
  directors: null,
  group: new Set(),
};
const NUMBERED = '© Acme Widgets Limited. Registered in England No. 01234999';
const PLACED = '© Acme Widgets Limited, 12 High Street, Leeds LS1 4AP';

/** @param told as JSON-LD */
function verdictOf(footer: string, told: unknown) {
  const html = `<html lang="en"><head><title>Acme Widgets</title><script type="application/ld+json">${JSON.stringify(told)}</script></head>
    <body><p>We make widgets for mills all over the north of England.</p><footer>${footer}</footer></body></html>`;
  const { page } = readPage({
    url: 'https://acmewidgets.co.uk/',
    http_status: 200,
    content_type: 'text/html',
    body: Buffer.from(html),
    link_text: null,
  });
  return judgeSite(
    aSite({ host: 'acmewidgets.co.uk', final_url: 'https://acmewidgets.co.uk/', pages: [page] }),
    ACME,
    false,
  );
}
const organisation = (more: Readonly<Record<string, unknown>>) => ({
  '@type': 'Organization',
  name: 'Acme Widgets',
  ...more,
});

it.each([
  ['for tax', { taxID: 'GB182708200', vatID: 'GB182708200' }],
  ['of business registries', { duns: '219999999', leiCode: '213800ABCDEFGHIJKL12' }],
  ['of its own making', { identifier: ['acme-1', '4711', '1123456'] }],
  ['of a charity', { identifier: { '@type': 'PropertyValue', name: 'Charity number', value: '01123456' } }],
  ['of its parent', { parentOrganization: { '@type': 'Organization', identifier: '07654399' } }],
  [
    'of who reviews it',
    { review: { '@type': 'Review', author: { '@type': 'Organization', identifier: '07654399' } } },
  ],
])('a number in structured data %s is no company’s that runs the site', (_what, told) => {
  const [numbered, placed] = [NUMBERED, PLACED].map((footer) => verdictOf(footer, organisation(told)));
  expect(numbered).toMatchObject({ outcome: 'accept', other_numbers: [] });
  expect(placed?.checks.other_company_number).toBe(false);
});

it.each([
  ['whole', '01234999'],
  ['with the register’s scheme', 'GB-COH-1234999'],
  ['as a property', { '@type': 'PropertyValue', propertyID: 'Companies House', value: '1234999' }],
])('the company’s own number in structured data counts, %s', (_what, identifier) => {
  const { outcome, checks, other_numbers } = verdictOf('© Acme Widgets', organisation({ identifier }));
  expect({ outcome, own: checks.company_number, other_numbers }).toEqual({
    outcome: 'accept',
    own: true,
    other_numbers: [],
  });
});

it('another company’s number in structured data says whose the site is', () => {
  expect(verdictOf(PLACED, organisation({ identifier: '07654399' }))).toMatchObject({
    outcome: 'reject',
    other_numbers: ['07654399'],
  });
});

it('two companies that a footer lists with their numbers leave the site to review', () => {
  const list =
    'Companies registered in England: Acme Widgets Limited (No. 01234999), Acme Bolts Limited (No. 07654399)';
  expect(verdictOf(list, {})).toMatchObject({ outcome: 'review', other_numbers: ['07654399'] });
});
