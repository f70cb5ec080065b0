import { TUNED, type Phrase } from '../../../../../../test/support/sites/number-phrases.js';
import { HELD_OUT } from '../../../../../../test/support/sites/held-out-number-phrases.js';
import { foldedText, visibleText } from '../plain-text.js';
import { findCompanyNumbers } from './find-company-numbers.js';

const numbersIn = (text: string): string[] =>
  findCompanyNumbers(foldedText(visibleText(text), 400_000), 50).found.map(({ number }) => number);

const missed = (phrases: readonly Phrase[]): string[] =>
  phrases.flatMap(({ text, numbers }) => {
    const found = numbersIn(text);
    return numbers.filter((number) => !found.includes(number)).map((number) => `${number} of: ${text}`);
  });
const wrong = (phrases: readonly Phrase[]): string[] =>
  phrases.flatMap(({ text, numbers }) =>
    numbersIn(text)
      .filter((number) => !numbers.includes(number))
      .map((number) => `${number} in: ${text}`),
  );

describe('the phrases that the rules were tuned on', () => {
  it('give all their numbers', () => {
    expect(missed(TUNED)).toEqual([]);
  });
  it('give nothing else', () => {
    expect(wrong(TUNED)).toEqual([]);
  });
});

describe('the phrases that they were not', () => {
  it('give all their numbers', () => {
    expect(missed(HELD_OUT)).toEqual([]);
  });
  it('give nothing else', () => {
    expect(wrong(HELD_OUT)).toEqual([]);
  });
});
