/** Looks at a workbook before it is read: whether it is one, how large it unpacks, and its sheets. */
import { SaxesParser } from 'saxes';
import * as yauzl from 'yauzl';

export interface SheetName {
  readonly name: string;
  readonly hidden: boolean;
}

/** The most bytes of a workbook, packed and unpacked, its cells with content, and its columns. */
export const MAX_BYTES = 100 * 1_024 * 1_024;
const MAX_UNPACKED = 1_024 * 1_024 * 1_024;
/** Shared strings, styles and the like, which are held whole. Sheets are read bit by bit. */
const MAX_HELD = 256 * 1_024 * 1_024;
const MAX_ENTRIES = 10_000;
export const MAX_CELLS = 10_000_000;
export const MAX_COLUMNS = 2_000;
/** The most characters of all cells: many cells may share one long text. */
export const MAX_TEXT = 256 * 1_024 * 1_024;
const WORKBOOK = /^xl\/workbook\d*\.xml$/;

/** Returns the sheets in their order. @throws Error for what isn't a workbook, or is too large */
export async function sheetsOf(bytes: Uint8Array): Promise<readonly SheetName[]> {
  const zip = await yauzl
    .fromBufferPromise(Buffer.from(bytes), { autoClose: false })
    .catch(() => Promise.reject(new Error('it is no workbook (XLSX)')));
  let [unpacked, held] = [0, 0];
  let workbook: yauzl.Entry | undefined;
  if (zip.entryCount > MAX_ENTRIES) throw new Error('it has too many parts');
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    if (uncompressedSize === 0 && compressedSize > 2) throw new Error('it tells a wrong size of a part');
    unpacked += uncompressedSize;
    if (!fileName.startsWith('xl/worksheets/')) held += uncompressedSize;
    if (WORKBOOK.test(fileName)) workbook ??= entry;
  }
  if (unpacked > MAX_UNPACKED || held > MAX_HELD) throw new Error('it is too large once unpacked');
  if (workbook === undefined) throw new Error('it is no workbook (XLSX)');
  return namesIn(await textOf(zip, workbook));
}

async function textOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<string> {
  const stream = await zip.openReadStreamPromise(entry);
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function namesIn(xml: string): readonly SheetName[] {
  const names: SheetName[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name.replace(/^.*:/, '') !== 'sheet') return;
    names.push({ name: attributes['name'] ?? '', hidden: (attributes['state'] ?? 'visible') !== 'visible' });
  });
  parser.write(xml).close();
  return names;
}
