import { descriptionOf } from './description.js';

const onPage = (passage: string): string | null => descriptionOf(new Map(), [passage]);

it.each([
  'Principal activity of the company is that of dental practice.',
  'Principal activities continued to be the letting of property.',
  'The principal activity of the company was that of plumbing.',
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
