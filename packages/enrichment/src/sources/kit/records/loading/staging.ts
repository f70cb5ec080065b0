/** Reads the files of an import and sends their entries to the loader. */
import type { MethodCaller } from '../../../../../../platform/src/threads/calls.js';
import { cutOffInLastLine, partsMissing, truncated, type Reject } from '../../editions/import-outcome.js';
import type { BuildRequest } from '../../editions/importer.js';
import type { PublishedTable } from '../../editions/published-file.js';
import { decoded, wholeLinesOf } from '../../editions/text-lines.js';
import { Underway } from '../../editions/underway.js';
import { EntryPacker, memoryOfBatch, FoundEntries } from './entry-batch.js';
import { bySubject, mergedRuns, RunFile } from './sorted-runs.js';
import type { Form, FormContext, Tally, TextReader } from '../form.js';
import { FormRun } from '../form-run.js';
import type { Entry } from '../record.js';
import type { ReadApart, RecordLoader } from './record-loader.service.js';

/** The size of entries that are sent to the loader together, which makes the cost of sending small. */
const BYTES_A_BATCH = 1 << 18;

const NEWLINE = 0x0a;
const SAMPLE = /sample/i;
/** Matches the number of parts in a file name, such as `_1of31`. */
const ONE_OF_PARTS = /_\d+of(\d+)\b/;

function linesIn(pieces: readonly Buffer[]): number {
  let lines = 0;
  for (const bytes of pieces)
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

/** Returns true if the text ends with a line end or is empty. */
const endsInLine = (lines: Buffer): boolean => (lines.at(-1) ?? NEWLINE) === NEWLINE;

/** The buffers with their own memory, which can move to another thread. Others are copied. */
const memoryOf = (pieces: readonly Buffer[]): ArrayBuffer[] =>
  pieces.flatMap(({ buffer, byteLength }) =>
    buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [],
  );

type Rejected = Omit<Reject, 'file'>;

/** A file whose lines are read here and in the loader's thread. */
interface SharedFile {
  readonly form: Form;
  readonly context: FormContext;
  lines: number;
  pieces: Buffer[];
  bytes: number;
}

export class Staging extends FormRun {
  protected override readonly recordsHaveDays = true;
  private found = new FoundEntries();
  /** The open calls to the loader, whose answers are noted in order. */
  private readonly underway = new Underway();
  private readonly tally: Tally = { read: 0, announced: null };

  constructor(
    request: BuildRequest,
    private readonly loader: MethodCaller<RecordLoader>,
    /** The bytes of independent lines that each thread reads; null: only this thread reads. */
    private readonly bytesApart: number | null,
  ) {
    super(request);
  }

  add(entry: Entry): void {
    this.found.add(entry);
  }

  /** @throws ImportRefusal */
  async read({ name, bytes }: PublishedTable, forms: readonly Form[]): Promise<void> {
    this.begin(name);
    let reader: TextReader | null = null;
    let shared: SharedFile | null = null;
    let isOfRows = false;
    let rejectsBefore: number | null = null;
    for await (const lines of wholeLinesOf(bytes)) {
      if (reader === null) {
        const form = this.formOf(name, decoded(lines), forms);
        const context = { name, version: this.versionOf(name), sink: this, tally: this.tally };
        reader = form.open(context);
        isOfRows = form.isOfRows === true;
        if (form.apart === true && this.bytesApart !== null)
          shared = { form, context, lines: 0, pieces: [], bytes: 0 };
      }
      if (isOfRows && !endsInLine(lines)) rejectsBefore = await this.rejectsSoFar(shared);
      if (shared === null) reader.push(decoded(lines));
      else await this.share(shared, lines);
      await this.sendFull();
      this.report('reading');
    }
    if (shared === null) reader?.end();
    else await this.readBoth(shared, shared.pieces, []);
    if (rejectsBefore !== null && (await this.rejectsSoFar(null)) > rejectsBefore)
      throw cutOffInLastLine(name);
  }

  private async rejectsSoFar(shared: SharedFile | null): Promise<number> {
    if (shared !== null) await this.readBoth(shared, shared.pieces.splice(0), []);
    await this.underway.settle(0);
    return this.request.rejects.count;
  }

  /** Sends the entries to the loader if there are enough. Waits if the loader is behind. */
  private async send(bytesAtLeast: number): Promise<void> {
    if (this.found.kept.size >= bytesAtLeast) await this.sendAll(this.file, []);
  }

  async sendFull(): Promise<void> {
    await this.send(BYTES_A_BATCH);
  }

  /** Waits until the loader has all entries. @throws ImportRefusal if the files announce another number */
  async sent(): Promise<void> {
    await this.send(1);
    await this.underway.settle(0);
    const { tally, request } = this;
    const { announced, read } = tally;
    // Parts and samples end with the count of the whole publication.
    if (request.part || SAMPLE.test(this.file)) return;
    const parts = Number(ONE_OF_PARTS.exec(this.file)?.[1] ?? 1);
    if (parts > Math.max(1, this.tables.size)) throw partsMissing(this.file, parts - this.tables.size);
    const isShort = announced === null ? tally.owed === true : announced < read;
    if (isShort || (announced ?? 0) > read + request.rejects.count) throw truncated(this.file, tally);
  }

  /** Sorts waiting entries while the loader merges those already sorted. @throws SqliteFileError */
  async mergeWaiting(stage: string): Promise<void> {
    const runs = await this.loader.call('waiting', null);
    if (runs.length === 0) return;
    const file = RunFile.open(stage, runs);
    try {
      const packer = new EntryPacker();
      for (const { entries } of bySubject(mergedRuns(file.entries()))) {
        for (const entry of entries) packer.addPacked(entry);
        if (packer.size >= BYTES_A_BATCH) await this.giveBack(packer);
      }
      await this.giveBack(packer);
      await this.underway.settle(0);
    } finally {
      file.close();
    }
  }

  private async giveBack(packer: EntryPacker): Promise<void> {
    const batch = packer.take();
    this.underway.add(this.loader.call('take', batch, memoryOfBatch(batch)), () => undefined);
    await this.underway.settleSome();
  }

  /** Waits until the rejects of sent entries are noted. It ignores faults, which were reported already. */
  async noted(): Promise<void> {
    await this.underway.settle(0).catch(() => undefined);
  }

  /** Makes the context of a document's reader. Documents always lack companies. */
  contextOf(name: string, version: string): FormContext {
    this.partial = true;
    this.file = name;
    const reject = (line: number, reason: string): void => this.note(name, [{ line, reason }]);
    const unreadable = (why: string): void => this.request.rejects.addUnreadable(why);
    return { name, version, sink: { add: (entry) => this.add(entry), reject, unreadable } };
  }

  private note(file: string, rejects: readonly Rejected[]): void {
    for (const reject of rejects) this.request.rejects.add({ file, ...reject });
  }

  private count({ entries, newestTime }: Pick<ReadApart, 'entries' | 'newestTime'>): void {
    this.usable += entries;
    this.noteTime(newestTime);
  }

  /** Sends all entries. @param rejects the rejects to note after earlier ones */
  private async sendAll(file: string, rejects: readonly Rejected[]): Promise<void> {
    const { found: entries } = this;
    this.found = new FoundEntries();
    this.count(entries);
    const batch = entries.kept.take();
    const added = this.loader.call('add', batch, memoryOfBatch(batch));
    this.underway.add(added, () => this.note(file, rejects));
    await this.underway.settleSome();
  }

  /** Collects lines until there are enough for both threads. */
  private async share(shared: SharedFile, lines: Buffer): Promise<void> {
    shared.pieces.push(lines);
    shared.bytes += lines.length;
    if (shared.bytes < 2 * (this.bytesApart ?? 0)) return;
    const { pieces } = shared;
    shared.pieces = [];
    shared.bytes = 0;
    const half = Math.ceil(pieces.length / 2);
    await this.readBoth(shared, pieces.slice(0, half), pieces.slice(half));
  }

  /** @param theirs the later lines, which the loader reads: it adds their entries after those found here */
  private async readBoth(
    shared: SharedFile,
    ownBuffers: readonly Buffer[],
    theirs: readonly Buffer[],
  ): Promise<void> {
    const { form, context, lines: linesBefore } = shared;
    const { name, version } = context;
    const between = linesBefore + linesIn(ownBuffers);
    shared.lines = between + linesIn(theirs);
    const lines = { form: form.name, name, version, linesBefore: between, pieces: theirs };
    const loaderAnswer = theirs.length === 0 ? null : this.loader.call('read', lines, memoryOf(theirs));
    loaderAnswer?.catch(() => undefined); // reported when it is awaited
    const rejects: Rejected[] = [];
    const reject = (line: number, reason: string): void => void rejects.push({ line, reason });
    const reader = form.open({ ...context, linesBefore, sink: { add: (entry) => this.add(entry), reject } });
    for (const bytes of ownBuffers) reader.push(decoded(bytes));
    reader.end();
    await this.sendAll(name, rejects);
    if (loaderAnswer === null) return;
    this.underway.add(loaderAnswer, (answer) => {
      this.count(answer);
      this.tally.read += answer.tally.read;
      if (answer.tally.announced !== null)
        this.tally.announced = (this.tally.announced ?? 0) + answer.tally.announced;
      this.note(name, answer.rejects);
    });
  }
}
