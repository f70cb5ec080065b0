/** Pages of about a megabyte that are made to cost their reader dear: each kind is one that some parser or expression hangs on. */

const MEGABYTE = 1_000_000;
const repeated = (text: string): string => text.repeat(Math.ceil(MEGABYTE / text.length));
const page = (body: string): string => `<!doctype html><html><body>${body}`;
const counted = (count: number, text: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => text(at)).join('');

export const HOSTILE_PAGES: Readonly<Record<string, () => string>> = {
  'nested blocks': () => page(repeated('<div>')),
  'nested inline elements': () => page(repeated('<b>')),
  'fonts in open paragraphs': () => page(repeated(`${'<font>'.repeat(10)}<p>`)),
  'tags that close nothing': () => page(`${counted(500, (at) => `<x${at}>`)}${repeated('</y1>')}`),
  'tags that open and close': () => page(repeated('<i></i>')),
  attributes: () => page(`<a ${counted(100_000, (at) => `a${at}=1 `)}>x</a>`),
  'the same attribute': () => page(`<a ${repeated('a=1 ')}>x</a>`),
  'a long attribute': () => page(`<a href="${repeated('x')}">x</a>`),
  'an attribute without an end': () => page(`<a href="${repeated('x ')}`),
  'a long comment': () => page(`<!--${repeated('- ')}-->`),
  'open comments': () => page(repeated('<!--')),
  'open angles': () => page(repeated('<')),
  ampersands: () => page(repeated('&')),
  entities: () => page(repeated('&amp;')),
  'open entities': () => page(repeated('&amp')),
  'a script without an end': () => page(`<script>${repeated('</scrip')}`),
  'a title without an end': () => `<title>${repeated('a b ')}`,
  'one word': () => page(repeated('a')),
  blanks: () => page(`a${repeated(' ')}b`),
  'letters that fold to many': () => page(repeated('\ufdfa')),
  'combining marks': () => page(`a${repeated('\u0301')}`),
  'zero-width characters': () => page(repeated('1\u200b')),
  'right-to-left overrides': () => page(repeated('\u202ea ')),
  digits: () => page(repeated('1')),
  'digits in groups': () => page(repeated('12 ')),
  'eight digits': () => page(repeated('12345679 ')),
  'labels without a number': () => page(repeated('registered in england no. ')),
  'labels and numbers': () => page(repeated('Company No 1234569 ')),
  'numbers of others': () => page(repeated('charity no 1234569 ')),
  'names without an end': () => page(repeated('Acme And ')),
  'names and numbers': () => page(repeated('Acme Ltd (01234998) ')),
  'nearly VAT numbers': () => page(repeated('GB 123 4567 88 ')),
  'nearly postcodes': () => page(repeated('LS1 2A ')),
  postcodes: () => page(repeated('LS1 2AB ')),
  'nearly phones': () => page(repeated('0113 496 00 ')),
  phones: () => page(repeated('0113 496 0000 ')),
  'a long phone': () => page(repeated('0 1-')),
  'open brackets': () => page(repeated('(+(0')),
  ats: () => page(repeated('@')),
  'nearly addresses': () => page(repeated('a.@b.')),
  'mail addresses': () => page(repeated('info@acme.co.uk ')),
  'mail addresses written out': () => page(repeated('info [at] acme [dot] co ')),
  links: () => page(counted(20_000, (at) => `<a href="https://h${at}.co.uk/a/b?c=d">link ${at}</a>`)),
  'links to nowhere': () => page(repeated('<a href="//[">')),
  'hidden addresses': () => page(repeated('<a data-cfemail="7b121d141b1c">x</a>')),
  scripts: () => page(counted(20_000, (at) => `<script src="https://cdn.test/${at}.js"></script>`)),
  'deep structured data': () =>
    page(`<script type="application/ld+json">${'['.repeat(90_000)}${']'.repeat(90_000)}</script>`),
  'wide structured data': () =>
    page(
      `<script type="application/ld+json">[${counted(6_000, () => '{"@type":"Organization"},')}1]</script>`,
    ),
  'structured data without an end': () => page(repeated('<script type="application/ld+json">[')),
  metas: () => page(repeated('<meta name="a" content="b">')),
  'dots and sentences': () => page(repeated('No. ')),
  bars: () => page(repeated('| ')),
  'sentences of small words': () => page(repeated('the and of to we are you is in ')),
};

export const hostilePage = (name: string): Uint8Array =>
  new TextEncoder().encode(HOSTILE_PAGES[name]?.() ?? '').subarray(0, 1_100_000);
