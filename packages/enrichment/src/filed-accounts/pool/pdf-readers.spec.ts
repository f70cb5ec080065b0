/**
 * PDFs read in a process of their own, from bytes to figures. They are made here, as text and as pictures of
 * it.
 */
import { deflateSync } from 'node:zlib';
import {
  BALANCE_SHEET,
  madePdf,
  NOTES,
  row,
  said,
  type MadePage,
} from '../../../../../test/support/live/made-pdf.js';
import { forAllTests } from '../../../../../test/support/worlds/for-each-test.js';
import { PdfReaders, type PdfAnswer } from './pdf-readers.js';

jest.setTimeout(180_000);

const readers = forAllTests(() => new PdfReaders());

const read = (bytes: Uint8Array): Promise<PdfAnswer> =>
  readers.read({ bytes, id: 'doc-1', made_up_to: '2024-12-31' });

/** Amounts of each period, without whatever stands for them. */
function amounts(answer: PdfAnswer): unknown[] {
  if ('why' in answer) return [answer.why];
  return answer.record.periods.map(({ start, end, figures }) => ({
    period: `${start ?? '?'} to ${end}`,
    ...Object.fromEntries(Object.entries(figures).map(([field, { amount }]) => [field, amount])),
  }));
}

const NOW = {
  period: '2024-01-01 to 2024-12-31',
  fixed_assets: '12500',
  current_assets: '65000',
  cash: '20750',
  debtors: '41250',
  creditors_within_one_year: '30500',
  creditors_after_one_year: '7000',
  net_current_assets: '34500',
  total_assets_less_current_liabilities: '47000',
  net_assets: '40000',
};

it('takes from text what sums confirm, the headcount, and nothing else', async () => {
  const answer = await read(await madePdf([BALANCE_SHEET, NOTES], 'text'));
  expect(amounts(answer)).toEqual([
    NOW,
    expect.objectContaining({ period: '? to 2023-12-31', net_assets: '27000' }),
  ]);
  expect(answer).toMatchObject({
    read_by: 'pdf_text',
    confidence: 0.95,
    record: { employees: { now: { employees: 12 }, before: { employees: 10 } } },
  });
});

it('recognises a scanned page, offline, and is less sure of it', async () => {
  const answer = await read(await madePdf([BALANCE_SHEET], 'picture'));
  expect(answer).toMatchObject({ read_by: 'ocr', confidence: expect.any(Number) as number });
  if ('why' in answer) throw new Error(answer.why);
  expect(answer.confidence).toBeLessThan(0.9);
  // What the recogniser makes of it may change with its version: a figure may be missing, none may be
  // another.
  for (const [field, figure] of Object.entries(answer.record.periods[0]?.figures ?? {}))
    expect([field, figure.amount]).toEqual([field, NOW[field as keyof typeof NOW]]);
  expect(answer.record.periods[0]?.figures.net_assets?.amount).toBe('40000');
});

it('reads on after a document that broke', async () => {
  const whole = await madePdf([BALANCE_SHEET], 'text');
  const page: MadePage = [said('EXAMPLE'), row('Net assets', '', '1', '2')];
  const broken = [
    whole.subarray(0, 400),
    Buffer.from('%PDF-1.7\nnothing'),
    Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 99999999>>endobj trailer<</Root 1 0 R>>`,
    ),
  ];
  for (const bytes of broken) expect([[], ['not_well_formed']]).toContainEqual(amounts(await read(bytes)));
  expect(amounts(await read(await madePdf([page], 'text')))).toEqual([]);
  expect(amounts(await read(whole))).toMatchObject([{ net_assets: '40000' }]);
});

it('tells a document that is locked by a password, and runs no script of one', async () => {
  const filler = '<' + '5a'.repeat(32) + '>';
  const locked = Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
      '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj',
      `4 0 obj<</Filter/Standard/V 1/R 2/O${filler}/U${filler}/P -4>>endobj`,
      `trailer<</Root 1 0 R/Encrypt 4 0 R/ID[${filler}${filler}]>>`,
    ].join('\n'),
  );
  expect(amounts(await read(locked))).toEqual(['encrypted']);
  const whole = (await madePdf([BALANCE_SHEET], 'text')).toString('latin1');
  const script = '/OpenAction<</S/JavaScript/JS(while (true) { app.launchURL("http://192.0.2.1/"); })>>';
  const scripted = whole.replace(/\/Type \/Catalog/, (catalog) => `${catalog}${script}`);
  expect(scripted).toContain(script);
  expect(amounts(await read(Buffer.from(scripted, 'latin1')))).toMatchObject([{ net_assets: '40000' }]);
});

/** A page whose content inflates to so many bytes. */
function bomb(size: number): Buffer {
  const content = deflateSync(Buffer.alloc(size, 'BT '), { level: 9 });
  const objects = [
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>endobj',
    `4 0 obj<</Length ${content.length}/Filter/FlateDecode>>stream`,
  ];
  const end = '\nendstream endobj trailer<</Root 1 0 R>>';
  return Buffer.concat([Buffer.from(`%PDF-1.4\n${objects.join('\n')}\n`), content, Buffer.from(end)]);
}

/** It takes the process that is ended a gigabyte, which not every machine has to spare. */
const itLong = process.env['TEST_LONG'] === undefined ? it.skip : it;

itLong('cuts off a document that inflates without end, and reads the next one', async () => {
  expect(amounts(await read(bomb(1_500_000_000)))).toEqual(['too_costly']);
  const next = await madePdf([BALANCE_SHEET], 'text');
  expect(amounts(await read(next))).toMatchObject([{ net_assets: '40000' }]);
});
