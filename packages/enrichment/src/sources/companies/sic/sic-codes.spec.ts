import { isGenericSic, naceOf, parseSic, schemeOn } from './sic-codes.js';

it.each([
  ['62020 - Information technology consultancy activities', 'uk_sic_2007'],
  ['62020', 'uk_sic_2007'],
  ['99999 - Dormant Company', 'uk_sic_2007'],
  ['4531 - Installation electrical wiring etc.', 'uk_sic_2003'],
  ['7499 - Non-trading company', 'uk_sic_2003'],
  // They look like codes of a list, and stand in none.
  ['62013 - Development of computer games', null],
  ['00000 - Nothing', null],
  ['93051', null],
  ['4599 - Something', null],
])('finds the scheme of %s by the lists: %s', (printed, scheme) =>
  expect(parseSic(printed)?.scheme).toBe(scheme),
);

it('describes a code that no list has as the row prints it', () => {
  expect(parseSic('62013 - Development of computer games')).toMatchObject({
    code: '62013',
    description: 'Development of computer games',
  });
  expect(parseSic('62013')?.description).toBeNull();
});

it.each([
  ['2011-09-30', 'uk_sic_2003', null],
  ['2011-10-01', 'uk_sic_2007', 'uk_sic_2007'],
  ['2026-11-01', 'uk_sic_2007', 'uk_sic_2007'],
])('knows on %s codes up to %s', (day, newest, scheme) => {
  expect(schemeOn(day)).toBe(newest);
  expect(parseSic('62020', schemeOn(day))?.scheme).toBe(scheme);
  expect(parseSic('4531', schemeOn(day))?.scheme).toBe('uk_sic_2003');
});

it('gives a class of the European classification, with its revision, to codes of 2007 alone', () => {
  const classes = ['33140', '4531', '62013'].map((printed) => {
    const code = parseSic(printed);
    return code === null ? null : naceOf(code);
  });
  expect(classes).toEqual([{ code: '33.14', revision: '2' }, null, null]);
});

it('calls generic what the list of 2007 calls so', () => {
  const code = { code: '82990', description: null };
  expect(isGenericSic({ ...code, scheme: 'uk_sic_2007' })).toBe(true);
  expect(isGenericSic({ ...code, scheme: null })).toBe(false);
});
