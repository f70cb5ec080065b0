import { SUPPRESSED_KINDS } from '../../../../contract/src/suppression/suppressed.js';
import { normalisedValue } from '../../../../contract/src/suppression/value.js';
import { censored } from './suppress.js';

const HIDDEN = new Set(['+442079460958', '01234567', 'SP1728RS', '12345678', 'jane@example.co.uk']);
const suppressed = {
  kinds: new Set(SUPPRESSED_KINDS),
  has: (...value: Parameters<typeof normalisedValue>): boolean => HIDDEN.has(normalisedValue(...value) ?? ''),
};

it.each([
  ['2020-01-05 020 7946 0958', '2020-01-05 [suppressed]'],
  ['+44 (0)20 7946 0958 or 44(0)2079460958', '[suppressed] or [suppressed]'],
  ['(020) 7946-0958', '[suppressed]'],
  ['no. 01234567, sp1728rs and 123456780001', 'no. [suppressed], [suppressed] and [suppressed]'],
  ["write to 'jane@example.co.uk', or", "write to '[suppressed]', or"],
  ["write to 'jane@example.co.uk'.", "write to '[suppressed]'."],
  [`${'1 '.repeat(20_000)}020 7946 0958`, `${'1 '.repeat(20_000)}[suppressed]`],
])('blanks in %j what is suppressed', (text, shown) => {
  expect(censored({ [text]: [text] }, suppressed)).toEqual({ [shown]: [shown] });
});

it('gives back what names nobody as it was', () => {
  const value = { 'a.b': ['2020-01-05T04:05:06Z', '0 12 345', 'X012345678', null, 1, { of: 'Ltd.' }] };
  expect(censored(value, suppressed)).toBe(value);
});
