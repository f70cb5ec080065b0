/**
 * What a command says. With `--json`: one document, or one line per item of a list, on stdout; everything else on
 * stderr. Without it: tables and sentences. Every command writes through here, and here alone all text of clients,
 * registers and files is made safe: each line is escaped whole, so none can forge another. No secret passes but through
 * `secret` of the command that made it.
 */
import DrawnTable from 'cli-table3';
import { SingleBar } from 'cli-progress';
import { cutTokens, redact } from '../platform/telemetry/redact.js';
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
} from '../shared/sheet/sheet.js';
import { safeJson, safeLine } from '../shared/text/safe-text.js';
import { thousands } from '../shared/text/formats.js';

/** Where a command writes to; a process's own streams but in tests. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** How a line stands out on a terminal that shows colours; what it says, it says without them. */
export type Tone = 'heading' | 'faint' | 'good' | 'bad';
/** One line: a line break inside it is shown, not obeyed. */
export type Line = string | { readonly text: string; readonly tone: Tone };
export type Lines = string | readonly Line[];

export const toned =
  (tone: Tone) =>
  (text: string): Line => ({ text, tone });

const SGR: Readonly<Record<Tone, string>> = { heading: '1', faint: '2', good: '32', bad: '31' };
const coloured = (text: string, tone: Tone): string => `\u001b[${SGR[tone]}m${text}\u001b[0m`;

export interface Progress {
  update(done: number, total?: number): void;
  stop(): void;
}

const NO_PROGRESS: Progress = { update: () => undefined, stop: () => undefined };

/** Back to the beginning of a terminal's line, which is emptied. */
const NEW_LINE = '\r\u001b[K';

export class Output {
  private hasBar = false;

  constructor(
    private readonly streams: Streams,
    readonly json: boolean,
    /** Colours only where a terminal shows them. */
    private readonly colour = false,
  ) {}

  /** @param human the same for a person */
  document(value: object, human: () => Lines): void {
    this.write(value, human, cutTokens);
  }

  sheet(value: object, of: () => Sheet): void {
    this.document(value, () => sheetLines(of()));
  }

  /** A document that shows a whole key, the only time that it is shown. */
  secret(value: object, human: () => Lines): void {
    this.write(value, human, (text) => text);
  }

  /** One JSON line per item as it comes, or one table at the end. */
  async list<Item extends object>(
    items: Iterable<Item> | AsyncIterable<Item>,
    columns: SheetColumns<Item>,
    none: string,
  ): Promise<void> {
    const rows: Item[] = [];
    for await (const item of items) {
      if (this.json) this.write(item, () => [], redact);
      else rows.push(item);
    }
    if (!this.json) this.write({}, () => (rows.length === 0 ? none : table(rows, columns)), redact);
  }

  /** One JSON line per item, or what a sheet says of them all. */
  lines(items: readonly object[], of: () => Sheet): void {
    if (!this.json) return this.sheet({}, of);
    for (const item of items) this.write(item, () => [], redact);
  }

  /** For people, on stderr, also with `--json`. */
  message(text: string): void {
    this.streams.stderr.write(`${this.hasBar ? NEW_LINE : ''}${safeLine(redact(text))}\n`);
  }

  /** A bar on a terminal, nothing elsewhere. `total` 0: not known yet. */
  progress(label: string, total: number, unit = 'rows'): Progress {
    if (this.streams.stderr.isTTY !== true) return NO_PROGRESS;
    const format = `${label} {bar} {percentage}% | {value}/{total} ${unit} | {rate}/s | {eta_formatted} left`;
    const bar = new SingleBar({ format, stream: this.streams.stderr, hideCursor: true, etaBuffer: 50 });
    const started = Date.now();
    bar.start(Math.max(total, 1), 0, { rate: 0 });
    this.hasBar = true;
    return {
      update: (done, newTotal) => {
        if (newTotal !== undefined) bar.setTotal(newTotal);
        bar.update(done, { rate: Math.round((done * 1_000) / Math.max(1, Date.now() - started)) });
      },
      stop: () => {
        bar.stop();
        this.hasBar = false;
      },
    };
  }

  private write(value: object, human: () => Lines, cut: (text: string) => string): void {
    const lines = this.json
      ? [safeJson(cut(JSON.stringify(value)))]
      : [human()].flat().map((line) => this.shown(line, cut));
    this.streams.stdout.write(`${lines.join('\n')}\n`);
  }

  /** The text is made safe first: only our own colours are obeyed. */
  private shown(line: Line, cut: (text: string) => string): string {
    if (typeof line === 'string') return safeLine(cut(line));
    const text = safeLine(cut(line.text));
    return this.colour ? coloured(text, line.tone) : text;
  }
}

/** Whether a terminal shows colours, and nobody asked for none (https://no-color.org). */
export const showsColour = (
  { isTTY }: { readonly isTTY?: boolean },
  { NO_COLOR, TERM }: Readonly<Record<string, string | undefined>>,
): boolean => isTTY === true && (NO_COLOR ?? '') === '' && TERM !== 'dumb';

export const table = <Item>(rows: readonly Item[], columns: SheetColumns<Item>): readonly string[] =>
  grid(sheetTable(rows, columns));

/** Sentences in a table go over several lines, at their blanks, so that a terminal can hold it; nothing is cut off. */
const folded = (text: string): string => text.replace(/(.{1,100})(?:\s+|$)/g, '$1\n').trimEnd();

/** A plain table: no colours, so that it can be piped and compared. Figures stand to the right. */
function grid(of: SheetTable): readonly string[] {
  const chars = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };
  const cells = of.lines.map((line) => line.map((cell) => folded(safeLine(cellText(cell)))));
  const colAligns = of.heads.map((_, at) =>
    areFigures(of.lines.map((line) => line[at] ?? null)) ? ('right' as const) : ('left' as const),
  );
  const drawn = new DrawnTable({ head: [...of.heads], style: { head: [], border: [] }, chars, colAligns });
  drawn.push(...cells);
  return drawn.toString().split('\n');
}

/** Two columns: what, and its value; values that are null are left out. */
export function facts(of: SheetFacts): readonly string[] {
  const told = Object.entries(of).filter(([, value]) => value !== null);
  const width = Math.max(...told.map(([name]) => name.length));
  return told.map(([name, value]) => `${name.padEnd(width)}  ${cellText(value) || '-'}`);
}

const heading = toned('heading');
const faint = toned('faint');

/** An answer as text. */
export const sheetLines = ({ parts, ...first }: Sheet): readonly Line[] => [
  heading(cellText(first.title)),
  ...partLines(first),
  ...parts.filter(hasContent).flatMap((part) => ['', heading(cellText(part.title)), ...partLines(part)]),
];

const partLines = ({ says = [], facts: of = {}, table: lines }: Part): readonly Line[] => [
  ...says.map(sentence),
  ...facts(of),
  ...(lines === undefined ? [] : tableLines(lines)),
];

const sentence = (of: SheetSentence): Line =>
  isToned(of) ? toned(of.tone)(cellText(of.says)) : cellText(of);

function tableLines(of: SheetTable): readonly Line[] {
  const lines = of.lines.length === 0 ? [] : grid(of);
  if (of.left === 0) return lines.length === 0 && of.none !== null ? [of.none] : lines;
  return [...lines, faint(`... ${of.left === Infinity ? '' : `${thousands(of.left)} `}more (with --json)`)];
}
