import fc from 'fast-check';
import type { PdfPage, PdfWord } from './page.js';
import { readPages } from './read-pages.js';

const word = (text: string, right: number, line: number): PdfWord => ({
  text,
  left: right - 6 * text.length,
  right,
  foot: 100 + 20 * line,
  height: 10,
});
/** A label, and amounts that end at the columns' edges. */
const printed = (label: string, line: number, amounts: readonly string[]): PdfWord[] => [
  ...(label === '' ? [] : [word(label, 60 + 6 * label.length, line)]),
  ...amounts.map((text, column) => word(text, 420 + 90 * column, line)),
];
const HEAD: readonly (readonly [string, readonly string[]])[] = [
  ['Balance sheet', []],
  ['', ['2024', '2023']],
  ['', ['£', '£']],
];
const pageOf = (rows: readonly (readonly [string, readonly string[]])[]): PdfPage => ({
  words: [...HEAD, ...rows].flatMap(([label, amounts], line) => printed(label, line, amounts)),
});
const read = (page: PdfPage) =>
  readPages([page], { id: 'doc', made_up_to: '2024-12-31', read_by: 'pdf_text' });

const FIELDS = {
  'Current assets': 'current_assets',
  'Creditors: amounts falling due within one year': 'creditors_within_one_year',
  'Net current assets': 'net_current_assets',
  'Fixed assets': 'fixed_assets',
  'Total assets less current liabilities': 'total_assets_less_current_liabilities',
  'Net assets': 'net_assets',
} as const;
const LABELS = [...Object.keys(FIELDS), 'Capital and reserves', 'Something else', ''];

it('never serves a figure that no line of that name and year states', () => {
  const rows = fc.array(fc.tuple(fc.constantFrom(...LABELS), fc.tuple(fc.nat(9), fc.nat(9))), {
    maxLength: 12,
  });
  let served = 0;
  fc.assert(
    fc.property(rows, (stated) => {
      const page = pageOf(stated.map(([label, amounts]) => [label, amounts.map(String)]));
      for (const { figures } of read(page).record.periods)
        for (const [label, field] of Object.entries(FIELDS)) {
          const amount = figures[field]?.amount;
          if (amount === undefined) continue;
          served += 1;
          expect(
            stated.some(([name, [now]]) => (name === label || name === '') && String(now) === amount),
          ).toBe(true);
        }
    }),
    { numRuns: 2_000, seed: 20_260_102 },
  );
  expect(served).toBeGreaterThan(50);
});

it('serves nothing where no sum confirms it, and says what it left out', () => {
  const { record, unconfirmed } = read(pageOf([['Net assets', ['40', '30']]]));
  expect([record.periods, unconfirmed]).toEqual([[], []]);
  const both = pageOf([
    ['Net assets', ['40', '30']],
    ['Capital and reserves', ['40', '30']],
    ['Fixed assets', ['7', '8']],
  ]);
  expect(read(both)).toMatchObject({
    record: { periods: [{ figures: { net_assets: { amount: '40' } } }] },
    unconfirmed: ['fixed_assets'],
  });
});

it('withholds net assets that do not fit, and is less sure of the rest', () => {
  const misfit = read(
    pageOf([
      ['Current assets', ['50', '40']],
      ['Creditors: amounts falling due within one year', ['(10)', '(10)']],
      ['Net current assets', ['40', '30']],
      ['Net assets', ['40', '30']],
      ['Capital and reserves', ['41', '30']],
    ]),
  );
  expect(misfit).toMatchObject({
    confidence: 0.8,
    record: {
      periods: [
        {
          figures: { net_current_assets: { amount: '40' }, creditors_within_one_year: { amount: '10' } },
          withheld: [{ field: 'net_assets', reason: 'equity_implausible_against_balance_sheet' }],
        },
      ],
    },
  });
});

it('takes no column for that of a year which is not surely told', () => {
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['Net assets', ['40', '30']],
    ['Capital and reserves', ['40', '30']],
  ];
  const page = pageOf(rows);
  for (const without of ['£', '2024', '2023']) {
    const words = page.words.filter(({ text }) => text !== without);
    expect([without, read({ words }).record.periods]).toEqual([without, []]);
  }
  expect(readPages([page], { id: 'doc', made_up_to: '2025-12-31', read_by: 'ocr' }).record.periods).toEqual(
    [],
  );
});
