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

/** Care of and P.O. box, then the first line of the address. */
const FIRST_LINE = /^(,"[^"]*","[^"]*",)"[^"]*"/;

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

  /** @param moved the company has another office than in the sample */
  line(i: number, moved: boolean): string {
    const { rest = '' } = this.rows[i % this.rows.length] ?? {};
    const shown = moved ? rest.replace(FIRST_LINE, '$1"1 ANOTHER STREET"') : rest;
    return `"${this.nameOf(i)}","${numberOf(i)}"${shown}\n`;
  }
}

const sample = new Sample();

/** The name of row `i` as a client would write it. */
export const nameOf = (i: number): string => sample.nameOf(i).replaceAll('""', '"');

/** The file's text, in pieces. @param movedOf each so-manieth company has another office; 0: none */
export function* nationalFile(rows: number, movedOf = 0): Generator<string> {
  yield `${sample.header}\n`;
  for (let from = 0; from < rows; from += ROWS_A_PIECE) {
    let piece = '';
    for (let i = from; i < Math.min(rows, from + ROWS_A_PIECE); i += 1)
      piece += sample.line(i, movedOf > 0 && i % movedOf === 0);
    yield piece;
  }
}

/** Writes the file; packed where its name ends in `.gz`. */
export async function writeNationalFile(path: string, rows: number, movedOf = 0): Promise<void> {
  const source = Readable.from(nationalFile(rows, movedOf));
  if (path.endsWith('.gz')) await pipeline(source, createGzip({ level: 1 }), createWriteStream(path));
  else await pipeline(source, createWriteStream(path));
}
