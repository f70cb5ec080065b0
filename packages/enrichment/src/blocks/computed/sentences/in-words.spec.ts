import {
  formInWords,
  counted,
  dayInWords,
  ended,
  grouped,
  moneyInWords,
  townInWords,
  withArticle,
  withinSentence,
} from './in-words.js';

it.each([
  ['2012-09-11', '11 September 2012'],
  ['2020-02-01', '1 February 2020'],
])('writes the day %s as %s', (day, words) => expect(dayInWords(day)).toBe(words));

it.each([
  [{ amount: '105758329', currency: 'GBP' }, '£105,758,329'],
  [{ amount: '-577', currency: 'GBP' }, 'minus £577'],
  [{ amount: '387426.27', currency: 'GBP' }, '£387,426.27'],
  [{ amount: '1000', currency: 'USD' }, 'US$1,000'],
  [{ amount: '12', currency: 'CHF' }, 'CHF 12'],
])('writes %j as %s', (money, words) => expect(moneyInWords(money)).toBe(words));

it('groups thousands, and counts one thing as one', () => {
  expect([grouped(0), grouped(999), grouped(1_000), grouped(1_234_567)]).toEqual([
    '0',
    '999',
    '1,000',
    '1,234,567',
  ]);
  expect([
    counted(1, 'title'),
    counted(0, 'title'),
    counted(2, 'set of accounts', 'sets of accounts'),
  ]).toEqual(['1 title', '0 titles', '2 sets of accounts']);
});

it.each([
  ['GUILDFORD', 'Guildford'],
  ['STOKE-ON-TRENT', 'Stoke-on-Trent'],
  ['KINGSTON UPON THAMES', 'Kingston upon Thames'],
  ['THE MUMBLES', 'The Mumbles'],
  ['Bath', 'Bath'],
])('writes the town filed as %s as %s', (filed, words) => expect(townInWords(filed)).toBe(words));

it('puts names of things into a sentence', () => {
  expect(withinSentence('Repair of electrical equipment')).toBe('repair of electrical equipment');
  expect(withinSentence('IT consultancy')).toBe('IT consultancy');
  expect(withArticle('active company')).toBe('an active company');
  expect(withArticle('unlimited company')).toBe('an unlimited company');
  expect(withArticle('UK establishment')).toBe('a UK establishment');
  expect(withArticle('private limited company')).toBe('a private limited company');
});

it('names the form, and a registered organisation where none is told', () =>
  expect([formInWords('private-limited-guarant-nsc'), formInWords(null)]).toEqual([
    'company limited by guarantee',
    'registered organisation',
  ]));

it.each(['ALPHABET INC.', 'ALPHABET INC', 'It files as “Other.”'])('ends %s with one full stop', (words) =>
  expect(ended(words)).toMatch(/^[^.]+\.”?$/),
);
