/** Makes an edition from the entries of readers. The work is synchronous, so it can run in its own thread. */
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
  /** The source's name, by which a thread finds the source's `LoaderParts`. */
  readonly source: string;
  readonly path: string;
  /** The path of the file of waiting entries. */
  readonly stage: string;
  readonly layout: number;
}

/** A part of a file with independent lines. */
export interface LinesApart extends Required<Omit<FormContext, 'sink' | 'tally'>> {
  readonly form: string;
  /** The text in UTF-8. Each piece has whole lines. */
  readonly pieces: readonly Uint8Array[];
}

/** The result of reading lines in the loader's thread. The entries stay with the loader. */
export interface ReadApart {
  readonly entries: number;
  readonly newestTime: Version;
  readonly rejects: readonly { readonly line: number; readonly reason: string }[];
  readonly tally: Readonly<Tally>;
}

/** The parts of a source that can't be sent to a thread. */
export interface LoaderParts {
  /** Merges items with the same key, or keeps both. Absent: the newer item replaces the older. */
  readonly keeping?: Keeping | undefined;
  /** The forms whose lines the loader can read. Absent: none. */
  readonly forms?: readonly Form[];
  /** The size of waiting entries that are sorted together, in bytes. */
  readonly bytesARun?: number;
}

type Call = 'hold' | 'read' | 'add' | 'waiting' | 'take' | 'merge' | 'finish';

/** The order of calls in an import: for each call the calls that may precede it. Null: it may be first. */
const PRECEDING: Readonly<Record<Call, readonly (Call | null)[]>> = {
  hold: [null],
  read: [null, 'hold', 'add'],
  add: [null, 'hold', 'add', 'read'],
  waiting: [null, 'hold', 'add'],
  take: ['waiting', 'take'],
  merge: [null, 'hold', 'add', 'waiting', 'take'],
  finish: ['merge'],
};

/** Loads records. Calls come in the order of `PRECEDING`. `abandon` may be called at any time. */
export class RecordLoader {
  private last: Call | null = null;
  private readonly stage: Stage;
  private readonly builder: RecordEditionBuilder;
  private readonly order: SubjectOrder;
  private readonly forms: readonly Form[];
  /** The entries that were read here. They must be added after the next batch. */
  private ahead: EntryBatch | null = null;
  /** True if a reader gives the waiting entries back sorted. */
  private isMergedByReader = false;

  constructor(
    private readonly settings: RecordLoaderSettings,
    { keeping, forms = [], bytesARun }: LoaderParts,
  ) {
    this.forms = forms;
    this.stage = new Stage(settings.stage, bytesARun);
    this.builder = new RecordEditionBuilder(settings.path, settings.layout, keeping);
    this.order = new SubjectOrder(this.builder, this.stage);
  }

  /** Takes the entries of the edition that is updated. Newer entries replace them. */
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

  /** Reads lines. Their entries are added after the next batch, which precedes them in the file. */
  read({ form: name, pieces, ...context }: LinesApart): ReadApart {
    this.begin('read');
    const form = this.forms.find((each) => each.name === name);
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

  /** The runs of waiting entries, which a reader gives back sorted (`take`). Empty: merged by the loader. */
  waiting(): readonly Run[] {
    this.begin('waiting');
    const runs = this.order.runs();
    this.isMergedByReader = runs.length > 0;
    return runs;
  }

  /** Merges waiting entries with the written ones. A batch has all entries of its subjects. */
  take(sorted: EntryBatch): null {
    this.begin('take');
    this.order.merge(entriesIn(sorted));
    return null;
  }

  /** Merges the remaining entries and closes the stage's file. @returns the number of present items */
  merge(): number {
    this.begin('merge');
    if (!this.isMergedByReader) this.order.end();
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
    if (!PRECEDING[call].includes(this.last))
      throw new Error(`a loader was asked to ${call} after ${this.last ?? 'nothing'}`);
    this.last = call;
  }
}

export const recordLoader = (settings: RecordLoaderSettings, parts: LoaderParts = {}): HostedService =>
  loaderService(new RecordLoader(settings, parts));
