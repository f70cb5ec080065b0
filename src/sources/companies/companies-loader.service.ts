/** Stores batches of companies: synchronous work over SQLite, so that it can be given a thread of its own. */
import type { HostedService } from '../../platform/threads/calls.js';
import { oneByOne } from '../../platform/threads/one-by-one.js';
import type { EditionFacts } from '../kit/editions/edition-file.js';
import { CompaniesEditionBuilder } from './companies.edition.js';
import type { CompanyBatch } from './company-batches.js';
import { numberOfLine } from './company-record.js';
import { SeenNumbers } from './seen-numbers.js';

export interface LoaderSettings {
  /** The file to fill. */
  readonly path: string;
}

/** What became of a batch. */
export interface Loaded {
  /** Companies stored so far. */
  readonly rows: number;
  /** Rows left out because their number came before: the first row of a number counts. */
  readonly repeated: readonly { readonly line: number; readonly number: string }[];
}

export interface LoaderMethods {
  add(batch: Pick<CompanyBatch, 'records' | 'lines'>): Loaded;
  /** Writes the indexes and closes the file. */
  finish(facts: EditionFacts): null;
  /** Closes the file without finishing it. */
  abandon(none: null): null;
}

class Loader implements LoaderMethods {
  private readonly seen = new SeenNumbers();

  constructor(private readonly edition: CompaniesEditionBuilder) {}

  add({ records, lines }: Pick<CompanyBatch, 'records' | 'lines'>): Loaded {
    const repeated: { line: number; number: string }[] = [];
    const all = records === '' ? [] : records.split('\n');
    all.forEach((record, i) => {
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

function run(loader: Loader, method: string, argument: unknown): unknown {
  switch (method as keyof LoaderMethods) {
    case 'add':
      return loader.add(argument as Parameters<LoaderMethods['add']>[0]);
    case 'finish':
      return loader.finish(argument as EditionFacts);
    case 'abandon':
      return loader.abandon();
  }
}

export function companiesLoader({ path }: LoaderSettings): HostedService {
  const loader = new Loader(CompaniesEditionBuilder.create(path));
  return oneByOne((method, argument) => ({ value: run(loader, method, argument) }));
}
