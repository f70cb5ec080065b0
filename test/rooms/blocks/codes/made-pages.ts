/** Pages of a PDF as their words with places: what a reader of text, or of pictures, brings. */
import { readPages } from '../../../../packages/enrichment/src/filed-accounts/pdf/read-pages.js';
import type { PdfPage, PdfWord } from '../../../../packages/enrichment/src/filed-accounts/pdf/page.js';
import type { PdfAnswer } from '../../../../packages/enrichment/src/filed-accounts/pool/pdf-readers.js';
import { BALANCE_SHEET, NOTES, type MadePage } from '../../../support/live/made-pdf.js';

const [TOP, STEP, HEIGHT, LETTER] = [60, 18, 11, 6];

const pageOf = (page: MadePage): PdfPage => ({
  words: page.flatMap((line, row) =>
    line.map(({ text, at, aligned }): PdfWord => {
      const width = LETTER * text.length;
      const left = aligned === 'right' ? at - width : at;
      return { text, left, right: left + width, foot: TOP + row * STEP, height: HEIGHT };
    }),
  ),
});

/** The day that they are made up to. */
export const PAGES_END = '2024-12-31';

/** A balance sheet and a note on employees, of which the words were recognised on pictures. */
export const recognisedPages = (id: string): PdfAnswer => ({
  ...readPages([BALANCE_SHEET, NOTES].map(pageOf), { id, made_up_to: PAGES_END, read_by: 'ocr' }),
  read_by: 'ocr',
});
