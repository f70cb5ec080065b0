import { readGrant } from './grant-record.js';

const grant = (recipient: object, more: object = {}) =>
  readGrant({
    id: '360G-1',
    title: 'Repairs',
    awardDate: '2023-05-05',
    amountAwarded: 100,
    currency: 'GBP',
    recipientOrganization: [recipient],
    ...more,
  });

it.each([
  ['a number without its zeros', { id: 'x', companyNumber: '712444' }, ['00712444']],
  ['an id that is made of it', { id: 'GB-COH-SC000123' }, ['SC000123']],
  ['words in the place of a number, and an id', { id: 'GB-COH-712444', companyNumber: 'N/A' }, ['00712444']],
  ['zeros in its place', { id: 'x', companyNumber: '00000000' }, []],
  ['a charity', { id: 'GB-CHC-1234567', charityNumber: '1234567' }, []],
])('finds the recipient by %s', (_what, recipient, subjects) => {
  expect(grant(recipient).map(({ subject }) => subject)).toEqual(subjects);
});

it('takes a currency in small letters', () => {
  const recipient = { id: 'x', companyNumber: '712444' };
  expect(grant(recipient, { currency: 'gbp' })).toMatchObject([{ data: { amount: 100, currency: 'GBP' } }]);
  expect(grant(recipient, { currency: 'pounds' })).toMatchObject([{ data: { currency: null } }]);
});
