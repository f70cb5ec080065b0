/** Looks at a workbook before it is read: whether it is one and whole, its unpacked size, and its sheets. */
import { crc32 } from 'node:zlib';
import { SaxesParser } from 'saxes';
import * as yauzl from 'yauzl';

export interface SheetName {
  readonly name: string;
  readonly hidden: boolean;
  /** The id of its part in the workbook's relations. */
  readonly relation: string;
}

export interface LookedAt {
  /** The sheets in their order. */
  readonly sheets: readonly SheetName[];
  /** @throws Error where the XML of the sheet or of its texts is broken: rows would be lost without a word */
  readonly checkWhole: (sheet: SheetName) => Promise<void>;
}

/** The maximum numbers of bytes of an unpacked workbook, of its cells with content, and of its columns. */
const MAX_UNPACKED = 1_024 * 1_024 * 1_024;
/** Shared strings, styles and the like, which are held whole. Sheets are read bit by bit. */
const MAX_HELD = 256 * 1_024 * 1_024;
const MAX_ENTRIES = 10_000;
export const MAX_CELLS = 10_000_000;
export const MAX_COLUMNS = 2_000;
/** The most characters of all cells: many cells may share one long text. */
export const MAX_TEXT = 256 * 1_024 * 1_024;
const WORKBOOK = /^xl\/workbook\d*\.xml$/;

/** @throws Error for what isn't a workbook, or is too large */
export async function lookAt(bytes: Uint8Array): Promise<LookedAt> {
  const zip = await yauzl
    .fromBufferPromise(Buffer.from(bytes), { autoClose: false })
    .catch(() => Promise.reject(new Error('it is no workbook (XLSX)')));
  let [unpacked, held] = [0, 0];
  const parts = new Map<string, yauzl.Entry>();
  if (zip.entryCount > MAX_ENTRIES) throw new Error('it has too many parts');
  for await (const entry of zip.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize } = entry;
    if (uncompressedSize === 0 && compressedSize > 2) throw new Error('it tells a wrong size of a part');
    unpacked += uncompressedSize;
    if (!fileName.startsWith('xl/worksheets/')) held += uncompressedSize;
    parts.set(fileName, entry);
  }
  if (unpacked > MAX_UNPACKED || held > MAX_HELD) throw new Error('it is too large once unpacked');
  const path = [...parts.keys()].find((name) => WORKBOOK.test(name));
  if (path === undefined) throw new Error('it is no workbook (XLSX)');

  /** Parses a part, if it is there. */
  const parse = async (name: string, see: (tag: string, attributes: Attributes) => void): Promise<void> => {
    const entry = parts.get(name);
    if (entry === undefined) return;
    const parser = new SaxesParser();
    parser.on('opentag', (tag) => see(tag.name.replace(/^.*:/, ''), tag.attributes));
    const decoder = new TextDecoder();
    let sum = 0;
    try {
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        sum = crc32(piece as Buffer, sum);
        parser.write(decoder.decode(piece as Buffer, { stream: true }));
      }
      parser.write(decoder.decode()).close();
      // The library reads a sheet without its checksum.
      if (sum !== entry.crc32) throw new Error('its checksum differs');
    } catch {
      throw new Error(`its part ${name} is damaged`);
    }
  };

  const sheets: SheetName[] = [];
  await parse(path, (tag, { name = '', state = 'visible', ...ids }) => {
    if (tag === 'sheet') sheets.push({ name, hidden: state !== 'visible', relation: relationIn(ids) });
  });
  return {
    sheets,
    async checkWhole({ relation }) {
      const targets = new Map<string, string>();
      await parse(path.replace(/^xl\//, 'xl/_rels/') + '.rels', (tag, { Id = '', Target = '' }) => {
        if (tag === 'Relationship') targets.set(Id, Target);
      });
      const target = targets.get(relation) ?? '';
      const part = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      if (!parts.has(part)) throw new Error('the part of this sheet is missing');
      await parse(part, () => undefined);
      await parse('xl/sharedStrings.xml', () => undefined);
    },
  };
}

type Attributes = Readonly<Record<string, string>>;

/** The value of `r:id`, whatever its prefix is. */
const relationIn = (attributes: Attributes): string =>
  Object.entries(attributes).find(([name]) => /:id$/.test(name))?.[1] ?? '';
