/** Names of other companies on a page: at the heads of its sheets they speak against it, in other places they don't. */
import { readAccounts } from '../../../packages/enrichment/src/filed-accounts/read-accounts.js';
import { madePage, type MadeRow } from './made-accounts.js';

const ROWS: readonly MadeRow[] = [['Net assets', 'NetAssetsLiabilities day 5,125']];
const tag = (name: string): string =>
  `<ix:nonNumeric name="c:EntityCurrentLegalOrRegisteredName" contextRef="year0">${name}</ix:nonNumeric>`;
const isRead = (before: string, hidden = ''): string => {
  const page = Buffer.from(madePage(ROWS, { before, hidden }));
  const { record } = readAccounts(page, { id: 'made', number: null, made_up_to: '2025-12-31' });
  return record.status === 'read' ? 'read' : record.why;
};
const own = tag('Acme Trading Limited');
const sheet = (name: string, title: string): string =>
  `<p>${name}</p><p>${title}</p><p>as at 31 December</p>`;

it.each([
  ['its name short of the tag, and a firm', '<h1>ACME TRADING LTD</h1><p>Haines Watts LLP</p>', own],
  ['its name with an apostrophe', "<h1>Smith's</h1><h2>Haines Watts LLP</h2>", tag('SMITHS')],
  ['its name without the form', '<p>SMITH’S LTD</p><p>Haines Watts LLP</p>', tag('Smiths Limited')],
  [
    'its name tagged on each sheet, and a firm on two',
    `<h1>${own}</h1><p>Haines Watts LLP</p><h1>${own}</h1><p>Haines Watts LLP</p>`,
    '',
  ],
  [
    'a firm on two sheets',
    `<h1>${own}</h1><p>Haines Watts LLP</p><p>1 High Street</p><p>Haines Watts LLP</p>`,
    '',
  ],
  [
    'a firm that signs',
    `<h1>${own}</h1>${'<h2>Haines Watts LLP</h2><p>Chartered Accountants</p>'.repeat(2)}`,
    '',
  ],
  [
    'a subsidiary in two cells',
    `<h1>${own}</h1><table>${'<tr><td>Beta Haulage Limited</td><td>100%</td></tr>'.repeat(2)}</table>`,
    '',
  ],
  ['another on its first line', `<p>Beta Haulage Limited</p><h1>${own}</h1>`, ''],
  [
    'a firm alone, away from any head',
    '<p>Balance sheet</p><p>Haines Watts LLP</p><p>1 High Street</p>',
    own,
  ],
  [
    'a sentence on itself',
    `<p>${own}</p><p>The financial statements of Acme Trading Limited for the year ended 31 March 2025 follow.</p>`,
    '',
  ],
  [
    'a sentence on its parent',
    `<p>${own}</p><p>It is included in the consolidated financial statements of Beta Haulage plc for the year ended 31 March.</p>`,
    '',
  ],
  [
    'a sentence on a related party',
    `<p>${own}</p><p>Its parent, Beta Haulage Ltd, is a private company limited by shares incorporated in Wales.</p>`,
    '',
  ],
  [
    'a sentence on the company',
    `<p>${own}</p><p>The accounts of The Company for the year ended 31 March.</p>`,
    '',
  ],
  ...[
    'The accounts of the charitable company for the year ended 31 March.',
    'The accounts of the limited liability partnership for the year ended 31 March.',
    'The financial statements of the Charity and the Group for the year ended 31 March.',
    'The financial statements of the wider north region for the year ended 31 March.',
    'The charitable company is a company limited by guarantee and registered in England.',
    'The Academy Trust is a company limited by guarantee and incorporated in England.',
    'THE FOUNDATION IS A CHARITY REGISTERED IN WALES.',
    'The School is a charitable company limited by guarantee.',
    'The immediate holding company is a company incorporated in Jersey.',
    'The Controlling Party is a company registered in Jersey.',
    'The Lender is a company registered in Jersey.',
  ].map((sentence): [string, string, string] => [
    `a sentence: ${sentence}`,
    `<p>${own}</p><p>${sentence}</p>`,
    '',
  ]),
  ['a title of software', `<title>Accounts Production Suite</title><h1>${own}</h1>`, ''],
])('a page with %s is read', (_what, before, hidden) => {
  expect(isRead(before, hidden)).toBe('read');
});

it.each([
  [
    'its number behind it',
    `<p>${own}</p>${'<p>BETA HAULAGE LIMITED (Registered number 01234567)</p>'.repeat(2)}`,
    '',
  ],
  [
    'its number behind a dash',
    `<p>${own}</p>${'<p>Beta Haulage Ltd - Company No. SC123456</p>'.repeat(2)}`,
    '',
  ],
  [
    'titles of statements below it',
    `<p>${own}</p>${sheet('BETA HAULAGE LIMITED', 'Balance sheet')}${sheet('Beta Haulage Ltd', 'Notes to the accounts')}`,
    '',
  ],
  [
    'a statement below it once, where the tag is not seen',
    sheet('BETA HAULAGE LIMITED', 'Balance sheet'),
    own,
  ],
  [
    'headings in cells',
    `<p>${own}</p><table>${'<tr><td><h2>Beta Haulage Ltd</h2></td></tr>'.repeat(2)}</table>`,
    '',
  ],
  ['the title of the page', `<title>Beta Haulage Ltd - Filleted accounts</title><h1>${own}</h1>`, ''],
  ['a title with strokes', `<title>BETA_HAULAGE_LTD - Accounts</title><h1>${own}</h1>`, ''],
  ['a title with a date', `<title>Beta Haulage Limited 06/05/2025 iXBRL</title><h1>${own}</h1>`, ''],
  [
    'a title on a group',
    `<title>Beta Haulage Limited Group accounts (Group and Company)</title><h1>${own}</h1>`,
    '',
  ],
  [
    'a sentence of an auditor',
    `<h1>${own}</h1><p>We have audited the accounts of Beta Haulage Club (the ‘charity’) for the year ended 31 March 2025.</p>`,
    '',
  ],
  [
    'a sentence of an accountant',
    `<h1>${own}</h1><p>We have prepared the financial statements of Beta Haulage Ltd for the period ended 31 March.</p>`,
    '',
  ],
  [
    'a sentence on its form',
    `<h1>${own}</h1><p>Beta Haulage Ltd is a private company limited by shares incorporated in England.</p>`,
    '',
  ],
  [
    'a sentence on its form and number',
    `<h1>${own}</h1><table><tr><td>Beta Haulage LLP (registered number OC300001) is a limited liability partnership registered in Wales.</td></tr></table>`,
    '',
  ],
  [
    'a sentence on an academy',
    `<h1>${own}</h1><p>The Beta Academy Trust is a company limited by guarantee.</p>`,
    '',
  ],
  [
    'a report to shareholders',
    `<h1>${own}</h1><p>Report to the shareholders of Beta Haulage Limited</p>`,
    '',
  ],
  [
    'a report',
    `<h1>${own}</h1><p>INDEPENDENT AUDITOR'S REPORT TO THE MEMBERS OF BETA HAULAGE LIMITED</p>`,
    '',
  ],
])('another name with %s speaks against the page', (_what, before, hidden) => {
  expect(isRead(before, hidden)).toBe('other_name');
});

it('is told in time of a page with thousands of names', () => {
  const names = Array.from({ length: 5_000 }, (_, at) => `<h2>Cedar${at} Beech${at} Limited</h2>`).join('');
  const start = process.cpuUsage().user;
  expect(isRead(`<h1>${own}</h1>${names}`)).toBe('read');
  expect(process.cpuUsage(undefined).user - start).toBeLessThan(4_000_000);
});
