/** Makes an edition of the entries that readers find: synchronous work, which can have its own thread. */
import type { HostedService } from '../../../../../../platform/src/threads/calls.js';
import type { EditionFacts } from '../../editions/edition-file.js';
import { loaderService } from '../../editions/import-loader.js';
import { decoded } from '../../editions/text-lines.js';
import { entriesIn, type EntryBatch, FoundEntries } from './entry-batch.js';
import type { Form, FormContext, Tally } from '../form.js';
import { entriesOf, type Keeping, type Version } from '../record.js';
import { RecordEdition, RecordEditionBuilder } from '../record-edition.js';
import type { Run } from './sorted-runs.js';
import { Stage } from './stage.js';
import { SubjectOrder } from './subject-order.js';

export interface RecordLoaderSettings {
  /** The source's name, by which a thread finds its parts. */
  readonly source: string;
  readonly path: string;
  /** The file in which entries wait. */
  readonly stage: string;
  readonly layout: number;
}

/** A part of a file of a form whose lines can be read apart. */
export interface LinesApart extends Required<Omit<FormContext, 'sink' | 'tally'>> {
  readonly form: string;
  /** UTF-8, whole lines each. */
  readonly pieces: readonly Uint8Array[];
}

/** The result of a reading in this thread; the entries stay with the loader. */
export interface ReadApart {
  readonly entries: number;
  readonly newestTime: Version;
  readonly rejects: readonly { readonly line: number; readonly reason: string }[];
  readonly tally: Readonly<Tally>;
}

/** The parts of a source that can't be sent to a thread. */
export interface LoaderParts {
  /** Merges items of one key and decides whether they are one. Default: they are, and the newer replaces. */
  readonly keeping?: Keeping | undefined;
  /** The forms whose lines it can read. Default: none. */
  readonly forms?: readonly Form[];
  /** Bytes of waiting entries that are sorted together. */
  readonly bytesARun?: number;
}

type Call = 'hold' | 'read' | 'add' | 'waiting' | 'take' | 'merge' | 'finish';

/** The order of an import: the calls that may come directly before each call; null: none before it. */
const AFTER: Readonly<Record<Call, readonly (Call | null)[]>> = {
  hold: [null],
  read: [null, 'hold', 'add'],
  add: [null, 'hold', 'add', 'read'],
  waiting: [null, 'hold', 'add'],
  take: ['waiting', 'take'],
  merge: [null, 'hold', 'add', 'waiting', 'take'],
  finish: ['merge'],
};

/** Loads records. Calls come in the order of `AFTER`, each with one argument; `abandon` at any time. */
export class RecordLoader {
  private last: Call | null = null;
  private readonly stage: Stage;
  private readonly builder: RecordEditionBuilder;
  private readonly order: SubjectOrder;
  private readonly forms: readonly Form[];
  /** Entries that were read and must be added after the next batch. */
  private ahead: EntryBatch | null = null;
  /** True if the waiting entries came back from their reader. */
  private givenBack = false;

  constructor(
    private readonly settings: RecordLoaderSettings,
    { keeping, forms = [], bytesARun }: LoaderParts,
  ) {
    this.forms = forms;
    this.stage = new Stage(settings.stage, bytesARun);
    this.builder = new RecordEditionBuilder(settings.path, settings.layout, keeping);
    this.order = new SubjectOrder(this.builder, this.stage);
  }

  /** Takes the entries of this edition. Newer entries replace them. */
  hold(path: string): EditionFacts {
    this.begin('hold');
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
    this.begin('add');
    for (const entries of this.ahead === null ? [batch] : [batch, this.ahead])
      for (const entry of entriesIn(entries)) this.order.add(entry);
    this.ahead = null;
    return null;
  }

  /** Reads lines. Their entries are added after the next batch, which comes before them in the file. */
  read({ form: name, pieces, ...context }: LinesApart): ReadApart {
    this.begin('read');
    const form = this.forms.find((known) => known.name === name);
    if (form === undefined) throw new Error(`${name} can't be read here`);
    const foundEntries = new FoundEntries();
    const rejects: { line: number; reason: string }[] = [];
    const reject = (line: number, reason: string): void => void rejects.push({ line, reason });
    const tally: Tally = { read: 0, announced: null };
    const reader = form.open({
      ...context,
      tally,
      sink: { add: (entry) => foundEntries.add(entry), reject },
    });
    for (const { buffer, byteOffset, byteLength } of pieces)
      reader.push(decoded(Buffer.from(buffer, byteOffset, byteLength)));
    reader.end();
    this.ahead = foundEntries.kept.take();
    const { entries, newestTime } = foundEntries;
    return { entries, newestTime, rejects, tally };
  }

  /** The places of waiting entries, for a reader that gives them back sorted (`take`); empty: merged here. */
  waiting(): readonly Run[] {
    this.begin('waiting');
    const runs = this.order.runs();
    this.givenBack = runs.length > 0;
    return runs;
  }

  /** Merges waiting entries with the written ones. All entries of a subject come together. */
  take(sorted: EntryBatch): null {
    this.begin('take');
    this.order.merge(entriesIn(sorted));
    return null;
  }

  /** Ends the use of the stage's file. @returns the number of items that are not gone */
  merge(): number {
    this.begin('merge');
    if (!this.givenBack) this.order.end();
    this.stage.close();
    return this.builder.rows;
  }

  finish(facts: EditionFacts): null {
    this.begin('finish');
    this.builder.finish(facts);
    return null;
  }

  abandon(): null {
    this.builder.abandon();
    this.stage.remove();
    return null;
  }

  private begin(call: Call): void {
    if (!AFTER[call].includes(this.last))
      throw new Error(`a loader was asked to ${call} after ${this.last ?? 'nothing'}`);
    this.last = call;
  }
}

export const recordLoader = (settings: RecordLoaderSettings, parts: LoaderParts = {}): HostedService =>
  loaderService(new RecordLoader(settings, parts));
