import { readPage } from '../read-page.js';

const numbers = (html: string, path = '/') =>
  readPage({
    url: `https://acme.co.uk${path}`,
    http_status: 200,
    content_type: 'text/html',
    body: Buffer.from(html),
    link_text: null,
  }).page.company_numbers.map(({ value, role, name }) => [value, role, name]);
const footer = (text: string) => numbers(`<footer>${text}</footer>`);

describe('whose number it is', () => {
  it.each([
    ['© 2024 Acme Widgets Ltd. Registered in England No. 01234999', 'own', 'Acme Widgets Ltd'],
    [
      'Acme is a trading name of Acme Widgets Limited, a company registered in England and Wales (01234999)',
      'own',
      'Acme Widgets Limited',
    ],
    [
      'This website is operated by J & B Smith (Leeds) Ltd, company number 01234999',
      'own',
      'J & B Smith (Leeds) Ltd',
    ],
    [
      'Acme Widgets is a wholly owned subsidiary of Big Group plc (company number 01234999)',
      'group',
      'Big Group plc',
    ],
    [
      'Acme Widgets is part of the Big Group Limited, registered in England No. 01234999',
      'group',
      'Big Group Limited',
    ],
    ['Website by Pixel Works Ltd, company number 01234999', 'provider', 'Pixel Works Ltd'],
    ['Registered office: c/o Books & Co LLP (registered in England OC301234)', 'provider', 'Books & Co LLP'],
    [
      'Credit is provided exclusively by Money Markets Limited, registered in England no. 01234999',
      'provider',
      'Money Markets Limited',
    ],
  ])('%s', (text, role, name) => {
    expect(footer(text)).toMatchObject([[expect.any(String), role, name]]);
  });

  it('is told for each number of a page by itself', () => {
    expect(
      footer(
        'Acme Widgets Ltd. Registered in England No. 01234999.<br>Site by Pixel Works Ltd, company number 07654399.',
      ),
    ).toEqual([
      ['01234999', 'own', 'Acme Widgets Ltd'],
      ['07654399', 'provider', 'Pixel Works Ltd'],
    ]);
  });

  it('is not told by a list of companies that a page is about', () => {
    const list =
      '<main><p>Alpha Ltd, company number 01234998</p><p>Beta Ltd, company number 01234999</p></main>';
    expect(numbers(list, '/directory/leeds')).toEqual([
      ['01234998', 'unknown', 'Alpha Ltd'],
      ['01234999', 'unknown', 'Beta Ltd'],
    ]);
  });

  it('is the site’s where its terms name one alone', () => {
    expect(numbers('<p>Acme Widgets Limited is registered in England No. 01234999.</p>', '/terms')).toEqual([
      ['01234999', 'own', 'Acme Widgets Limited'],
    ]);
  });

  it('is the site’s where its footer leads to the register', () => {
    const link =
      '<a href="https://find-and-update.company-information.service.gov.uk/company/SC190299">register</a>';
    expect(footer(link)).toEqual([['SC190299', 'own', null]]);
    expect(numbers(`<main>${link}</main>`, '/news')).toEqual([['SC190299', 'unknown', null]]);
  });
});

it('reads numbers and names that line breaks and cells part', () => {
  expect(footer('Acme Widgets Ltd<br>Registered in England<br>No. 01234999')).toEqual([
    ['01234999', 'own', 'Acme Widgets Ltd'],
  ]);
  expect(numbers('<table><tr><td>Company Number</td><td>01234999</td></tr></table>')).toEqual([
    ['01234999', 'own', null],
  ]);
});

it('reads a registered number beside a registered office or a name, and none that another register gave', () => {
  const own = [['01234999', 'own', null]];
  expect(footer('Registered office: 1 High Street, Leeds. Registered number: 01234999')).toEqual(own);
  expect(footer('Registered Number 01234999. Registered Office: 1 High Street')).toEqual(own);
  expect(footer('Acme Widgets Ltd. Registered Number 01234999')).toEqual([
    ['01234999', 'own', 'Acme Widgets Ltd'],
  ]);
  for (const text of ['FCA', 'Charity', 'Authorised by the Financial Conduct Authority.'])
    expect(footer(`${text} Registered number: 01234999. Registered office: 1 High Street`)).toEqual([]);
});

it('leaves names where no number is between, and none where none is printed', () => {
  expect(footer('Registered in England and Wales, company number 01234999')).toEqual([
    ['01234999', 'own', null],
  ]);
  expect(footer('A company limited by guarantee registered in England (01234999)')).toEqual([
    ['01234999', 'own', null],
  ]);
});
