import fc from 'fast-check';
import { NAME_RULES, nameKey, normaliseName } from './company-name.js';
import { nameForms } from './same-as-name.js';

const sameAs = (name: string): string => nameForms(name).sameAs;

describe('the form in which the registrar compares names (SI 2015/17, Schedule 3)', () => {
  it.each([
    ['2', 'accents', 'CAFÉ MÜLLER LTD', 'CAFE MULLER LTD'],
    ['3', 'the ending', 'ACME LIMITED', 'ACME PUBLIC LIMITED COMPANY'],
    ['3', 'an ending that stands alone', 'ELM COURT RTM', 'ELM COURT LIMITED'],
    ['4', 'and', 'SMITH & SONS LTD', 'SMITH AND SONS LTD'],
    ['4', 'plus', 'HEALTH + CARE LTD', 'HEALTH PLUS CARE LTD'],
    ['4', 'numbers', '1 STOP 4 YOU LTD', 'ONE STOP FOR YOU LTD'],
    ['4', 'a number at the end', 'STUDIO 1 LTD', 'STUDIO ONE LTD'],
    ['4', 'to', 'FACE 2 FACE LTD', 'FACE TO FACE LTD'],
    ['4', 'signs of money', '£ STRETCHER LTD', 'POUND STRETCHER LTD'],
    ['4', 'per cent', '100 % WOOL LTD', '100 PER CENT WOOL LTD'],
    ['4', 'percentum', '100 PER CENTUM WOOL LTD', '100 PERCENT WOOL LTD'],
    ['4', 'at', 'MEALS @ HOME LTD', 'MEALS AT HOME LTD'],
    ['5', 'a country at the end', 'ACME UK LTD', 'ACME LTD'],
    ['5', 'a country in brackets', 'ACME (GREAT BRITAIN) LTD', 'ACME LTD'],
    ['5', 'a country in brackets before another word', 'ACME (UK) TRADING LTD', 'ACME TRADING LTD'],
    ['5', 'several', 'ACME & CO (UK) LTD', 'ACME LTD'],
    ['5', 'company', 'ACME AND COMPANY LIMITED', 'ACME LIMITED'],
    ['5', 'a domain', 'ACME.CO.UK LIMITED', 'ACME LIMITED'],
    ['5', 'a domain in words', 'ACME COM LIMITED', 'ACME LIMITED'],
    ['5', 'Welsh', "ACME A'R CWMNI CYFYNGEDIG", 'ACME CYF'],
    ['6', 'punctuation', "O'NEILL-JONES LTD.", 'ONEILL JONES LIMITED'],
    ['7', 'a final S', 'ACME PLASTICS LTD', 'ACME PLASTIC LTD'],
    [
      '8',
      'what is behind the sixtieth character',
      `${'A'.repeat(60)} ONE LTD`,
      `${'A'.repeat(60)} OTHER LTD`,
    ],
    ['9', 'the', 'THE ACME LTD', 'ACME LTD'],
    ['9', 'www', 'WWW.ACME.COM LTD', 'ACME LTD'],
    ['10', 'blanks', 'BLUE BIRD LTD', 'BLUEBIRD LTD'],
  ])('paragraph %s, %s: %s is %s', (_paragraph, _what, one, other) => {
    expect(sameAs(one)).toBe(sameAs(other));
  });

  it.each([
    ['ACME LIMITED', 'ACME HOLDINGS LIMITED'],
    ['ACME LIMITED', 'ACME GROUP LIMITED'],
    ['ACME LIMITED', 'ACME SERVICES LIMITED'],
    ['ACME LIMITED', 'ACME INTERNATIONAL LIMITED'],
    ['ACME LIMITED', 'ACME SCOTLAND LIMITED'],
    ['UK LIMITED', 'GB LIMITED'],
    ['GREAT BRITAIN LIMITED', 'GREAT LIMITED'],
    ['UK ACME LIMITED', 'ACME LIMITED'],
    ['ELM COURT RTM LIMITED', 'ELM COURT LIMITED'],
    ['S LIMITED', 'LIMITED'],
    ['TELECOM LIMITED', 'TELE LIMITED'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(sameAs(one)).not.toBe(sameAs(other));
  });

  const names = fc
    .array(
      fc.constantFrom(
        ...'THE WWW. LTD PLC & AND CO .CO.UK UK (UK) @ % PER CENT É ! ACME SONS S 2 TO'.split(' '),
      ),
      {
        maxLength: 8,
      },
    )
    .map((words) => words.join(' '));

  it('reads the normalised form as it is read alone', () => {
    fc.assert(
      fc.property(fc.oneof(names, fc.string()), (name) => {
        expect(nameForms(name).normalised).toBe(normaliseName(name));
      }),
    );
  });

  it('is never empty for a name that has anything in it', () => {
    fc.assert(
      fc.property(fc.oneof(names, fc.string()), (name) => {
        expect(sameAs(name) === '').toBe(name.trim() === '');
      }),
    );
  });
});

/**
 * Editions on disk hold these keys: a change of one must raise NAME_RULES, so that old editions are not read.
 */
it('gives the keys that editions were built with', () => {
  expect(NAME_RULES).toBe(2);
  const keys = ['ACME (UK) SERVICES LIMITED', '1 STOP SHOP & CO PLC', '! LTD'].map((name) =>
    nameKey(sameAs(name)),
  );
  expect(keys).toMatchInlineSnapshot(`
    [
      8693630829136689,
      7618327252236014,
      6767181881866360,
    ]
  `);
});
