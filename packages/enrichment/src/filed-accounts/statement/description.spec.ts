import { descriptionOf } from './description.js';

const onPage = (passage: string): string | null => descriptionOf(new Map(), [passage]);

it.each([
  'Principal activity of the company is that of dental practice.',
  'Principal activities continued to be the letting of property.',
  'The principal activity of the company was that of plumbing.',
  'The principle activity of the company was that of plumbing.',
])('quotes the whole of: %s', (sentence) => {
  expect(onPage(sentence)).toBe(sentence);
});

it.each([
  [
    'Principal activities The principal activity of the company was that of plumbing.',
    'The principal activity of the company was that of plumbing.',
  ],
  [
    'PRINCIPAL ACTIVITY: The principal activity is that of a garage.',
    'The principal activity is that of a garage.',
  ],
])('leaves the heading out of: %s', (passage, sentence) => {
  expect(onPage(passage)).toBe(sentence);
});

it.each([
  'Revenue from the principal activities of the group is stated gross of commission and excluding VAT.',
  'Turnover is attributable to the one principal activity of the company and was made in the United Kingdom.',
  'The principal activities and nature of its operations are disclosed in the report of the directors.',
  'Details of its principal activity are set out on page one.',
  'The principal activity of its subsidiary undertakings continued to be that of plumbing.',
])('is not told by: %s', (sentence) => {
  expect(onPage(sentence)).toBeNull();
  const told = 'The principal activity of the company is that of a garage.';
  expect(onPage(`${sentence} ${told}`)).toBe(told);
});

it.each([
  'The principal activity of the company continued to be that of its main trade.',
  'The principal activity of the company is carrying on business.',
  'The principal activity of the company is that of a general commercial company.',
  'The principal activity of the company is the provision of services.',
  'The principal activity of the company was that of a private limited company.',
  'The principal activity of the company is to manage its credit risk and liquidity risk.',
  'The principal activity of the company is Revenue is recognised when goods are delivered.',
])('is not told by what is true of every company, or by a policy: %s', (sentence) => {
  expect(onPage(sentence)).toBeNull();
});

it.each([
  'The principal activity of the company is that of a holding company.',
  'The principal activity of the company is the provision of cleaning services.',
  'The principal activity of the company is general trading.',
  'The principal activity of the company is to manage risk for its customers.',
  'The principal activity of the company is the operation of a business park.',
])('is told by: %s', (sentence) => {
  expect(onPage(sentence)).toBe(sentence);
});
