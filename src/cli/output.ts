/**
 * What a command says. With `--json`: one document, or one line per item of a list, on stdout; everything else on
 * stderr. Without it: tables and sentences. No secret passes but through `document` of the command that made it.
 */
import Table from 'cli-table3';
import { SingleBar } from 'cli-progress';
import { redact } from '../platform/telemetry/redact.js';

/** Where a command writes to; a process's own streams but in tests. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** A heading and what stands under it for an item. */
export type Columns<Item> = Readonly<Record<string, (item: Item) => string | number>>;

export interface Progress {
  update(done: number, total?: number): void;
  stop(): void;
}

const NO_PROGRESS: Progress = { update: () => undefined, stop: () => undefined };

export class Output {
  constructor(
    private readonly streams: Streams,
    readonly json: boolean,
  ) {}

  /** @param human the same for a person; several lines may be joined by line breaks */
  document(value: object, human: () => string): void {
    this.write(this.json ? JSON.stringify(value) : human());
  }

  /** One JSON line per item as it comes, or one table at the end. */
  async list<Item extends object>(
    items: Iterable<Item> | AsyncIterable<Item>,
    columns: Columns<Item>,
    none: string,
  ): Promise<void> {
    const rows: Item[] = [];
    for await (const item of items) {
      if (this.json) this.write(redact(JSON.stringify(item)));
      else rows.push(item);
    }
    if (!this.json) this.write(redact(rows.length === 0 ? none : table(rows, columns)));
  }

  /** For people, on stderr, also with `--json`. */
  message(text: string): void {
    this.streams.stderr.write(`${redact(text)}\n`);
  }

  /** A bar on a terminal, nothing elsewhere. `total` 0: not known yet. */
  progress(label: string, total: number, unit = 'rows'): Progress {
    if (this.streams.stderr.isTTY !== true) return NO_PROGRESS;
    const format = `${label} {bar} {percentage}% | {value}/{total} ${unit} | {rate}/s | {eta_formatted} left`;
    const bar = new SingleBar({ format, stream: this.streams.stderr, hideCursor: true, etaBuffer: 50 });
    const started = Date.now();
    bar.start(Math.max(total, 1), 0, { rate: 0 });
    return {
      update: (done, newTotal) => {
        if (newTotal !== undefined) bar.setTotal(newTotal);
        bar.update(done, { rate: Math.round((done * 1_000) / Math.max(1, Date.now() - started)) });
      },
      stop: () => bar.stop(),
    };
  }

  private write(text: string): void {
    this.streams.stdout.write(`${text}\n`);
  }
}

/** A count as people read it: 21,952. */
export const counted = (value: number): string => value.toLocaleString('en-GB');

/** Figures, with a currency or not. */
const FIGURE = /^-?[\d,]+(?:\.\d+)?(?: [A-Z]{3})?$/;

/** A plain table: no colours, so that it can be piped and compared. Figures stand to the right. */
export function table<Item>(rows: readonly Item[], columns: Columns<Item>): string {
  const chars = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };
  const cells = rows.map((row) => Object.values(columns).map((cell) => String(cell(row))));
  const head = Object.keys(columns);
  const colAligns = head.map((_, index) =>
    cells.every((line) => FIGURE.test(line[index] ?? '')) ? ('right' as const) : ('left' as const),
  );
  const drawn = new Table({ head, style: { head: [], border: [] }, chars, colAligns });
  drawn.push(...cells);
  return drawn.toString();
}

/** Two columns: what, and its value. */
export function facts(entries: Readonly<Record<string, string | number | null>>): string {
  const width = Math.max(...Object.keys(entries).map((name) => name.length));
  return Object.entries(entries)
    .map(([name, value]) => `${name.padEnd(width)}  ${value === null || value === '' ? '-' : value}`)
    .join('\n');
}
