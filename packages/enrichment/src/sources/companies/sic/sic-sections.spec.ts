import { parseSic, type SicCode } from './sic-codes.js';
import { sicSection, tellingSic } from './sic-sections.js';
import list from './sic-2007.json';

const sic = (code: string): SicCode => ({
  code,
  description: null,
  scheme: code.length === 4 ? 'uk_sic_2003' : 'uk_sic_2007',
});

it.each([
  ['01110', 'A'],
  ['03220', 'A'],
  ['05101', 'B'],
  ['10110', 'C'],
  ['33200', 'C'],
  ['35110', 'D'],
  ['36000', 'E'],
  ['43999', 'F'],
  ['45111', 'G'],
  ['62020', 'J'],
  ['68100', 'L'],
  ['70100', 'M'],
  ['82990', 'N'],
  ['98000', 'T'],
  ['99000', 'U'],
])('%s lies in section %s', (code, section) => {
  expect(sicSection(sic(code))?.code).toBe(section);
});

it.each([['99999'], ['74990'], ['4531'], ['00000']])('%s lies in none', (code) => {
  expect(sicSection(sic(code))).toBeNull();
});

it('has a section for every code of the list that tells a trade', () => {
  const without = Object.keys(list.codes).filter((code) => sicSection(sic(code)) === null);
  expect(without.sort()).toEqual(['74990', '99999']);
});

it('takes the first code that is not generic, else the first', () => {
  const codes = ['70100 - Head offices', '62020 - IT', '47110 - Retail'].flatMap(
    (printed) => parseSic(printed) ?? [],
  );
  expect(tellingSic(codes)?.code).toBe('62020');
  expect(tellingSic(codes.slice(0, 1))?.code).toBe('70100');
  expect(tellingSic([])).toBeUndefined();
});
