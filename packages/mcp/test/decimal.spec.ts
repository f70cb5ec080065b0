import { decimalOf, isMore, minus, plus, textOf, times, ZERO } from '../src/spending/decimal.js';

const of = (text: string) => decimalOf(text) ?? ZERO;

describe('amounts', () => {
  it.each([
    ['0.1 + 0.2', plus(of('0.1'), of('0.2')), '0.30'],
    ['1000000 times 0.0000001', times(of('0.0000001'), 1_000_000), '0.10'],
    ['250,000 rows at 0.0135', times(of('0.0135'), 250_000), '3375.00'],
    ['2 - 2.005', minus(of('2'), of('2.005')), '-0.005'],
    ['more than a float holds', plus(of('9007199254740993'), of('0.01')), '9007199254740993.01'],
  ])('%s', (_sum, amount, text) => expect(textOf(amount)).toBe(text));

  it.each(['', '1.', '.5', '1e3', '0x1', ' 1', '1,5', '--1', 'NaN'])('%j is none', (text) =>
    expect(decimalOf(text)).toBeNull(),
  );

  it('are compared by their worth', () => {
    expect([isMore(of('0.30'), of('0.3')), isMore(of('0.3001'), of('0.3')), isMore(of('-1'), ZERO)]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
