/**
 * What a command says. With `--json`: one document, or one line per item of a list, on stdout; everything else on
 * stderr. Without it: tables and sentences. Every command writes through here, and here alone all text of clients,
 * registers and files is made safe: each line is escaped whole, so none can forge another. No secret passes but through
 * `secret` of the command that made it.
 */
import Table from 'cli-table3';
import { SingleBar } from 'cli-progress';
import { cutTokens, redact } from '../platform/telemetry/redact.js';
import { safeJson, safeLine } from '../shared/text/safe-text.js';
import { money, thousands } from '../shared/text/words.js';

/** Where a command writes to; a process's own streams but in tests. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** A heading and what stands under it for an item. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => string | number>>;

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

  /** A document that shows a whole key, the only time that it is shown. */
  secret(value: object, human: () => Lines): void {
    this.write(value, human, (text) => text);
  }

  /** One JSON line per item as it comes, or one table at the end. */
  async list<Item extends object>(
    items: Iterable<Item> | AsyncIterable<Item>,
    columns: Columns<Item>,
    none: string,
  ): Promise<void> {
    const rows: Item[] = [];
    for await (const item of items) {
      if (this.json) this.write(item, () => [], redact);
      else rows.push(item);
    }
    if (!this.json) this.write({}, () => (rows.length === 0 ? none : table(rows, columns)), redact);
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

/** A count as people read it. */
export const counted = thousands;

/** An amount in its currency; a dash where no price makes one. */
export const amountIn = (currency: string | null | undefined, amount: string | null | undefined): string =>
  amount === null || amount === undefined ? '-' : `${money(amount)} ${currency ?? ''}`.trim();

/** Figures, with a currency or not. */
const FIGURE = /^-?[\d,]+(?:\.\d+)?(?: [A-Z]{3})?$/;

/** A plain table: no colours, so that it can be piped and compared. Figures stand to the right. */
export function table<Item>(rows: readonly Item[], columns: Columns<Item>): readonly string[] {
  const chars = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };
  const cells = rows.map((row) => Object.values(columns).map((cell) => safeLine(String(cell(row)))));
  const head = Object.keys(columns);
  const colAligns = head.map((_, index) =>
    cells.every((line) => FIGURE.test(line[index] ?? '')) ? ('right' as const) : ('left' as const),
  );
  const drawn = new Table({ head, style: { head: [], border: [] }, chars, colAligns });
  drawn.push(...cells);
  return drawn.toString().split('\n');
}

/** Two columns: what, and its value. */
export function facts(entries: Readonly<Record<string, string | number | null>>): readonly string[] {
  const width = Math.max(...Object.keys(entries).map((name) => name.length));
  return Object.entries(entries).map(
    ([name, value]) => `${name.padEnd(width)}  ${value === null || value === '' ? '-' : value}`,
  );
}
