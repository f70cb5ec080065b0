import { readGrant } from './grant-record.js';

const grant = (recipient: unknown, more: object = {}, version = '') =>
  readGrant(
    {
      id: '360G-1',
      title: 'Repairs',
      awardDate: '2023-05-05',
      amountAwarded: 100,
      currency: 'GBP',
      recipientOrganization: recipient,
      ...more,
    },
    { version },
  );
const numbers = (recipient: unknown): string[] =>
  grant(recipient).flatMap((entry) =>
    entry.kind === 'put' ? (entry.links ?? []).map(([, key]) => key) : [],
  );

it.each([
  ['a number without its zeros', [{ id: 'x', companyNumber: '712444' }], ['00712444']],
  ['a number that is none in JSON', [{ id: 'x', companyNumber: 712444 }], ['00712444']],
  ['an id that is made of it', [{ id: 'GB-COH-SC000123' }], ['SC000123']],
  ['an id made of a number that ends with letters', [{ id: 'gb-coh-ip000cus' }], ['IP000CUS']],
  ['a number that ends with a letter', [{ id: 'x', companyNumber: 'SL 00911A' }], ['SL00911A']],
  ['letters that are no number', [{ id: 'x', companyNumber: 'PENDING1' }], []],
  ['an id in small letters', [{ id: 'gb-coh-sc000123' }], ['SC000123']],
  ['an id in the place of the number', [{ id: 'x', companyNumber: 'GB-COH-712444' }], ['00712444']],
  [
    'words in the place of a number, and an id',
    [{ id: 'GB-COH-712444', companyNumber: 'N/A' }],
    ['00712444'],
  ],
  ['an id and a number that differ', [{ id: 'GB-COH-1', companyNumber: '2' }], ['00000002', '00000001']],
  ['one that stands without a list', { id: 'GB-COH-712444' }, ['00712444']],
  ['zeros in its place', [{ id: 'x', companyNumber: '00000000' }], []],
  ['a charity', [{ id: 'GB-CHC-1234567', charityNumber: '1234567' }], []],
])('finds the recipient by %s', (_what, recipient, found) => {
  expect(numbers(recipient)).toEqual(found);
});

it('keeps of a grant to no company that it was given to none', () => {
  expect(grant([{ id: 'GB-CHC-1234567' }])).toMatchObject([{ kind: 'drop', subject: '360G-1' }]);
});

it.each([
  [100, 100],
  ['100', 100],
  ['1,250.50', 1250.5],
  [' 7.00 ', 7],
  ['about 100', null],
  ['', null],
  [null, null],
  [true, null],
])('reads the amount %p', (amountAwarded, amount) => {
  expect(grant([{ id: 'GB-COH-712444' }], { amountAwarded })).toMatchObject([{ data: { amount } }]);
});

it('tells no amount of a grant that several recipients share, numbered or not', () => {
  const [first, second] = [{ id: 'GB-COH-712444' }, { id: 'x', name: 'A Club' }];
  expect(grant([first, second])).toMatchObject([{ data: { amount: null } }]);
  expect(grant([first])).toMatchObject([{ data: { amount: 100 } }]);
});

it('takes a currency in small letters, and an id that is a number', () => {
  const to = [{ id: 'GB-COH-712444' }];
  expect(grant(to, { currency: 'gbp', id: 7 })).toMatchObject([{ subject: '7', data: { currency: 'GBP' } }]);
  expect(grant(to, { currency: 'pounds' })).toMatchObject([{ data: { currency: null } }]);
});

it.each([
  [
    'the file was published, and then it was changed',
    { dateModified: '2024-01-01T10:00:00+01:00' },
    '2025-06-01',
    '2025-06-01/2024-01-01T09:00:00.000Z',
  ],
  ['the file was published', { dateModified: 'yesterday' }, '2025-06-01', '2025-06-01/'],
  ['it was changed', { dateModified: '2024-01-01' }, '', '2024-01-01T00:00:00.000Z'],
  ['it was awarded', {}, '', '2023-05-05'],
])('is as new as the day on which %s', (_what, more, published, version) => {
  expect(grant([{ id: 'GB-COH-712444' }], more, published)).toMatchObject([{ version }]);
});
