/** Makes an edition of the entries that readers find: synchronous work over files, so that it can be given a thread of its own. */
import type { Call, HostedService } from '../../platform/threads/calls.js';
import { settle } from '../../platform/threads/one-by-one.js';
import type { EditionFacts } from '../editions/edition-file.js';
import { eachEntry, type EntryBatch } from './entry-batch.js';
import { entriesOf, type Keeping } from './record.js';
import { RecordEdition, RecordEditionBuilder } from './record-edition.js';
import { Stage } from './stage.js';
import { SubjectOrder } from './subject-order.js';

export interface RecordLoaderSettings {
  /** The file to fill. */
  readonly path: string;
  /** The file in which entries wait. */
  readonly stage: string;
  /** The source's own. */
  readonly layout: number;
}

export interface RecordLoaderMethods {
  /** Begins with what this edition holds: what is newer takes its place. */
  hold(path: string): EditionFacts;
  add(batch: EntryBatch): null;
  /** After the last entry. The number of items that are not gone. */
  merge(none: null): number;
  /** Writes the indexes and closes the file. */
  finish(facts: EditionFacts): null;
  /** Closes the file without finishing it. */
  abandon(none: null): null;
}

class RecordLoader implements RecordLoaderMethods {
  private readonly stage: Stage;
  private readonly builder: RecordEditionBuilder;
  private readonly order: SubjectOrder;

  constructor(
    private readonly settings: RecordLoaderSettings,
    keeping: Keeping | undefined,
  ) {
    this.stage = new Stage(settings.stage);
    this.builder = new RecordEditionBuilder(settings.path, settings.layout, keeping);
    this.order = new SubjectOrder(this.builder, this.stage);
  }

  hold(path: string): EditionFacts {
    const edition = RecordEdition.open(path, this.settings.layout);
    try {
      for (const [subject, records] of edition.held())
        for (const entry of entriesOf(records)) this.order.hold(subject, entry);
      return edition.facts;
    } finally {
      edition.close();
    }
  }

  add(batch: EntryBatch): null {
    eachEntry(batch, (subject, entry) => this.order.add(subject, entry));
    return null;
  }

  merge(): number {
    this.order.end();
    this.stage.remove();
    return this.builder.rows;
  }

  finish(facts: EditionFacts): null {
    this.builder.finish(facts);
    return null;
  }

  abandon(): null {
    this.builder.abandon();
    this.stage.remove();
    return null;
  }
}

function run(loader: RecordLoader, method: string, argument: unknown): unknown {
  switch (method as keyof RecordLoaderMethods) {
    case 'hold':
      return loader.hold(argument as string);
    case 'add':
      return loader.add(argument as EntryBatch);
    case 'merge':
      return loader.merge();
    case 'finish':
      return loader.finish(argument as EditionFacts);
    case 'abandon':
      return loader.abandon();
  }
}

/** @param keeping can't be sent to a thread: a source that has one is loaded where its files are read */
export function recordLoader(settings: RecordLoaderSettings, keeping?: Keeping): HostedService {
  const loader = new RecordLoader(settings, keeping);
  return {
    next: (queue: Call[]) =>
      queue
        .splice(0, 1)
        .map((call) => settle(call, (method, argument) => ({ value: run(loader, method, argument) }))),
    close: () => undefined,
  };
}
