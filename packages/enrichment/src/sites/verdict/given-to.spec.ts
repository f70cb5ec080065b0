import { givenTo, belongsToOperator } from './given-to.js';

const NAMES = ['BRAMLEY & SONS PUMPS LIMITED'];
const IT = 'Bramley & Sons Pumps Ltd';

it.each([
  ['operator', `© 2026 ${IT}, 1 Mill Lane, `],
  ['operator', `Pumpline is a trading name of ${IT}, 1 Mill Lane, `],
  ['operator', `Call us on 0113 496 0123 | This website is operated by ${IT}, `],
  ['other', `Website design by ${IT}, 1 Mill Lane, `],
  ['other', `Services are provided exclusively by ${IT}, register number 01234999, `],
  ['other', `Hosted by | ${IT} | 1 Mill Lane, `],
  ['bare', `© Crow Bakery | ${IT}, 1 Mill Lane, `],
  ['bare', `Hosted by Crow Hosting Ltd. ${IT}, 1 Mill Lane, `],
  ['bare', `Registered office: ${IT}, 1 Mill Lane, `],
  ['unsaid', `Our landlord is ${IT} of 1 Mill Lane, `],
  ['unsaid', `We are tenants of ${IT}, 1 Mill Lane, `],
  ['unsaid', `Until 2019 the shop was run by ${IT}, 1 Mill Lane, `],
  ['nobody', 'Crow Bakery Limited, 1 Mill Lane, '],
])('gives an address to %s: %s', (given, before) => {
  expect(givenTo(before, NAMES)).toBe(given);
});

it.each([
  ['under the host of its name, whatever leads up to it', 'unsaid', 'host', true],
  ['where its front bears the name', 'unsaid', 'front', true],
  ['not where its front bears the name and the sentence gives another role', 'other', 'front', false],
  ['under another name by the word of the site', 'operator', null, true],
  ['under another name with nothing before it', 'bare', null, true],
  ['not under another name with words that do not tell', 'unsaid', null, false],
  ['not under another name where it is not named', 'nobody', null, false],
] as const)('is the operator’s %s', (_where, given, namePlace, own) => {
  expect(belongsToOperator(given, namePlace, true)).toBe(own);
});

it('is nobody’s on a page that doesn’t tell of the site, under another name', () => {
  expect(belongsToOperator('bare', null, false)).toBe(false);
});
