/** PDFs made for tests: a page as lines of words at their places, as text or as a picture of it. */
import { join } from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';

export interface Placed {
  readonly text: string;
  /** Left edge, or the right one where it is aligned there. Points from the left. */
  readonly at: number;
  readonly aligned?: 'right';
}
/** From the top down. */
export type MadePage = readonly (readonly Placed[])[];

const [WIDTH, HEIGHT, TOP, STEP, SIZE] = [595, 842, 60, 18, 11];
const FONT = join(__dirname, '../../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf');
/** Dots of a picture to a point: 150 an inch. */
const DOTS = 150 / 72;

function draw(drawing: SKRSContext2D, page: MadePage): void {
  drawing.fillStyle = 'white';
  drawing.fillRect(0, 0, WIDTH, HEIGHT);
  drawing.fillStyle = 'black';
  drawing.font = `${SIZE}px Liberation`;
  for (const [line, words] of page.entries())
    for (const { text, at, aligned } of words) {
      const left = aligned === 'right' ? at - drawing.measureText(text).width : at;
      drawing.fillText(text, left, TOP + line * STEP);
    }
}

export async function madePdf(pages: readonly MadePage[], as: 'text' | 'picture'): Promise<Buffer> {
  const { createCanvas, GlobalFonts, PDFDocument } = await import('@napi-rs/canvas');
  GlobalFonts.registerFromPath(FONT, 'Liberation');
  const document = new PDFDocument();
  for (const page of pages) {
    const drawing = document.beginPage(WIDTH, HEIGHT) as unknown as SKRSContext2D; // declared as a browser's
    if (as === 'text') draw(drawing, page);
    else {
      const picture = createCanvas(WIDTH * DOTS, HEIGHT * DOTS);
      const context = picture.getContext('2d');
      context.scale(DOTS, DOTS);
      draw(context, page);
      drawing.drawImage(picture, 0, 0, WIDTH, HEIGHT);
    }
    document.endPage();
  }
  return document.close();
}

const [LABEL, NOTE, NOW, BEFORE] = [60, 320, 420, 510];

/** A line of a statement: its label, the number of a note or nothing, and the amounts as printed. */
export const row = (label: string, note: string, ...amounts: readonly string[]): Placed[] => [
  ...(label === '' ? [] : [{ text: label, at: LABEL }]),
  ...(note === '' ? [] : [{ text: note, at: NOTE }]),
  ...amounts.flatMap((text, column) =>
    text === '' ? [] : [{ text, at: column === 0 ? NOW : BEFORE, aligned: 'right' as const }],
  ),
];
/** A line of running text. */
export const said = (text: string): Placed[] => [{ text, at: LABEL }];

/** A balance sheet that adds up, as small companies file it. */
export const BALANCE_SHEET: MadePage = [
  said('EXAMPLE TRADING LIMITED'),
  said('BALANCE SHEET AS AT 31 DECEMBER 2024'),
  row('', '', '2024', '2023'),
  row('', 'Notes', '£', '£'),
  row('Fixed assets', ''),
  row('Tangible assets', '4', '12,500', '14,000'),
  row('Current assets', ''),
  row('Stocks', '', '3,000', '2,500'),
  row('Debtors', '5', '41,250', '38,100'),
  row('Cash at bank and in hand', '', '20,750', '9,400'),
  row('', '', '65,000', '50,000'),
  row('Creditors: amounts falling due', ''),
  row('within one year', '6', '(30,500)', '(28,000)'),
  row('Net current assets', '', '34,500', '22,000'),
  row('Total assets less current liabilities', '', '47,000', '36,000'),
  row('Creditors: amounts falling due', ''),
  row('after more than one year', '7', '(7,000)', '(9,000)'),
  row('Net assets', '', '40,000', '27,000'),
  row('Capital and reserves', ''),
  row('Called up share capital', '', '100', '100'),
  row('Profit and loss account', '', '39,900', '26,900'),
  row("Shareholders' funds", '', '40,000', '27,000'),
];

export const NOTES: MadePage = [
  said('EXAMPLE TRADING LIMITED'),
  said('NOTES TO THE FINANCIAL STATEMENTS FOR THE YEAR ENDED 31 DECEMBER 2024'),
  said('3. Employees'),
  said('The average number of persons employed by the company during the year was 12 (2023: 10).'),
];
