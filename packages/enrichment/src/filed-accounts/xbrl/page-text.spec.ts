import { PageText } from './page-text.js';

const textOf = (...pieces: (string | null)[]): string => {
  const page = new PageText();
  for (const piece of pieces)
    if (piece === null) page.part();
    else page.text(piece);
  return page.whole;
};

it.each<[string, (string | null)[], string]>([
  ['a block', [null, 'Balance sheet', null, 'as at', null], '\nBalance sheet\nas at\n'],
  [
    'a block with blanks around it',
    ['\n  ', null, '\n  Cash \n', null, '\n', null, 'Debtors'],
    '\nCash\nDebtors',
  ],
  [
    'no line of the source',
    ['The accounts\n    are presented\r\nin US dollars.'],
    'The accounts are presented in US dollars.',
  ],
  ['no piece of a text', ['The average', ' \n', ' number'], 'The average number'],
  ['no blank that keeps words together', ['31\u00a0\u00a0December'], '31 December'],
])('a line of a page is %s', (_what, pieces, text) => {
  expect(textOf(...pieces)).toBe(text);
});
