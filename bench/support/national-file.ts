/** A file of the national register's shape, made by varying the rows of the sample. */
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/**
 * Coprime to the size of the number space, so that numbers are distinct and in no order, as in the published
 * file.
 */
const STRIDE = 7_919;
const NUMBERS = 100_000_000;
const ROWS_A_PIECE = 2_000;

/** The number of row `i`. */
export const numberOf = (i: number): string => String((i * STRIDE) % NUMBERS).padStart(8, '0');

const SAMPLE = join(process.cwd(), 'samples/BasicCompanyData-2020-05-01-sample.csv');

class Sample {
  readonly header: string;
  private readonly rows: readonly { name: string; rest: string }[];

  constructor() {
    const [header = '', ...lines] = readFileSync(SAMPLE, 'utf8').trimEnd().split('\n');
    this.header = header;
    this.rows = lines.map((line) => {
      const [, name = '', rest = ''] = /^"((?:[^"]|"")*)","[^"]*"(.*)$/.exec(line) ?? [];
      return { name, rest };
    });
  }

  /** The name of row `i`: a real one, and from the second round on with the round's number. */
  nameOf(i: number): string {
    const round = Math.floor(i / this.rows.length);
    const name = this.rows[i % this.rows.length]?.name ?? '';
    return round === 0 ? name : `${round} ${name}`;
  }

  line(i: number): string {
    return `"${this.nameOf(i)}","${numberOf(i)}"${this.rows[i % this.rows.length]?.rest ?? ''}\n`;
  }
}

const sample = new Sample();

/** The name of row `i` as a client would write it. */
export const nameOf = (i: number): string => sample.nameOf(i).replaceAll('""', '"');

/** The file's text, in pieces. */
export function* nationalFile(rows: number): Generator<string> {
  yield `${sample.header}\n`;
  for (let from = 0; from < rows; from += ROWS_A_PIECE) {
    let piece = '';
    for (let i = from; i < Math.min(rows, from + ROWS_A_PIECE); i += 1) piece += sample.line(i);
    yield piece;
  }
}

/** Writes the file; packed where its name ends in `.gz`. */
export async function writeNationalFile(path: string, rows: number): Promise<void> {
  const source = Readable.from(nationalFile(rows));
  if (path.endsWith('.gz')) await pipeline(source, createGzip({ level: 1 }), createWriteStream(path));
  else await pipeline(source, createWriteStream(path));
}
