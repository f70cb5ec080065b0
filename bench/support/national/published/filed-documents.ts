/**
 * Accounts by the hundred thousand, in archives as they are published: the sample documents, each with
 * another company's number in the place of its own. Nothing in them says anything about that company.
 */
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gunzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { numberOf } from '../../national-file.js';

const FOLDER = join(process.cwd(), 'test/fixtures/accounts');
/** Channel and run, number, day and ending of a document as it is published. */
const PUBLISHED = /^(Prod\d+_\d+)_([A-Z0-9]{8})_(\d{8}\.[a-z]+)\.gz$/;
/** Most companies are small, and so is what they file. */
const SMALL_BYTES = 100_000;
const LARGE_ONE_IN = 10;

interface Sample {
  readonly run: string;
  readonly ending: string;
  readonly bytes: Buffer;
  /** Where it says its company's number. */
  readonly places: readonly number[];
}

function placesOf(bytes: Buffer, number: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(number); at >= 0; at = bytes.indexOf(number, at + 1)) places.push(at);
  return places;
}

const samplesOf = (): readonly Sample[] =>
  readdirSync(FOLDER).flatMap((file) => {
    const [, run = '', number = '', ending = ''] = PUBLISHED.exec(file) ?? [];
    if (run === '') return [];
    const bytes = gunzipSync(readFileSync(join(FOLDER, file)));
    return [{ run, ending, bytes, places: placesOf(bytes, number) }];
  });

class Documents {
  private readonly all = samplesOf();
  private readonly small = this.all.filter(({ bytes }) => bytes.length < SMALL_BYTES);

  at(i: number): { readonly name: string; readonly size: number; readonly bytes: () => Buffer } {
    const samples = i % LARGE_ONE_IN === 0 ? this.all : this.small;
    const sample = samples[Math.floor(i / LARGE_ONE_IN + i) % samples.length];
    if (sample === undefined) throw new Error(`${FOLDER} has no sample documents`);
    const number = numberOf(i);
    return {
      name: `${sample.run}_${number}_${sample.ending}`,
      size: sample.bytes.length,
      bytes: () => {
        const copy = Buffer.from(sample.bytes);
        for (const place of sample.places) copy.write(number, place, 'latin1');
        return copy;
      },
    };
  }
}

const documents = new Documents();

/** An archive of so many documents, from this place on; packed fast, and so larger than the publisher's. */
export async function writeDocuments(path: string, from: number, count: number): Promise<void> {
  const zip = new ZipFile();
  for (let i = from; i < from + count; i += 1) {
    const { name, size, bytes } = documents.at(i);
    zip.addReadStreamLazy(name, { size, compressionLevel: 1 }, (give) =>
      give(null, Readable.from([bytes()])),
    );
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}
