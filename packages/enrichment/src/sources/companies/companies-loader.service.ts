/** Stores batches of companies: synchronous work over SQLite, so that it can be given a thread of its own. */
import type { HostedService } from '../../../../platform/src/threads/calls.js';
import type { EditionFacts } from '../kit/editions/edition-file.js';
import { loaderService } from '../kit/editions/import-loader.js';
import { CompaniesEditionBuilder } from './companies-builder.js';
import type { CompanyBatch } from './company-batches.js';
import { numberOfLine } from './company-record.js';
import { SeenNumbers } from './seen-numbers.js';

export interface LoaderSettings {
  /** The file to fill. */
  readonly path: string;
}

/** The result of a batch. */
export interface LoadedBatch {
  readonly rows: number;
  /** The rows left out because an earlier row has their number. */
  readonly repeated: readonly { readonly line: number; readonly number: string }[];
}

/** Loads batches. Methods that another thread calls take one argument. */
export class CompaniesLoader {
  private readonly seen = new SeenNumbers();

  constructor(private readonly edition: CompaniesEditionBuilder) {}

  add({ records, lines }: Pick<CompanyBatch, 'records' | 'lines'>): LoadedBatch {
    const repeated: { line: number; number: string }[] = [];
    const all = records === '' ? [] : records.split('\n');
    all.forEach((record, i) => {
      const number = numberOfLine(record);
      if (this.seen.add(number)) this.edition.add(record);
      else repeated.push({ line: lines[i] ?? 0, number });
    });
    return { rows: this.edition.rows, repeated };
  }

  /** Writes the indexes and closes the file. */
  finish(facts: EditionFacts): null {
    this.edition.finish(facts);
    return null;
  }

  /** Closes the file without finishing it. */
  abandon(): null {
    this.edition.abandon();
    return null;
  }
}

export const companiesLoader = ({ path }: LoaderSettings): HostedService =>
  loaderService(new CompaniesLoader(CompaniesEditionBuilder.create(path)));
