/** Stores batches of companies. The work over SQLite is synchronous, so it runs in its own thread. */
import type { HostedService } from '../../../../platform/src/threads/calls.js';
import type { EditionFacts } from '../kit/editions/edition-file.js';
import { loaderService } from '../kit/editions/import-loader.js';
import { CompaniesEditionBuilder } from './companies-builder.js';
import type { CompanyBatch } from './company-batches.js';
import { numberOfLine } from './company-record.js';

const BITS_A_PAGE = 1 << 20;
const PLAIN_NUMBERS = 100_000_000;
const NUMBERS_A_PREFIX = 1_000_000;

/** A distinct integer for each number that ends in digits; null for the few thousand others. */
function codeOf(number: string): number | null {
  const plain = Number(number);
  if (Number.isInteger(plain)) return plain;
  const digits = Number(number.slice(2));
  if (!Number.isInteger(digits)) return null;
  return PLAIN_NUMBERS + Number.parseInt(number.slice(0, 2), 36) * NUMBERS_A_PREFIX + digits;
}

/** Remembers company numbers to find repeated rows: one bit each, 25 MB for the national register. */
export class SeenNumbers {
  private readonly pages = new Map<number, Uint8Array>();
  private readonly lettered = new Set<string>();

  /** Remembers a company number. Returns false if it was remembered before. */
  add(number: string): boolean {
    const code = codeOf(number);
    if (code === null) return this.lettered.size !== this.lettered.add(number).size;
    const pageNumber = Math.floor(code / BITS_A_PAGE);
    let page = this.pages.get(pageNumber);
    if (page === undefined) {
      page = new Uint8Array(BITS_A_PAGE / 8);
      this.pages.set(pageNumber, page);
    }
    const bit = code % BITS_A_PAGE;
    const mask = 1 << (bit & 7);
    const before = page[bit >>> 3] ?? 0;
    page[bit >>> 3] = before | mask;
    return (before & mask) === 0;
  }
}

export interface LoaderSettings {
  readonly path: string;
}

export interface LoadedBatch {
  readonly rows: number;
  /** The rows left out because an earlier row has their number. */
  readonly repeated: readonly { readonly line: number; readonly number: string }[];
}

/** Loads batches. Another thread calls its methods, so each takes at most one argument. */
export class CompaniesLoader {
  private readonly seen = new SeenNumbers();

  constructor(private readonly edition: CompaniesEditionBuilder) {}

  add({ records, lines }: Pick<CompanyBatch, 'records' | 'lines'>): LoadedBatch {
    const repeated: { line: number; number: string }[] = [];
    const recordLines = records === '' ? [] : records.split('\n');
    recordLines.forEach((record, i) => {
      const number = numberOfLine(record);
      if (this.seen.add(number)) this.edition.add(record);
      else repeated.push({ line: lines[i] ?? 0, number });
    });
    return { rows: this.edition.rows, repeated };
  }

  finish(facts: EditionFacts): null {
    this.edition.finish(facts);
    return null;
  }

  abandon(): null {
    this.edition.abandon();
    return null;
  }
}

export const companiesLoader = ({ path }: LoaderSettings): HostedService =>
  loaderService(new CompaniesLoader(CompaniesEditionBuilder.create(path)));
