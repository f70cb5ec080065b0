/**
 * Writes the output of commands. With `--json`: one document, or one line per item of a list, on stdout;
 * everything else on stderr. Without it: tables and sentences. Text of clients, registers and files is made
 * safe: each line is escaped whole, so no text can add a line. Only `secret` prints a secret.
 */
import { once } from 'node:events';
import DrawnTable from 'cli-table3';
import { SingleBar } from 'cli-progress';
import { cutTokens, redact } from '../../packages/platform/src/telemetry/redact.js';
import {
  areFigures,
  cellText,
  hasContent,
  isToned,
  sheetTable,
  type SheetColumns,
  type SheetFacts,
  type Part,
  type SheetSentence,
  type Sheet,
  type SheetTable,
} from '../../packages/words/src/sheet/sheet.js';
import { safeJson, safeLine } from '../../packages/words/src/text/safe-text.js';
import { thousands } from '../../packages/words/src/text/formats.js';

/** The streams that a command writes to: those of the process, except in tests. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** The emphasis of a line on a terminal with colours. The line says the same without it. */
export type LineTone = 'heading' | 'faint' | 'good' | 'bad';
/** A line of output. A line break in it is shown as its escape. */
export type OutputLine = string | { readonly text: string; readonly tone: LineTone };
export type OutputLines = string | readonly OutputLine[];

export const withTone =
  (tone: LineTone) =>
  (text: string): OutputLine => ({ text, tone });

const SGR_CODES: Readonly<Record<LineTone, string>> = { heading: '1', faint: '2', good: '32', bad: '31' };
const coloured = (text: string, tone: LineTone): string => `\u001b[${SGR_CODES[tone]}m${text}\u001b[0m`;

export interface Progress {
  readonly update: (done: number, total?: number) => void;
  readonly stop: () => void;
}

/** The number of characters from which buffered lines of NDJSON are written. */
const FLUSH_LENGTH = 1 << 16;

const NO_PROGRESS: Progress = { update: () => undefined, stop: () => undefined };

/** Moves to the beginning of the terminal's line and clears it. */
const CLEAR_LINE = '\r\u001b[K';

export class Output {
  private hasBar = false;

  constructor(
    private readonly streams: Streams,
    /** True for `--json`. */
    readonly isJson: boolean,
    /** True if the terminal shows colours. */
    private readonly hasColours = false,
  ) {}

  /** Writes one document. @param toText returns the same as text for people */
  document<Value extends object>(value: Value, toText: (value: Value) => OutputLines): void {
    this.write(value, toText, cutTokens);
  }

  sheet<Value extends object>(value: Value, toSheet: (value: Value) => Sheet): void {
    this.document(value, () => sheetLines(toSheet(value)));
  }

  /** Writes a document with a secret that is shown only once, such as a whole key. */
  secret<Value extends object>(value: Value, toText: (value: Value) => OutputLines): void {
    this.write(value, toText, (text) => text);
  }

  /** With `--json`: a line per item as it comes. Else: one table at the end, or `emptyText` for no item. */
  async list<Item extends object>(
    items: Iterable<Item> | AsyncIterable<Item>,
    columns: SheetColumns<Item>,
    emptyText: string,
  ): Promise<void> {
    const rows: Item[] = [];
    for await (const item of items) {
      if (this.isJson) this.write(item, () => [], redact);
      else rows.push(item);
    }
    if (!this.isJson)
      this.write({}, () => (rows.length === 0 ? emptyText : tableLines(rows, columns)), redact);
  }

  /** Writes one JSON line per item, also without `--json`, as fast as the reader takes them. */
  async ndjson(items: AsyncIterable<object>): Promise<void> {
    let text = '';
    const flush = async (): Promise<void> => {
      if (!this.streams.stdout.write(text)) await once(this.streams.stdout, 'drain');
      text = '';
    };
    for await (const item of items) {
      text += `${safeJson(JSON.stringify(item))}\n`;
      if (text.length >= FLUSH_LENGTH) await flush();
    }
    await flush();
  }

  /** Writes one JSON line per item, or one sheet about all items. */
  lines(items: readonly object[], toSheet: () => Sheet): void {
    if (!this.isJson) return this.sheet({}, toSheet);
    for (const item of items) this.write(item, () => [], redact);
  }

  /** Writes a message for people on stderr, also with `--json`. */
  message(text: string): void {
    this.streams.stderr.write(`${this.hasBar ? CLEAR_LINE : ''}${safeLine(redact(text))}\n`);
  }

  /** True if progress can be shown as bars. */
  get hasTerminal(): boolean {
    return this.streams.stderr.isTTY === true;
  }

  /** Shows a progress bar on a terminal, nothing elsewhere. `total` 0: not known yet. */
  progress(label: string, total: number, unit = 'rows'): Progress {
    if (!this.hasTerminal) return NO_PROGRESS;
    const format = `${label} {bar} {percentage}% | {value}/{total} ${unit} | {rate}/s | {eta_formatted} left`;
    const bar = new SingleBar({ format, stream: this.streams.stderr, hideCursor: true, etaBuffer: 50 });
    const startedAt = Date.now();
    bar.start(Math.max(total, 1), 0, { rate: 0 });
    this.hasBar = true;
    return {
      update: (done, newTotal) => {
        if (newTotal !== undefined) bar.setTotal(newTotal);
        bar.update(done, { rate: Math.round((done * 1_000) / Math.max(1, Date.now() - startedAt)) });
      },
      stop: () => {
        bar.stop();
        this.hasBar = false;
      },
    };
  }

  /** Shows a progress bar while the work runs. `total` 0: the work tells it. */
  async withProgress<T>(
    label: string,
    unit: string,
    work: (update: Progress['update']) => Promise<T>,
    total = 0,
  ): Promise<T> {
    const { update, stop } = this.progress(label, total, unit);
    try {
      return await work(update);
    } finally {
      stop();
    }
  }

  private write<Value extends object>(
    value: Value,
    toText: (value: Value) => OutputLines,
    redactText: (text: string) => string,
  ): void {
    const lines = this.isJson
      ? [safeJson(redactText(JSON.stringify(value)))]
      : [toText(value)].flat().map((line) => this.safeText(line, redactText));
    this.streams.stdout.write(`${lines.join('\n')}\n`);
  }

  /** Makes a line safe, then colours it, so that only our own colours have an effect. */
  private safeText(line: OutputLine, redactText: (text: string) => string): string {
    if (typeof line === 'string') return safeLine(redactText(line));
    const text = safeLine(redactText(line.text));
    return this.hasColours ? coloured(text, line.tone) : text;
  }
}

/** Tells whether the terminal shows colours and `NO_COLOR` isn't set (https://no-color.org). */
export const showsColour = (
  { isTTY }: { readonly isTTY?: boolean },
  { NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): boolean => isTTY === true && (NO_COLOR ?? '') === '' && TERM !== 'dumb';

/** Renders items as the lines of a table. */
export const tableLines = <Item>(rows: readonly Item[], columns: SheetColumns<Item>): readonly string[] =>
  drawTable(sheetTable(rows, columns));

/** Wraps long text in a cell at its blanks, so that the table fits a terminal. Nothing is cut off. */
const wrapLongText = (text: string): string => text.replace(/(.{1,100})(?:\s+|$)/g, '$1\n').trimEnd();

/** Draws a table without colours, so that it can be piped and compared. Figures are aligned to the right. */
function drawTable(content: SheetTable): readonly string[] {
  const chars = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };
  const cells = content.lines.map((line) => line.map((cell) => wrapLongText(safeLine(cellText(cell)))));
  const colAligns = content.heads.map((_, column) =>
    areFigures(content.lines.map((line) => line[column] ?? null)) ? ('right' as const) : ('left' as const),
  );
  const head = [...content.heads];
  const drawnTable = new DrawnTable({ head, style: { head: [], border: [] }, chars, colAligns });
  drawnTable.push(...cells);
  return drawnTable.toString().split('\n');
}

/** Renders facts in two columns, name and value. Facts whose value is null are left out. */
export function factLines(values: SheetFacts): readonly string[] {
  const entries = Object.entries(values).filter(([, value]) => value !== null);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${cellText(value) || '-'}`);
}

const heading = withTone('heading');
const faint = withTone('faint');

/** Renders a sheet as text. */
export const sheetLines = ({ parts, ...head }: Sheet): readonly OutputLine[] => [
  heading(cellText(head.title)),
  ...partLines(head),
  ...parts.filter(hasContent).flatMap((part) => ['', heading(cellText(part.title)), ...partLines(part)]),
];

const partLines = ({ sentences = [], facts = {}, table }: Part): readonly OutputLine[] => [
  ...sentences.map(sentenceLine),
  ...factLines(facts),
  ...(table === undefined ? [] : partTableLines(table)),
];

const sentenceLine = (sentence: SheetSentence): OutputLine =>
  isToned(sentence) ? withTone(sentence.tone)(cellText(sentence.says)) : cellText(sentence);

function partTableLines(content: SheetTable): readonly OutputLine[] {
  const { none, unlisted } = content;
  const shownLines = linesToShow(content);
  const omittedCount = content.lines.length - shownLines.length + unlisted;
  const lines = shownLines.length === 0 ? [] : drawTable({ ...content, lines: shownLines });
  if (omittedCount === 0) return lines.length === 0 && none !== null ? [none] : lines;
  if (omittedCount === Infinity) return [...lines, faint('... more: choose fewer days')];
  const place = content.cut === 'middle' ? ' in the middle' : '';
  return [...lines, faint(`... ${thousands(omittedCount)} more${place} (with --json)`)];
}

function linesToShow({ lines, maxLines, cut }: SheetTable): SheetTable['lines'] {
  if (lines.length <= maxLines || cut === 'end') return lines.slice(0, maxLines);
  const half = Math.floor(maxLines / 2);
  return [...lines.slice(0, half), ...lines.slice(lines.length - half)];
}
