import {
  companyNumberProblem,
  namedCompanyNumber,
  parseCompanyNumber,
  parsePublishedNumber,
  parseWrittenNumber,
} from './company-number.js';

it.each(['08209948', 'SC123456', 'R0000001', 'IP21926R', 'IP00149C', 'SP1728RS', 'NP00001A'])(
  'knows the form of %s',
  (number) => {
    expect(parseCompanyNumber(` ${number.toLowerCase()} `)).toBe(number);
    expect(parsePublishedNumber(number)).toBe(number);
  },
);

it.each(['SL00911A', 'IP000CUS', 'FE000123', 'EN000001', 'XX123456', 'SC12345R', 'S2012345', 'SP172ARS'])(
  'knows %s only as one that a file may hold',
  (number) => {
    expect(parseCompanyNumber(number)).toBeNull();
    expect(parsePublishedNumber(number)).toBe(number);
    expect(parseWrittenNumber(` ${number.toLowerCase()} `)).toBe(number);
  },
);

it.each([
  'SL0091',
  '8209948',
  'SLA00911',
  '0SL00911',
  'SL00A911',
  'SL0A911A',
  'S-000911',
  '123456AB',
  '\u017fL00911A',
])('takes %s for no number that a file may hold', (text) => expect(parseWrittenNumber(text)).toBeNull());

it.each([
  ['a number that lost its zero', '8209948'],
  ['a prefix that no register publishes', 'XX123456'],
  ['a closing letter behind another prefix', 'SC12345R'],
  ['three closing letters', 'SP172ARS'],
  ['a letter within the digits', 'IP2A926R'],
  ['a digit behind the letter', 'IP2192R6'],
  ['a letter of another alphabet whose capital is one of ours', '\u017fc123456'],
])('does not know %s', (_what, number) => {
  expect(parseCompanyNumber(number)).toBeNull();
});

it('counts the digits of a number that lost its zeros', () => {
  expect(companyNumberProblem('1')).toMatch(/^'1' has 1 digit; .* try '00000001'\.$/);
  expect(companyNumberProblem('6400')).toMatch(/^'6400' has 4 digits; .* try '00006400'\.$/);
});

it.each([
  ['8209948', '08209948'],
  ['sc 12345', 'SC012345'],
  ['SL00911A', 'SL00911A'],
  ['ip000cus', 'IP000CUS'],
  [' FE 000123 ', 'FE000123'],
  ['00000000', null],
  ['0', null],
  ['HRB12345', null],
  ['not known', null],
  ['123456AB', null],
  ['', null],
  [null, null],
])('takes %j, as a record names a number, for %s', (filed, number) =>
  expect(namedCompanyNumber(filed)).toBe(number),
);
