import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'papaparse';
import Big from 'big.js';
import { adjustment, charge, credit, statements } from '../../../test/support/statements/made-statements.js';
import { StatementFiles } from '../../../test/support/statements/statements.js';
import { forAllTests } from '../../../test/support/worlds/for-each-test.js';
import { writeBeside } from './readable-files.js';

/** Reads the texts of each page with pdf.js, in a process of its own: it is a module alone. */
const READER = `
  import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
  import { readFileSync } from 'node:fs';
  const pdf = await getDocument({ data: new Uint8Array(readFileSync(process.argv[1])), verbosity: 0 }).promise;
  const pages = [];
  for (let at = 1; at <= pdf.numPages; at++) {
    const { items } = await (await pdf.getPage(at)).getTextContent();
    pages.push(items.map(({ str }) => str).filter((text) => text.trim() !== ''));
  }
  const { info } = await pdf.getMetadata();
  process.stdout.write(JSON.stringify({ pages, title: info.Title }));
`;
const readPdf = (path: string): { readonly pages: readonly string[][]; readonly title: string } =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', READER, path], { encoding: 'utf8' }),
  ) as ReturnType<typeof readPdf>;

const MONTH = '2027-01';
const PRICES = { company_identity: '0.0200', industry: '0.0150' };
const ENTRIES = [
  ...[...Array(30).keys()].map((row) =>
    charge({ id: row, row, day: row < 10 ? '2027-01-05' : '2027-01-06', blocks: PRICES }),
  ),
  charge({ id: 30, row: 30, day: '2027-01-07', blocks: { officers: null }, isLateBlock: true }),
  ...[...Array(60).keys()].map((id) =>
    adjustment({
      ...{ id: 100 + id, day: '2027-01-08', scope: { block: 'industry' } },
      lines: [['2027-01-05', 'industry', '0.0150', id === 0 ? -1 : 0]],
      change: id === 0 ? { note: '=1+1, für Жук\u202e, "as agreed"' } : {},
    }),
  ),
  credit({ id: 200, amount: '-1566.9', day: '2027-01-09' }),
];
const files = forAllTests(() => new StatementFiles());
let file: string;
let sha256: string;
beforeAll(() => {
  const [text = ''] = statements([{ month: MONTH, entries: ENTRIES }]);
  file = files.write(text);
  sha256 = createHash('sha256').update(text).digest('hex');
});

it('a statement as a PDF tells the period and the money, names every entry, and prints the digest of the signed file', async () => {
  const { pages, title } = readPdf(await writeBeside(file, 'pdf'));
  const all = pages.flat();
  expect(title).toBe(`Statement of account 1001, ${MONTH}`);
  const words = pages[0]?.join(' ') ?? '';
  for (const said of [
    'Period: 2027-01-01 to 2027-01-31, UTC',
    'GBP 1.05 GBP -1,565.865 GBP 0.00 GBP -1,565.87 GBP',
    'company_identity 30 0.60 GBP 0',
    'industry 30 0.45 GBP -1',
    'officers 1 no price agreed 0',
    '2027-01-06 20 40 0.70 GBP',
    'goodwill: =1+1, für ???',
  ])
    expect(words).toContain(said);
  expect(all.filter((text) => text === 'goodwill: As agreed.')).toHaveLength(60);
  expect(all).toContain('-1,566.90 GBP');
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page).toContain(`SHA-256 of the signed file: ${sha256}`);
  expect(all).toContain(`${title}, page ${pages.length} of ${pages.length}`);
});

it('the same statement gives the same PDF again', async () => {
  const [once, again] = [await writeBeside(file, 'pdf'), await writeBeside(file, 'pdf')].map((path) =>
    readFileSync(path, 'latin1'),
  );
  expect(once).toBe(again);
});

it('a statement as CSV has every charge and entry, comes to the same sums, and runs no formula', async () => {
  const text = readFileSync(await writeBeside(file, 'csv'), 'utf8');
  const { data, errors } = parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(errors).toEqual([]);
  expect(data[0]).toMatchObject({ line: 'statement', id: `SHA-256 ${sha256}` });
  expect(data[0]?.['note']).toContain(`account 1001, ${MONTH}`);
  const of = (line: string): Record<string, string>[] => data.filter((each) => each['line'] === line);
  expect(of('charge')).toHaveLength(61);
  expect(of('charge').at(-1)).toMatchObject({ block: 'officers', units: '1', unit_price: '', amount: '' });
  expect([of('adjustment').length, of('credit').length]).toEqual([60, 1]);
  const sum = [...of('charge'), ...of('adjustment'), ...of('credit')].reduce(
    (total, { amount = '' }) => total.plus(amount === '' ? 0 : amount),
    new Big(0),
  );
  expect(sum.toFixed()).toBe('-1565.865');
  expect(of('total')).toMatchObject([{ amount: '-1565.87', currency: 'GBP', note: 'payable' }]);
  expect(of('adjustment')[0]?.['note']).toMatch(/^'=1\+1/);
});

it('a CSV has a total for each currency, and the units of all once', async () => {
  const blocks = { company_identity: '0.0200' };
  const pounds = charge({ id: 0, day: '2027-02-01', blocks });
  const euros = charge({ id: 1, row: 1, day: '2027-02-01', blocks, change: { currency: 'EUR' } });
  const [text = ''] = statements([{ month: '2027-02', entries: [pounds, euros] }]);
  const csv = readFileSync(await writeBeside(files.write(text), 'csv'), 'utf8');
  const { data } = parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true });
  const totals = data.filter(({ line }) => line === 'total');
  expect(totals.map(({ units, currency }) => [units, currency])).toEqual([
    ['2', 'EUR'],
    ['', 'GBP'],
  ]);
});
