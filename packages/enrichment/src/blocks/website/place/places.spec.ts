import { readPage } from '../../../sites/page/read-page.js';
import { aSite } from '../../../../../../test/support/a-site.js';
import { siteMentions } from './places.js';

const placesOn = (html: string) => {
  const { page } = readPage({
    url: 'https://acme.co.uk/contact',
    http_status: 200,
    content_type: 'text/html',
    body: Buffer.from(`<html><body>${html}</body></html>`),
    link_text: null,
  });
  return siteMentions(aSite({ pages: [page] }));
};
const [LINES, TOWN] = ['12 High Street', 'Leeds'];

it('reads the cells of a table without their labels', () => {
  const rows = [
    ['Address', LINES],
    ['Town', TOWN],
    ['Postcode', 'LS1 4AB'],
  ].map(([label, value]) => `<tr><td>${label}</td><td>${value}</td></tr>`);
  expect(placesOn(`<table>${rows.join('')}</table>`)).toMatchObject([
    { address: { address_line_1: LINES, address_line_2: null, locality: TOWN, postal_code: 'LS1 4AB' } },
  ]);
});

it.each(['We cover LS1 4AB and more.', 'Free delivery to LS1 4AB.', 'Ask us about LS1 4AB.'])(
  'takes no words of a sentence for a town: %s',
  (text) => {
    expect(placesOn(`<p>${text}</p>`)).toMatchObject([{ address: { address_line_1: null, locality: null } }]);
  },
);

it('keeps towns of several words', () => {
  expect(placesOn('<p>1 Mill Lane, Stow-on-the-Wold, GL54 1AB</p>')).toMatchObject([
    { address: { address_line_1: '1 Mill Lane', locality: 'Stow-on-the-Wold' } },
  ]);
  expect(placesOn('<p>1 Mill Lane, Newcastle upon Tyne NE1 4AB</p>')).toMatchObject([
    { address: { address_line_1: '1 Mill Lane', locality: 'Newcastle upon Tyne' } },
  ]);
});

it('tells a branch by what the address is called, not by the name of a building', () => {
  expect(placesOn('<p>Unit 4, Mill Works, 12 High Street, Leeds LS1 4AB</p>')).toMatchObject([
    { kind: 'unknown' },
  ]);
  expect(placesOn('<p>Showroom: 12 High Street, Leeds LS1 4AB</p>')).toMatchObject([
    { kind: 'branch', address: { address_line_1: LINES } },
  ]);
});

it('takes an address care of others for one on paper, as a registered office is', () => {
  expect(placesOn('<p>c/o Smith Accountants, 1 Park Row, Leeds LS1 5AB</p>')).toMatchObject([
    { isRegistered: true },
  ]);
});

it('reads an address that structured data give in one text', () => {
  const told = { '@type': 'LocalBusiness', name: 'Acme', address: `${LINES}, ${TOWN}, LS1 4AB` };
  expect(placesOn(`<script type="application/ld+json">${JSON.stringify(told)}</script>`)).toMatchObject([
    { key: 'LS14AB', address: { address_line_1: LINES, locality: TOWN, postal_code: 'LS1 4AB' } },
  ]);
});
