import fc from 'fast-check';
import { NAME_RULES, exactName, nameKey, normaliseName } from './company-name.js';

describe('the exact form of a name', () => {
  it('folds case and blanks and nothing else', () => {
    expect(exactName('  Tesco   plc ')).toBe('TESCO PLC');
    expect(exactName('TESCO P.L.C.')).not.toBe(exactName('TESCO PLC'));
  });
});

describe('the normalised form of a name', () => {
  it.each([
    ['endings', 'ACME LIMITED', 'Acme Ltd'],
    ['endings', 'ACME LIMITED', 'ACME PLC'],
    ['endings', 'ACME PUBLIC LIMITED COMPANY', 'ACME P.L.C.'],
    ['endings', 'ACME LIMITED LIABILITY PARTNERSHIP', 'ACME LLP'],
    ['endings', 'ACME COMMUNITY INTEREST COMPANY', 'ACME C.I.C.'],
    ['an ending with blanks', 'ACME PLC', 'ACME P L C'],
    ['an ending with blanks', 'ACME LLP', 'Acme L. L. P.'],
    ['an ending with blanks', 'ACME C I C', 'ACME COMMUNITY INTEREST COMPANY'],
    ['an ending with blanks', 'ACME L T D', 'ACME LTD'],
    ['an ending beside a point', 'STAPLES & CO.LIMITED', 'STAPLES & CO LTD'],
    ['a Welsh ending', 'CWMNI ACME CYFYNGEDIG', 'CWMNI ACME CYF'],
    ['a missing ending', 'ACME LIMITED', 'acme'],
    ['&', 'SMITH & SONS LIMITED', 'SMITH AND SONS LTD'],
    ['punctuation', "O'NEILL-JONES (UK) LTD.", 'ONEILL JONES UK LIMITED'],
    ['initials', 'J.S. BACH LIMITED', 'J S BACH LTD'],
    ['accents', 'CAFÉ MÜLLER LTD', 'CAFE MULLER LTD'],
    ['letters without a base', 'SMØRREBRØD ŁÓDŹ LTD', 'SMORREBROD LODZ LTD'],
    ['a leading THE', 'THE FINANCIAL TIMES LIMITED', 'FINANCIAL TIMES LTD'],
    ['a trailing THE', 'FINANCIAL TIMES LIMITED(THE)', 'FINANCIAL TIMES LIMITED'],
    ['the plural of the mark', 'SAINSBURY’S LTD', "Sainsbury's Limited"],
  ])('takes away %s: %s is %s', (_what, one, other) => {
    expect(normaliseName(one)).toBe(normaliseName(other));
  });

  it.each([
    ['ACME LIMITED', 'ACME HOLDINGS LIMITED'],
    ['ACME (UK) LIMITED', 'ACME LIMITED'],
    ['ACME & CO LIMITED', 'ACME LIMITED'],
    ['THEATRE LIMITED', 'ATRE LIMITED'],
    ['A L C LIMITED', 'A LIMITED'],
    ['J P L C LIMITED', 'J LIMITED'],
    ['P L C LIMITED', 'LIMITED'],
    ['! LTD', 'LTD'],
    ['! LTD', '? LTD'],
    ['LIMITED EDITIONS LTD', 'EDITIONS LTD'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(normaliseName(one)).not.toBe(normaliseName(other));
  });

  const names = fc.oneof(
    fc.string(),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(
        fc.constantFrom(
          ...'THE LIMITED LTD PLC LLP C.I.C. COMPANY PUBLIC COMMUNITY INTEREST & AND ! (UK) É Ø ACME SONS'.split(
            ' ',
          ),
        ),
        { maxLength: 8 },
      )
      .map((words) => words.join(' ')),
  );

  it('changes nothing when it is taken twice', () => {
    fc.assert(
      fc.property(names, (name) => {
        const once = normaliseName(name);
        expect(normaliseName(once)).toBe(once);
      }),
    );
  });

  it('is never empty for a name that has anything in it', () => {
    fc.assert(
      fc.property(names, (name) => {
        expect(normaliseName(name) === '').toBe(name.trim() === '');
      }),
    );
  });

  it('is equal wherever the exact form is equal', () => {
    fc.assert(
      fc.property(names, fc.constantFrom('', ' ', '\t'), (name, blank) => {
        const spaced = `${blank}${name.replaceAll(' ', `  ${blank}`)}${blank}`;
        expect(normaliseName(spaced)).toBe(normaliseName(name));
      }),
    );
  });
});

/**
 * Editions on disk hold these keys: a change of one must raise NAME_RULES, so that old editions are not read.
 */
it('gives the keys that editions were built with', () => {
  expect(NAME_RULES).toBe(2);
  const keys = ['THE FINANCIAL TIMES LIMITED', 'CAFÉ MÜLLER & SONS PLC', '! LTD'].map((name) =>
    nameKey(normaliseName(name)),
  );
  expect(keys).toMatchInlineSnapshot(`
    [
      2250649321347821,
      1831455781714417,
      6767181881866360,
    ]
  `);
});

it('keeps keys within whole numbers that both JavaScript and SQLite hold exactly', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(Number.isSafeInteger(nameKey(name))).toBe(true);
    }),
  );
});
