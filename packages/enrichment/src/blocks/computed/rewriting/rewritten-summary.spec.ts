import fc from 'fast-check';
import type { Sentence } from '../sentences/summary-sentences.js';
import { rewrittenSummary, summaryQuestion, writtenSummary } from './rewritten-summary.js';
import { saysTheSame } from './same-facts.js';

const IDENTITY =
  'BRAMLEY PUMPS LIMITED is an active private limited company in Leeds, incorporated on 12 October 2002.';
const TRADE = 'It files as manufacture of pumps.';
const STAFF = 'It had 1,920 employees by its accounts for the period to 31 August 2020.';
const FIGURES =
  'Its accounts for the period to 31 August 2020 state turnover of £105,758,329 and net assets of minus £5,141,227.';
const QUOTE = 'Its website says: “We make pumps for mines.”';
const OWNER = 'Its ultimate owner is OTLEY HOLDINGS LIMITED (00765432).';

const sentence = (text: string, at: number): Sentence => ({
  text,
  blocks: [
    (['company_identity', 'industry', 'employees', 'financials_filed'] as const)[at % 4] ?? 'industry',
  ],
  as_of: `2024-07-0${at + 1}`,
});
const GIVEN = [IDENTITY, TRADE, FIGURES].map(sentence);
const answer = (...sentences: readonly (readonly [text: string, from: readonly number[]])[]): string =>
  JSON.stringify({ sentences: sentences.map(([text, from]) => ({ text, from })) });

it('asks with the sentences as data and with nothing else', () => {
  const { data, instructions } = summaryQuestion(GIVEN);
  expect(JSON.parse(data)).toEqual({
    sentences: [IDENTITY, TRADE, FIGURES].map((text, number) => ({ number, text })),
  });
  expect(instructions).not.toContain('BRAMLEY');
});

it('serves sentences that say the same, each with the blocks that it is made from and the oldest of their days', () => {
  const joined = `${IDENTITY.slice(0, -1)}, which files as manufacture of pumps.`;
  expect(rewrittenSummary(answer([joined, [0, 1]], [FIGURES, [2]]), GIVEN)).toEqual([
    { text: joined, blocks: ['company_identity', 'industry'], as_of: '2024-07-01' },
    { text: FIGURES, blocks: ['employees'], as_of: '2024-07-03' },
  ]);
});

it.each([
  ['is no JSON', 'BRAMLEY PUMPS LIMITED is a company.'],
  ['is other JSON', '{"text": "It is a company."}'],
  ['leaves a sentence out', answer([IDENTITY, [0]], [TRADE, [1]])],
  ['uses one twice', answer([IDENTITY, [0]], [TRADE, [1]], [FIGURES, [2]], [FIGURES, [2]])],
  ['names one that is not there', answer([IDENTITY, [0]], [TRADE, [1]], [FIGURES, [3]])],
  [
    'adds one without a source',
    answer([IDENTITY, [0]], [TRADE, [1]], [FIGURES, [2]], ['It is a company.', []]),
  ],
  ['has markup', answer([IDENTITY, [0]], [`**${TRADE}**`, [1]], [FIGURES, [2]])],
  [
    'has a link',
    answer([IDENTITY, [0]], ['It files as manufacture of pumps at https://a.example.', [1]], [FIGURES, [2]]),
  ],
  ['does not end', answer([IDENTITY, [0]], ['It files as manufacture of pumps', [1]], [FIGURES, [2]])],
])('gives way to the template where an answer %s', (_what, content) => {
  expect(rewrittenSummary(content, GIVEN)).toBeNull();
});

it('never serves more than 800 characters', () => {
  const long = Array.from({ length: 9 }, (_, at) =>
    sentence(`Its accounts say: “${'We make pumps. '.repeat(6)}”`, at),
  );
  const same = answer(...long.map(({ text }, at) => [text, [at]] as const));
  expect(rewrittenSummary(same, long)).toBeNull();
});

it('serves as many as 800 characters', () => {
  const text = (length: number) => `Its accounts say: “${'p'.repeat(length - 21)}.”`;
  const given = [text(400), text(399)].map(sentence);
  const same = (all: readonly Sentence[]) => answer(...all.map((one, at) => [one.text, [at]] as const));
  expect(
    rewrittenSummary(same(given), given)
      ?.map((one) => one.text)
      .join(' '),
  ).toHaveLength(800);
  const longer = [text(400), text(400)].map(sentence);
  expect(rewrittenSummary(same(longer), longer)).toBeNull();
});

it('says of what is served whose words they are', () => {
  const read = (content: string) => () =>
    ({
      status: 'read',
      reading: { asked_on: '2026-11-21', model: 'a-model', content },
      checked: { checked_live: true, checked_at: '2026-11-21T12:00:00.000Z' },
    }) as const;
  const joined = `${IDENTITY.slice(0, -1)}, which files as manufacture of pumps.`;
  expect(writtenSummary(GIVEN, read(answer([joined, [0, 1]], [FIGURES, [2]])))).toMatchObject({
    method: 'ai',
    sentences: [{ text: joined }, { text: FIGURES }],
  });
  expect(writtenSummary(GIVEN, read('{}'))).toEqual({ method: 'template', sentences: GIVEN });
});

it('keeps what is quoted in quotation marks, and on whose word it is said', () => {
  const given = [QUOTE].map(sentence);
  const says = (text: string) => rewrittenSummary(answer([text, [0]]), given) !== null;
  expect(says('The website of the company says: “We make pumps for mines.”')).toBe(true);
  expect(says('Its website says it makes pumps for mines.')).toBe(false);
  expect(says('The company says: “We make pumps for mines.”')).toBe(false);
  expect(says('Its website says: “We make pumps.”')).toBe(false);
});

describe('what is said in other words', () => {
  it.each([
    [
      'An active private limited company in Leeds, BRAMLEY PUMPS LIMITED is incorporated on 12 October 2002.',
      [IDENTITY],
    ],
    ['Incorporated on 12 October 2002, it is an active private limited company in Leeds.', [IDENTITY]],
    ['The ultimate owner is OTLEY HOLDINGS LIMITED (00765432).', [OWNER]],
    [
      'In the period to 31 August 2020 its accounts state turnover of £105,758,329 and net assets of minus £5,141,227.',
      [FIGURES],
    ],
  ])('is the same: %s', (text, given) => expect(saysTheSame(text, given)).toBe(true));

  it.each([
    [
      'a figure that is not there',
      'It had 1,921 employees by its accounts for the period to 31 August 2020.',
      [STAFF],
    ],
    [
      'a figure of something else',
      FIGURES.replace('£105,758,329', 'X').replace('£5,141,227', '£105,758,329').replace('X', '£5,141,227'),
      [FIGURES],
    ],
    ['a figure that is rounded', FIGURES.replace('£105,758,329', '£106 million'), [FIGURES]],
    [
      'a figure in words',
      'It had two thousand employees by its accounts for the period to 31 August 2020.',
      [STAFF],
    ],
    [
      'a date of something else',
      'BRAMLEY PUMPS LIMITED is an active private limited company in Leeds, incorporated on 31 August 2020, by its accounts.',
      [IDENTITY, STAFF],
    ],
    [
      'a part of a date',
      'It is an active private limited company, incorporated in October 2002.',
      [IDENTITY],
    ],
    [
      'a name that is not there',
      'It is an active private limited company in Bradford, incorporated on 12 October 2002.',
      [IDENTITY],
    ],
    [
      'a name in another place',
      'OTLEY HOLDINGS LIMITED (00765432) has BRAMLEY PUMPS LIMITED as its ultimate owner.',
      [IDENTITY, OWNER],
    ],
    ['a name that is cut', 'Its ultimate owner is OTLEY.', [OWNER]],
    ['an adjective', 'It is a leading active private limited company in Leeds.', [IDENTITY]],
    ['a judgement', 'It is an active private limited company that grows well.', [IDENTITY]],
    ['another status', 'BRAMLEY PUMPS LIMITED is a private limited company in Leeds.', [IDENTITY]],
    ['a sign that is lost', FIGURES.replace('minus ', ''), [FIGURES]],
    ['a denial', 'It is not an active private limited company.', [IDENTITY]],
    [
      'a word that says on whose word no more',
      'It had 1,920 employees for the period to 31 August 2020.',
      [STAFF],
    ],
    ['nothing', '.', [TRADE]],
  ])('is not the same with %s', (_what, text, given) => expect(saysTheSame(text, given)).toBe(false));

  it('is never the same with a number that none of the sentences has', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 9 }), fc.nat(100), (figure, at) => {
        const words = FIGURES.split(' ');
        const text = [
          ...words.slice(0, at % words.length),
          String(figure),
          ...words.slice(at % words.length),
        ].join(' ');
        expect(saysTheSame(text, [FIGURES])).toBe(false);
      }),
    );
  });

  it('is the same with every sentence that is left as it is', () => {
    for (const text of [IDENTITY, TRADE, STAFF, FIGURES, QUOTE, OWNER])
      expect(saysTheSame(text, [text])).toBe(true);
  });
});
