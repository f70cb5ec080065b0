import { UnreadableDocument, type XbrlDocument } from './document.js';
import { readXbrl } from './read-xbrl.js';
import xhtmlCharacters from './xhtml-characters.json';

const NAMESPACES = [
  'xmlns="http://www.w3.org/1999/xhtml"',
  'xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"',
  'xmlns:xbrli="http://www.xbrl.org/2003/instance"',
  'xmlns:xbrldi="http://xbrl.org/2006/xbrldi"',
  'xmlns:iso4217="http://www.xbrl.org/2003/iso4217"',
  'xmlns:ixt2="http://www.xbrl.org/inlineXBRL/transformation/2011-07-31"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  'xmlns:ns5="http://xbrl.frc.org.uk/fr/2021-01-01/core"',
].join(' ');
const RESOURCES = `<ix:resources>
  <xbrli:context id="now"><xbrli:entity><xbrli:identifier scheme="x">390616</xbrli:identifier>
    <xbrli:segment><xbrldi:explicitMember dimension="ns5:EquityClassesDimension">ns5:ShareCapital</xbrldi:explicitMember>
    <xbrldi:typedMember dimension="ns5:NoteDimension"><ns5:n>7</ns5:n></xbrldi:typedMember></xbrli:segment></xbrli:entity>
    <xbrli:period><xbrli:startDate>2020-01-01</xbrli:startDate><xbrli:endDate>2020-12-31</xbrli:endDate></xbrli:period></xbrli:context>
  <xbrli:unit id="GBP"><xbrli:measure>iso4217:GBP</xbrli:measure></xbrli:unit>
</ix:resources>`;

const page = (body: string, hidden = ''): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><html ${NAMESPACES}><body><ix:header><ix:hidden>${hidden}</ix:hidden>${RESOURCES}</ix:header>${body}</body></html>`,
  );
const amount = (attributes: string, printed: string): string =>
  `<ix:nonFraction name="ns5:Equity" contextRef="now" unitRef="GBP" decimals="0" ${attributes}>${printed}</ix:nonFraction>`;
const text = (content: string, attributes = ''): string =>
  `<ix:nonNumeric name="ns5:Note" contextRef="now" ${attributes}>${content}</ix:nonNumeric>`;
const only = (bytes: Buffer) => readXbrl(bytes).facts[0];

function why(bytes: Uint8Array): string {
  try {
    readXbrl(bytes);
    return 'read';
  } catch (error) {
    if (error instanceof UnreadableDocument) return error.why;
    throw error;
  }
}

describe('a number', () => {
  it.each([
    ['grouped', 'format="ixt2:numdotdecimal"', '1,234', '1234'],
    ['with a scale', 'format="ixt2:numdotdecimal" scale="3"', '1,234', '1234000'],
    ['with a sign', 'format="ixt2:numdotdecimal" sign="-"', '577', '-577'],
    ['with a negative scale', 'scale="-2"', '2', '0.02'],
    ['printed as a dash', 'format="ixt2:zerodash"', '-', '0'],
    ['with mark-up in it', 'format="ixt2:numdotdecimal"', '<b>1</b>,<i>2</i>34', '1234'],
    ['with an entity in it', 'format="ixt2:numdotdecimal"', '1&nbsp;234', '1234'],
    ['with a joiner behind it', 'format="ixt2:numdotdecimal"', '5,000&zwnj;', '5000'],
    ['with a mark of direction', 'format="ixt2:numdotdecimal"', '&lrm;5,000', '5000'],
    ['with a thin space in it', 'format="ixt2:numdotdecimal"', '5&thinsp;000', '5000'],
    ['printed as a named dash', 'format="ixt2:zerodash"', '&ndash;&zwj;', '0'],
  ])('%s', (_what, attributes, printed, value) => {
    expect(only(page(amount(attributes, printed)))).toMatchObject({ value, problem: null, decimals: '0' });
  });

  it.each([
    ['in brackets', '', '(577)', 'not_a_number'],
    ['grouped without a format', '', '1,234', 'not_a_number'],
    ['of an unknown format', 'format="ixt2:numroman"', 'IV', 'unknown_format'],
    ['with a scale beyond all use', 'scale="999999999"', '1', 'scale_out_of_range'],
  ])('%s has no value', (_what, attributes, printed, problem) => {
    expect(only(page(amount(attributes, printed)))).toMatchObject({ value: null, problem });
  });

  it('is told to stand in brackets, and to be hidden', () => {
    expect(only(page(`<p>( ${amount('', '5')})</p>`))).toMatchObject({
      value: '5',
      printedNegative: true,
      hidden: false,
    });
    expect(only(page('', amount('', '5')))).toMatchObject({ printedNegative: false, hidden: true });
  });

  it('that is nil has no value, and no problem', () => {
    expect(only(page(amount('xsi:nil="true"', '')))).toMatchObject({ value: null, problem: null });
  });

  it('without its context or unit has no value', () => {
    const other = (from: string, to: string) => only(page(amount('', '5').replace(from, to)));
    expect(other('contextRef="now"', 'contextRef="then"')).toMatchObject({
      value: null,
      problem: 'no_context',
    });
    expect(other('unitRef="GBP"', 'unitRef="EUR"')).toMatchObject({ value: null, problem: 'no_unit' });
  });
});

describe('a text', () => {
  it('has nothing between its parts, be it within a word, after a blank or over several pages', () => {
    const body = `${text('a scaf', 'continuedAt="b"')}<ix:continuation id="b" continuedAt="c">folding </ix:continuation>
      <div><ix:continuation id="c" continuedAt="d">hire com</ix:continuation></div>
      <p><ix:continuation id="d">pa<b>ny</b></ix:continuation></p>`;
    expect(only(page(body))?.value).toBe('a scaffolding hire company');
  });

  it('of two elements keeps the blank that stands in either of them', () => {
    const body = `${text('sells', 'continuedAt="b"')}<ix:continuation id="b"> tools</ix:continuation>`;
    expect(only(page(body))?.value).toBe('sells tools');
  });

  it('goes on where it is continued, without what is excluded', () => {
    const body = `${text('One<ix:exclude>page 3</ix:exclude>', 'continuedAt="b"')}<p>between</p>
      <ix:continuation id="b" continuedAt="c">two</ix:continuation><ix:continuation id="c">three</ix:continuation>`;
    expect(only(page(body))?.value).toBe('Onetwothree');
  });

  it('that is continued in a circle ends', () => {
    expect(
      only(page(`${text('a', 'continuedAt="b"')}<ix:continuation id="b" continuedAt="b">x</ix:continuation>`))
        ?.value,
    ).toBe('ax');
  });

  it('holds the facts in it, which stand for themselves', () => {
    const facts = readXbrl(page(text(`Shares of <b>£${amount('', '50')}</b>`))).facts;
    expect(facts.map(({ name, value }) => [name, value])).toEqual([
      ['Note', 'Shares of £50'],
      ['Equity', '50'],
    ]);
  });

  it('of several blocks keeps its words apart, and expands no entity of a document type', () => {
    expect(only(page(text('<p>One</p><p>two &lol;</p>')))?.value).toBe('One two &lol;');
  });

  it.each([
    ['cr&ecirc;perie in T&ocirc;n', 'crêperie in Tôn'],
    ['&Alpha;&omega;&thetasym;&piv;', 'Αωϑϖ'],
    ['&sup2;&frac34;&iquest;&yuml;&nbsp;&ETH;', '²¾¿ÿ Ð'],
    ['&larr;&lArr;&hearts;&lang;&rfloor;', '←⇐♥\u2329⌋'],
    ['&Scaron;&fnof;&bdquo;&permil;&euro;&apos;', "Šƒ„‰€'"],
    // HTML 5 names these, XHTML does not.
    ['T&ycirc; &wcirc; &check;', 'T&ycirc; &wcirc; &check;'],
  ])('has the characters that XHTML names: %s', (filed, value) => {
    expect(only(page(text(filed)))?.value).toBe(value);
  });

  it('knows all the characters that XHTML names', () => {
    expect(Object.keys(xhtmlCharacters)).toHaveLength(252 - 4);
    expect(Object.values(xhtmlCharacters).every((character) => character.length === 1)).toBe(true);
  });
});

it('reads contexts with explicit and typed dimensions, whatever the prefixes', () => {
  const { contexts, units } = readXbrl(page(amount('', '1')));
  expect(contexts.get('now')).toEqual({
    scheme: 'x',
    identifier: '390616',
    start: '2020-01-01',
    end: '2020-12-31',
    dimensions: [
      { name: 'EquityClassesDimension', member: 'ShareCapital', typed: false },
      { name: 'NoteDimension', member: '7', typed: true },
    ],
  });
  expect(units.get('GBP')).toBe('GBP');
});

const PLAIN = (body: string): Buffer =>
  Buffer.from(`<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:pt="http://www.xbrl.org/uk/fr/gaap/pt/2004-12-01"
    xmlns:iso4217="http://www.xbrl.org/2003/iso4217">${body}
    <unit id="u"><measure>iso4217:GBP</measure></unit><context id="c"><entity><identifier scheme="x">NAME LIMITED</identifier></entity>
    <period><instant>2009-07-31</instant></period></context></xbrl>`);

it('reads plain XBRL: numbers, texts, and what stands in tuples', () => {
  const { facts, contexts }: XbrlDocument = readXbrl(
    PLAIN(
      '<pt:Debtors contextRef="c" unitRef="u"> -25853 </pt:Debtors><pt:Group><pt:Name contextRef="c">A</pt:Name></pt:Group>',
    ),
  );
  expect(facts.map(({ name, value }) => [name, value])).toEqual([
    ['Debtors', '-25853'],
    ['Name', 'A'],
  ]);
  expect(contexts.get('c')).toMatchObject({ identifier: 'NAME LIMITED', start: null, end: '2009-07-31' });
});

it.each([
  ['placeholder', Buffer.from('ATTACHMENTPLACEHOLDER127319911')],
  ['placeholder', Buffer.alloc(0)],
  ['pdf', Buffer.from('%PDF-1.7 ...')],
  ['not_xml', Buffer.from([0, 1, 2, 3])],
  ['no_facts', Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"><body>Hello</body></html>')],
  ['truncated', page(amount('', '1')).subarray(0, -20)],
  ['not_well_formed', Buffer.from('<html><p></b></html>')],
  ['too_large', Buffer.alloc(21 << 20, '<')],
  ['undeclared_prefix', Buffer.from(String(page(amount('', '1'))).replace('iso4217:GBP', 'iso:GBP'))],
  ['undeclared_prefix', Buffer.from(String(page(amount('', '1'))).replace('xmlns:ix=', 'xmlns:x='))],
  ['undeclared_prefix', Buffer.from(String(page(amount('', '1'))).replace('xmlns:xbrli=', 'xmlns:x='))],
  // A prefix that no fact needs, and a name without any.
  ['read', page(`<o:p>Words</o:p>${amount('', '1').replace('ns5:', '')}`)],
])('is told as %s', (expected, bytes) => {
  expect(why(bytes)).toBe(expected);
});

describe('a document that is made to cost', () => {
  const open = `<html ${NAMESPACES}>`;
  const filled = (unit: string, before = open): Buffer =>
    Buffer.from(before + unit.repeat(Math.floor((19 << 20) / unit.length)));
  const fact = '<ix:nonNumeric name="ns5:A" contextRef="x">';

  it.each([
    ['without end', filled('<p>')],
    ['of elements', filled('<p/>')],
    [
      'of attributes',
      Buffer.from(`${open}<p ${Array.from({ length: 9_999 }, (_, i) => `a${i}=''`).join(' ')}/>`),
    ],
    ['of facts', filled(`${fact}a</ix:nonNumeric>`)],
    ['of facts in facts', filled(`${fact}a`)],
    ['of unknown entities', filled('&a;')],
    ['of a document type alone', filled('<!ENTITY a "aa">', '<!DOCTYPE a [')],
    ['of namespaces', filled('<p xmlns:a="b"/>')],
    ['of contexts', filled('<xbrli:context id="a"/>')],
  ])('%s ends early', (_what, bytes) => {
    expect(why(bytes)).toBe('too_costly');
  });

  it('keeps no more text than there is room for', () => {
    expect(why(filled(`${fact}${'word '.repeat(3_000)}</ix:nonNumeric>`))).toBe('too_large');
  });
});
