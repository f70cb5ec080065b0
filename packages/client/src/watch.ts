/**
 * A list that is asked again and again: what is known not to have changed is neither asked nor paid for. Only
 * blocks that follow from a company's own records can be known to be equal; all others are asked each time.
 */
import { Changes, changesIndex, type ChangesIndex, type WhollyChanged } from './changes.js';
import { CompanyDataError } from './errors.js';
import type { CallOptions, Http } from './http.js';
import type { JobCalls } from './job-calls.js';
import { ListRun, type ListOptions, type ListRow } from './list-run.js';
import { fieldsOf, inOrder, isCount, isText, sha256Hex, unexpected } from './shape.js';
import type { AskedRow, BlockKey, Whoami } from './types.js';
import {
  savedWatch,
  type Answered,
  type WatchedCompany,
  type WatchGroup,
  type WatchRun,
  type WatchState,
  type WatchStore,
} from './watch-state.js';

export interface WatchOptions extends Pick<
  ListOptions,
  'options' | 'rowsPerJob' | 'onWarning' | 'signal' | 'patience'
> {
  readonly blocks: readonly BlockKey[];
  /** Where the watch is kept: `watchState` of the entry for Node, or one of your own. */
  readonly state: WatchStore;
  /**
   * Days for which blocks that do not follow from a company's own records are not asked again (0: they are
   * asked each time). They may change within them.
   */
  readonly maxAge?: number | undefined;
}

/**
 * `unchanged`: the company's own records are the same since it was paid for. `within_max_age`: it may have
 * changed, and `maxAge` says not to ask.
 */
export type WhySkipped = 'unchanged' | 'within_max_age';

export interface Skipped {
  readonly why: WhySkipped;
  /** When the answer that you have was given. */
  readonly asked_at: string;
}

/** An answer, or what a row was not asked. A row may come twice: its blocks are asked in two jobs. */
export interface WatchedRow {
  /** The place in the list, from 0. */
  readonly row: number;
  /** Null: this tells what was skipped. */
  readonly result: ListRow | null;
  readonly skipped: Readonly<Partial<Record<BlockKey, Skipped>>>;
}

/** What a run does, once it has begun. */
export interface WatchReport {
  /** Answers are known to be equal up to this time, by the service's clock. */
  readonly as_of: string;
  /** Blocks that are asked again only where the company's own records may have changed. */
  readonly follow: readonly string[];
  /** Blocks that also depend on something else: asked each time, or after `maxAge`. */
  readonly each_time: readonly string[];
  /** Why nothing is known to be equal; null: it is known of some. */
  readonly everything: string | null;
  /** The days whose changes were read, and those without a file: what was answered before is asked again. */
  readonly days: readonly string[];
  readonly missing_days: readonly string[];
  /** The sources that changed as a whole on one of these days: blocks that read them are asked again. */
  readonly wholly_changed: readonly WhollyChanged[];
  /** Blocks of rows. */
  readonly asked: number;
  readonly skipped: number;
}

const DAY_MS = 86_400_000;
const EVERYTHING = {
  first: 'It is the first run.',
  options: 'The options or the account are others than in the last run.',
  unserved: 'The service tells of no changes.',
} as const;

export class Watch implements AsyncIterable<WatchedRow> {
  /** Null until the run has begun. */
  report: WatchReport | null = null;
  private readonly calls: CallOptions;

  constructor(
    private readonly http: Http,
    private readonly api: JobCalls,
    private readonly rows: readonly AskedRow[],
    private readonly options: WatchOptions,
  ) {
    this.calls = { signal: options.signal, patience: options.patience, overnight: true };
  }

  /** What was skipped, then the answers. The watch is kept once all of them were taken. */
  async *[Symbol.asyncIterator](): AsyncGenerator<WatchedRow, void, undefined> {
    const { state: before, run } = await this.begin();
    const asked = new Set(
      run.groups.flatMap(({ rows, blocks }) =>
        rows.flatMap((row) => blocks.map((block) => `${row} ${block}`)),
      ),
    );
    const keys = this.rows.map(keyOf);
    const kept = new Map<string, Map<string, Answered>>();
    const companies = new Map<string, string>();
    for (const [row, key] of keys.entries()) {
      const held = before.rows[key];
      const skipped: Partial<Record<BlockKey, Skipped>> = {};
      for (const block of this.options.blocks) {
        const answered = held?.blocks[block];
        if (held === undefined || answered === undefined || asked.has(`${row} ${block}`)) continue;
        const isEqual = run.follow.includes(block);
        skipped[block] = { why: isEqual ? 'unchanged' : 'within_max_age', asked_at: answered[0] };
        companies.set(key, held.company_number);
        keep(kept, key, block, isEqual ? [answered[0], run.as_of] : answered);
      }
      if (Object.keys(skipped).length > 0) yield { row, result: null, skipped };
    }
    for (const [index, group] of run.groups.entries()) {
      for await (const result of this.answers(run, index, group)) {
        const row = group.rows[result.row] ?? 0;
        const key = keys[row] ?? '';
        const number: unknown = fieldsOf(fieldsOf(result)['matched'])['company_number'];
        for (const [block, envelope] of Object.entries(fieldsOf(fieldsOf(result)['blocks']))) {
          if (!isText(number) || fieldsOf(envelope)['status'] !== 'available') continue;
          companies.set(key, number);
          keep(kept, key, block, [run.as_of, run.as_of]);
        }
        yield { row, result: { ...result, row }, skipped: {} };
      }
    }
    await this.end(before, run, kept, companies);
  }

  private answers(run: WatchRun, index: number, { blocks, rows }: WatchGroup): ListRun {
    const { state, options, rowsPerJob, onWarning, signal, patience } = this.options;
    const asked = rows.flatMap((row) => this.rows[row] ?? []);
    return new ListRun(this.http, this.api, asked, {
      ...{ blocks: blocks as readonly BlockKey[], options, rowsPerJob, onWarning, signal, patience },
      state: state.list(String(index)),
      run: `${run.run}-${index}`,
      from: 0,
    });
  }

  /** Plans a run and keeps the plan, or goes on with the one that is under way. */
  private async begin(): Promise<{ readonly state: WatchState; readonly run: WatchRun }> {
    const loaded = await this.options.state.load();
    const kept = loaded === null ? null : savedWatch(loaded);
    const account = await this.account();
    const options = JSON.stringify(inOrder(this.options.options ?? {}));
    const list = await sha256Hex(JSON.stringify([this.rows.map(keyOf), this.options.blocks, options]));
    if (kept?.under_way != null) {
      if (kept.under_way.list !== list || kept.account !== account)
        throw new CompanyDataError(
          'list_changed',
          'A run of this watch is under way with another list, other blocks or options, or another account: go on with those, or remove its state, which asks and pays anew.',
        );
      this.report = reportOf(kept.under_way, this.options.blocks, this.rows.length);
      return { state: kept, run: kept.under_way };
    }
    const isOther = kept !== null && (kept.account !== account || kept.options !== options);
    const rows = kept === null || isOther ? {} : kept.rows;
    const state = { version: 1 as const, account, options, rows };
    const because = kept === null ? EVERYTHING.first : isOther ? EVERYTHING.options : null;
    const run = await this.plan(rows, list, because);
    this.report = reportOf(run, this.options.blocks, this.rows.length);
    await this.options.state.save({ ...state, under_way: run });
    return { state: { ...state, under_way: run }, run };
  }

  private async plan(held: WatchState['rows'], list: string, because: string | null): Promise<WatchRun> {
    const { blocks, maxAge = 0 } = this.options;
    const index = await changesIndex(this.http, this.calls);
    const as_of = index?.as_of ?? new Date().toISOString();
    const since = index === null ? as_of : this.oldest(index, held);
    const changes = index === null ? null : await this.changesSince(index, held, since);
    const follow = blocks.filter((block) => index !== null && block in index.own_records);
    const groups = new Map<string, number[]>();
    const isDue = (row: AskedRow, block: string): boolean => {
      const company = held[keyOf(row)];
      const answered = company?.blocks[block];
      if (company === undefined || answered === undefined || index === null) return true;
      const kinds = index.own_records[block];
      if (kinds === undefined) return Date.parse(as_of) - Date.parse(answered[0]) >= maxAge * DAY_MS;
      // By its number a row always means the same company; a name may come to mean another.
      return (
        !isByNumber(row) ||
        changes === null ||
        changes.mayHaveChanged(company.company_number, kinds, answered[1])
      );
    };
    for (const [place, row] of this.rows.entries()) {
      // Apart: a job of few rows asks live sources, which these blocks don't read.
      for (const some of [blocks.filter((block) => !follow.includes(block)), follow]) {
        const due = some.filter((block) => isDue(row, block)).join();
        if (due !== '') groups.set(due, [...(groups.get(due) ?? []), place]);
      }
    }
    const sources = new Set(
      follow.flatMap((block) => index?.own_records[block] ?? []).map((kind) => kind.split('.', 1)[0] ?? ''),
    );
    return {
      run: crypto.randomUUID(),
      ...{ as_of, list, follow },
      groups: [...groups].map(([due, rows]) => ({ blocks: due.split(','), rows })),
      everything: because ?? (index === null ? EVERYTHING.unserved : null),
      days: changes?.days ?? [],
      missing_days: changes?.missing ?? [],
      wholly_changed: changes?.wholly(sources, since) ?? [],
    };
  }

  /** Since when something must be known to be equal. */
  private oldest({ as_of, own_records }: ChangesIndex, held: WatchState['rows']): string {
    const times = this.byNumber(held).flatMap(({ blocks }) =>
      Object.entries(blocks).flatMap(([block, [, equal]]) => (block in own_records ? [equal] : [])),
    );
    return times.reduce((oldest, time) => (time < oldest ? time : oldest), as_of);
  }

  private changesSince(index: ChangesIndex, held: WatchState['rows'], since: string): Promise<Changes> {
    const companies = new Set(this.byNumber(held).map(({ company_number }) => company_number));
    return Changes.read(this.http, index, { since, companies }, this.calls);
  }

  /** What was answered of rows that always mean the same company. */
  private byNumber(held: WatchState['rows']): readonly WatchedCompany[] {
    return this.rows.flatMap((row) => (isByNumber(row) ? (held[keyOf(row)] ?? []) : []));
  }

  private async account(): Promise<number> {
    const { body } = await this.http.call<Whoami>('/whoami', {}, this.calls);
    const id: unknown = fieldsOf(fieldsOf(body)['account'])['id'];
    if (!isCount(id, 1)) throw unexpected("a key without its account's id");
    return id;
  }

  /** Keeps what was answered: all of it or nothing. Rows that left the list are forgotten. */
  private async end(
    before: WatchState,
    run: WatchRun,
    kept: ReadonlyMap<string, ReadonlyMap<string, Answered>>,
    companies: ReadonlyMap<string, string>,
  ): Promise<void> {
    const rows: Record<string, WatchedCompany> = {};
    for (const [key, blocks] of kept)
      rows[key] = { company_number: companies.get(key) ?? '', blocks: Object.fromEntries(blocks) };
    const { state } = this.options;
    await state.save({ ...before, rows, under_way: null });
    for (const index of run.groups.keys()) await state.drop(String(index));
  }
}

function keep(
  kept: Map<string, Map<string, Answered>>,
  key: string,
  block: string,
  answered: Answered,
): void {
  const blocks = kept.get(key) ?? new Map<string, Answered>();
  kept.set(key, blocks.set(block, answered));
}

const keyOf = (row: AskedRow): string => JSON.stringify(Object.entries(inOrder(row)));

const isByNumber = ({ company_number, company_name, domain }: AskedRow): boolean =>
  isText(company_number) && company_name === undefined && domain === undefined;

function reportOf(run: WatchRun, blocks: readonly string[], rows: number): WatchReport {
  const { as_of, follow, everything, days, missing_days, wholly_changed } = run;
  const asked = run.groups.reduce((sum, group) => sum + group.blocks.length * group.rows.length, 0);
  return {
    ...{ as_of, follow, everything, days, missing_days, wholly_changed, asked },
    each_time: blocks.filter((block) => !follow.includes(block)),
    skipped: rows * blocks.length - asked,
  };
}
