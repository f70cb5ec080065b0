/**
 * `npm run calibrate:pdf`: how far figures read from PDFs are right. Each sample document of accounts is
 * printed by the machine's Chromium as a PDF with text and as pictures of its pages, both are read as a filed
 * PDF is, and the figures held against those that the document itself states in XBRL. Arguments: `--scans N`
 * (default 12, 0: none): pages recognised at most of a document; longer ones are read as text alone; `--only
 * NAME`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { createCanvas, loadImage, PDFDocument, type SKRSContext2D } from '@napi-rs/canvas';
import { chromium, type Browser } from 'playwright-core';
import type { FigureKey, ReadAccounts } from '../packages/enrichment/src/filed-accounts/accounts-record.js';
import type { PdfReadBy } from '../packages/enrichment/src/filed-accounts/accounts-reading.js';
import { filedAs } from '../packages/enrichment/src/filed-accounts/filed-as.js';
import { PdfReaders, type PdfAnswer } from '../packages/enrichment/src/filed-accounts/pool/pdf-readers.js';
import { readAccounts } from '../packages/enrichment/src/filed-accounts/read-accounts.js';
import { machine, table } from './support/figures.js';
import { wilson } from './matching/wilson.js';

const FOLDER = join(process.cwd(), 'test/fixtures/accounts');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);
/** A page of A4 in points, and as a browser lays it out. */
const [WIDTH, HEIGHT] = [595, 842];
const [CSS_WIDTH, CSS_HEIGHT] = [794, 1_123];
/** 200 dots an inch. */
const SCALE = 200 / 96;

interface Sample {
  readonly name: string;
  readonly html: Buffer;
  readonly stated: ReadAccounts;
}

/** The documents that state a figure, and are pages that a browser shows. */
const samples = (): Sample[] =>
  readdirSync(FOLDER).flatMap((file) => {
    if (!/html\.gz$/.test(file)) return [];
    const name = file.slice(0, -3);
    const html = gunzipSync(readFileSync(join(FOLDER, file)));
    const { record } = readAccounts(html, filedAs(name));
    return record.status === 'read' && record.periods.length > 0 ? [{ name, html, stated: record }] : [];
  });

interface Printed {
  readonly text: Buffer;
  /** Null: more pages than are recognised. */
  readonly scan: Buffer | null;
}

async function printed(browser: Browser, html: Buffer, mostPages: number): Promise<Printed> {
  const context = await browser.newContext({
    offline: true,
    javaScriptEnabled: false,
    viewport: { width: CSS_WIDTH, height: CSS_HEIGHT },
    deviceScaleFactor: SCALE,
  });
  try {
    const page = await context.newPage();
    await page.emulateMedia({ media: 'print' });
    await page.setContent(html.toString('utf8'), { waitUntil: 'domcontentloaded', timeout: 120_000 });
    const text = await page.pdf({ format: 'A4', printBackground: true });
    const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
    const pages = Math.ceil(height / CSS_HEIGHT);
    if (pages > mostPages) return { text, scan: null };
    const pictures: Buffer[] = [];
    for (let at = 0; at < pages; at++) {
      const clip = { x: 0, y: at * CSS_HEIGHT, width: CSS_WIDTH, height: CSS_HEIGHT };
      pictures.push(await page.screenshot({ fullPage: true, clip, timeout: 120_000 }));
    }
    return { text, scan: await scanOf(pictures) };
  } finally {
    await context.close();
  }
}

/** A PDF of pictures alone, as a scanner makes it. */
async function scanOf(pictures: readonly Buffer[]): Promise<Buffer> {
  const document = new PDFDocument();
  for (const picture of pictures) {
    const image = await loadImage(picture);
    const canvas = createCanvas(image.width, image.height);
    canvas.getContext('2d').drawImage(image, 0, 0);
    // Declared as a browser's.
    const drawing = document.beginPage(WIDTH, HEIGHT) as unknown as SKRSContext2D;
    drawing.drawImage(canvas, 0, 0, WIDTH, HEIGHT);
    document.endPage();
  }
  return document.close();
}

interface Tally {
  documents: number;
  withFigures: number;
  right: number;
  wrong: number;
  /** Read from the page, and not stated in XBRL: nothing to hold it against. */
  unstated: number;
  /** Stated in XBRL, and not read. */
  missed: number;
  peopleRight: number;
  peopleWrong: number;
  readonly differences: string[];
}
const emptyTally = (): Tally => ({
  documents: 0,
  withFigures: 0,
  right: 0,
  wrong: 0,
  unstated: 0,
  missed: 0,
  peopleRight: 0,
  peopleWrong: 0,
  differences: [],
});

/** Figures by the end of their period and their name. */
function figuresOf({ periods }: ReadAccounts): ReadonlyMap<string, string> {
  return new Map(
    periods.flatMap(({ end, figures }) =>
      Object.entries(figures).map(([field, { amount }]) => [`${end} ${field as FigureKey}`, amount] as const),
    ),
  );
}

function compare(tally: Tally, { name, stated }: Sample, answer: PdfAnswer): void {
  tally.documents += 1;
  if ('why' in answer) {
    tally.differences.push(`${name}: ${answer.why}`);
    return;
  }
  const [expected, found] = [figuresOf(stated), figuresOf(answer.record)];
  if (found.size > 0) tally.withFigures += 1;
  for (const [key, amount] of found) {
    const other = expected.get(key);
    if (other === undefined) tally.unstated += 1;
    else if (Number(other) === Number(amount)) tally.right += 1;
    else {
      tally.wrong += 1;
      tally.differences.push(`${name} ${key}: read ${amount}, stated ${other} (${answer.confidence})`);
    }
  }
  for (const key of expected.keys()) if (!found.has(key)) tally.missed += 1;
  for (const year of ['now', 'before'] as const) {
    const [read, filed] = [answer.record.employees[year]?.employees, stated.employees[year]?.employees];
    if (read == null || filed == null) continue;
    if (read === filed) tally.peopleRight += 1;
    else {
      tally.peopleWrong += 1;
      tally.differences.push(`${name} headcount ${year}: read ${read}, stated ${filed}`);
    }
  }
}

function shareOf(right: number, wrong: number): string {
  const { low, high } = wilson(right, right + wrong);
  return right + wrong === 0
    ? 'none'
    : `${(right / (right + wrong)).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { scans: { type: 'string', default: '12' }, only: { type: 'string' } },
  });
  if (CHROMIUM === undefined) {
    process.stdout.write('passed over: no Chromium is installed here\n');
    return;
  }
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const readers = new PdfReaders();
  const tallies: Readonly<Record<PdfReadBy, Tally>> = { pdf_text: emptyTally(), ocr: emptyTally() };
  for (const sample of samples()) {
    if (values.only !== undefined && !sample.name.includes(values.only)) continue;
    const { text, scan } = await printed(browser, sample.html, Number(values.scans));
    const terms = { id: sample.name, made_up_to: sample.stated.document.made_up_to };
    compare(tallies.pdf_text, sample, await readers.read({ bytes: text, ...terms }));
    if (scan !== null) compare(tallies.ocr, sample, await readers.read({ bytes: scan, ...terms }));
  }
  await readers.close();
  await browser.close();
  const rows = Object.entries(tallies).map(([way, tally]) => [
    way,
    `${tally.withFigures} of ${tally.documents}`,
    String(tally.right),
    String(tally.wrong),
    shareOf(tally.right, tally.wrong),
    String(tally.unstated),
    String(tally.missed),
    shareOf(tally.peopleRight, tally.peopleWrong),
  ]);
  const head = [
    'read by',
    'with figures',
    'right',
    'wrong',
    'share right (95 %)',
    'unstated',
    'missed',
    'headcounts right',
  ];
  process.stdout.write(`${machine()}\n\n${table(head, rows)}\n`);
  for (const [way, { differences }] of Object.entries(tallies))
    for (const difference of differences) process.stdout.write(`${way}: ${difference}\n`);
}

void run();
