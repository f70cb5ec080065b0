/** Reads the words of PDF pages from their text or by a recogniser. Runs only in a separate process. */
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { wordsOfRun, type PdfPage } from '../pdf/page.js';

const requireHere = createRequire(__filename);
const folderOf = (name: string): string => dirname(requireHere.resolve(`${name}/package.json`));

/** The maximum number of pages that are read. */
const MAX_PAGES = 80;
const MAX_WORDS = 100_000;
/** The maximum number of recognised pages: small accounts are shorter, long ones have the sheet earlier. */
const MAX_PICTURES = 14;
const MAX_PIXELS = 36_000_000;
const DOTS_PER_INCH = 200;
const MAX_SIDE = 2_600;
/** The minimum average number of letters on a page. Fewer are only stamps and page numbers. */
const LETTERS_A_PAGE = 40;

type PdfJs = typeof import('pdfjs-dist');

/** Loads pdf.js. Outside a browser drawing needs these classes, which must exist before pdf.js loads. */
async function pdfJs(): Promise<PdfJs> {
  const canvas: Record<string, unknown> = await import('@napi-rs/canvas').catch(() => ({}));
  for (const name of ['DOMMatrix', 'Path2D', 'ImageData'])
    if (name in canvas) Object.assign(globalThis, { [name]: canvas[name] });
  return await import('pdfjs-dist/legacy/build/pdf.mjs');
}

/** Opens a document. No script runs, no form is filled in, and nothing is fetched. */
async function openDocument(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const { getDocument, VerbosityLevel } = await pdfJs();
  const folder = folderOf('pdfjs-dist');
  return getDocument({
    // Not a Buffer: pdf.js refuses it.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    enableXfa: false,
    useSystemFonts: false,
    disableFontFace: true,
    maxImageSize: MAX_PIXELS,
    canvasMaxAreaInBytes: 4 * MAX_PIXELS,
    cMapUrl: `${join(folder, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(folder, 'standard_fonts')}/`,
    wasmUrl: `${join(folder, 'wasm')}/`,
  }).promise;
}

async function textOn(page: PDFPageProxy): Promise<PdfPage> {
  const { height: top } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const words = items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [, , , , left = 0, foot = 0] = item.transform as number[];
    const run = {
      text: item.str,
      left,
      right: left + item.width,
      foot: top - foot,
      height: item.height || 10,
    };
    return wordsOfRun(run);
  });
  return { words };
}

/** The text of the document; null: its pages are pictures. */
async function textOf(document: PDFDocumentProxy): Promise<PdfPage[] | null> {
  const pages: PdfPage[] = [];
  let words = 0;
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES) && words < MAX_WORDS; number++) {
    const page = await document.getPage(number);
    const pdfPage = await textOn(page);
    words += pdfPage.words.length;
    pages.push(pdfPage);
    page.cleanup();
  }
  const letters = pages.reduce(
    (sum, page) => sum + page.words.reduce((count, { text }) => count + text.length, 0),
    0,
  );
  return letters < LETTERS_A_PAGE * pages.length ? null : pages;
}

async function pictureOf(page: PDFPageProxy): Promise<Buffer> {
  const { createCanvas } = await import('@napi-rs/canvas');
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(DOTS_PER_INCH / 72, MAX_SIDE / Math.max(width, height, 1));
  const viewport = page.getViewport({ scale });
  const canvas = createCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  );
  // pdf.js draws on any canvas that has a browser's methods.
  const drawing = { canvas, canvasContext: canvas.getContext('2d'), viewport, background: 'white' };
  await page.render(drawing).promise;
  return canvas.toBuffer('image/png');
}

/** Starts the recogniser with language data from this machine. Nothing is downloaded. */
async function recogniser() {
  const { createWorker, OEM } = await import('tesseract.js');
  return createWorker('eng', OEM.LSTM_ONLY, {
    langPath: join(folderOf('@tesseract.js-data/eng'), '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    errorHandler: () => undefined,
  });
}

async function recognised(document: PDFDocumentProxy): Promise<PdfPage[]> {
  const worker = await recogniser();
  const pages: PdfPage[] = [];
  for (let number = 1; number <= Math.min(document.numPages, MAX_PICTURES); number++) {
    const page = await document.getPage(number);
    const { data } = await worker.recognize(await pictureOf(page), {}, { blocks: true, text: false });
    const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((each) => each.lines));
    pages.push({
      words: lines.flatMap(({ words }) =>
        words.map(({ text, bbox: { x0, x1, y0, y1 } }) => ({
          text,
          left: x0,
          right: x1,
          foot: y1,
          height: Math.max(10, y1 - y0),
        })),
      ),
    });
    page.cleanup();
  }
  await worker.terminate();
  return pages;
}

export type PdfPages =
  | { readonly read_by: 'pdf_text' | 'ocr'; readonly pages: readonly PdfPage[] }
  | { readonly why: 'encrypted' | 'not_well_formed' | 'recogniser_failed' | 'scanned' };

async function hasRecogniser(): Promise<boolean> {
  return import('@napi-rs/canvas').then(
    () => true,
    () => false,
  );
}

/** The text of a PDF, or the recognised text if its pages are pictures. */
export async function pagesOfPdf(bytes: Uint8Array): Promise<PdfPages> {
  let document: PDFDocumentProxy;
  let text: PdfPage[] | null;
  try {
    document = await openDocument(bytes);
    text = await textOf(document);
  } catch (error) {
    return {
      why: error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'not_well_formed',
    };
  }
  if (text !== null) return { read_by: 'pdf_text', pages: text };
  if (!(await hasRecogniser())) return { why: 'scanned' };
  return recognised(document).then(
    (pages) => ({ read_by: 'ocr' as const, pages }),
    () => ({ why: 'recogniser_failed' as const }),
  );
}
