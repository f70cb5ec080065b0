/**
 * A list of any length: cut into jobs, submitted ahead of what is read, and read back in its own order. It
 * can be cut off at any point and be done again: a part that the service has seen is the job that it was
 * given then, and reading is free.
 */
import { ahead } from './ahead.js';
import type { CallOptions, Http } from './http.js';
import type { JobCalls } from './job-calls.js';
import { ListChangedError, SMALL_KEY, SmallJobsError, incomplete, warn } from './list-errors.js';
import { noState, savedState, type ListJob, type ListState, type StateStore } from './list-state.js';
import { onAbort } from './pause.js';
import {
  EASILY_CUT_ROWS,
  SMALL_JOB_ROWS,
  bodyOf,
  idempotencyKeyOf,
  partsOf,
  type Asked,
  type Cut,
  type Part,
} from './parts.js';
import { MAX_ROWS, fieldsOf, isCount, isText, unexpected } from './shape.js';
import type { AskedRow, ErrorEntry, Job, Row, Warning, Whoami } from './types.js';

export interface ListProgress {
  /** Rows that the service has accepted. */
  readonly submitted: number;
  /** Rows that the service is done with, those before the job that is being waited for included. */
  readonly processed: number;
  /** Rows that were handed out, those of an earlier run included. */
  readonly delivered: number;
}

export interface AcceptedJob extends ListJob {
  /** Whether an earlier run had submitted it. */
  readonly replayed: boolean;
  readonly warnings: readonly Warning[];
}

export interface ListOptions extends Asked {
  /** Where the run is kept until it is done; without it a program that dies begins anew, and pays anew. */
  readonly state?: StateStore | undefined;
  /** Names the run. Another name asks, and pays, for the list anew. Default: by `state`, else a new one. */
  readonly run?: string | undefined;
  /**
   * Rows at the list's beginning whose results you have: the first result is that of the next row. Default:
   * by `state`.
   */
  readonly from?: number | undefined;
  /**
   * Rows of one job, at least 11 where the list has more than ten. Default: as many as the key may send. The
   * last jobs share their rows so that none has ten or fewer, which would be answered differently; below 21,
   * jobs may have a few more.
   */
  readonly rowsPerJob?: number | undefined;
  /** Jobs that are submitted before they are read (4). */
  readonly jobsAhead?: number | undefined;
  readonly onProgress?: ((progress: ListProgress) => void) | undefined;
  readonly onJob?: ((job: AcceptedJob) => void) | undefined;
  /** Told what the key's own limit means for the answers. Default: the console. */
  readonly onWarning?: ((sentence: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly patience?: number | undefined;
}

/** A result with its place in the list, from 0, and in its job: a statement names its charge by these two. */
export type ListRow = Row & { readonly row: number; readonly job_id: string; readonly job_row: number };

const JOBS_AHEAD = 4;
const PATIENCE_MS = 600_000;
const SUBMIT_TIMEOUT_MS = 600_000;

/** A job that a list becomes. */
export type PlannedJob = Omit<ListJob, 'job_id'>;

/** What a list becomes; nothing of it was sent. */
export interface ListPlan {
  /** To be given to `submit` as what its store loads. */
  readonly state: ListState;
  readonly jobs: readonly PlannedJob[];
}

export class ListRun implements AsyncIterable<ListRow> {
  /** What was accepted until now, in the order of the list. */
  readonly jobs: ListJob[] = [];
  /** The jobs whose rows were read, as they ended. */
  readonly ended: Job[] = [];
  private readonly stopped = new AbortController();
  private readonly calls: CallOptions;
  private isCancelled = false;
  private saved: Promise<void> = Promise.resolve();
  private progress: ListProgress = { submitted: 0, processed: 0, delivered: 0 };
  private state: ListState = { run: '', rows_per_job: 0, jobs: [], read: { row: 0, cursor: null } };

  constructor(
    private readonly http: Http,
    private readonly api: JobCalls,
    private readonly rows: AsyncIterable<AskedRow> | Iterable<AskedRow>,
    private readonly options: ListOptions,
  ) {
    const { patience = PATIENCE_MS, signal } = options;
    const stop = (): void => this.stopped.abort(signal?.reason);
    if (signal !== undefined) this.stopped.signal.addEventListener('abort', onAbort(signal, stop));
    this.calls = { signal: this.stopped.signal, patience, overnight: true };
  }

  /** The results, once, in the order of the list. What is no longer read is no longer submitted. */
  async *[Symbol.asyncIterator](): AsyncGenerator<ListRow, void, undefined> {
    try {
      const from = await this.begin();
      for await (const job of ahead(this.submitted(), this.options.jobsAhead ?? JOBS_AHEAD))
        if (job.first_row + job.rows > from) yield* this.resultsOf(job, from);
    } finally {
      this.stopped.abort(new Error('The list is no longer read.'));
    }
  }

  /** The rows that failed as a whole, by their place in the list: when all results were read. */
  async *errors(): AsyncGenerator<ErrorEntry, void, undefined> {
    const calls = { ...this.calls, signal: this.options.signal };
    for (const { job_id, first_row, rows } of this.jobs) {
      let before = -1;
      for await (const entry of this.api.errors(job_id, calls)) {
        if (!isCount(fieldsOf(entry)['row'], before + 1, rows - 1))
          throw unexpected(`the errors of job ${job_id}`);
        before = entry.row;
        yield { ...entry, row: first_row + entry.row };
      }
    }
  }

  /** Submits no more, cancels what was submitted: started rows are delivered, others are `not_completed`. */
  async cancel(): Promise<void> {
    this.isCancelled = true;
    await Promise.all(this.state.jobs.map(({ job_id }) => this.api.cancel(job_id)));
  }

  /** The jobs that the list becomes, and the state that they begin with. Reads the list, sends nothing. */
  async plan(): Promise<ListPlan> {
    const jobs: PlannedJob[] = [];
    await this.load();
    for await (const part of this.parts()) {
      const idempotency_key = await idempotencyKeyOf(this.state.run, part, bodyOf(part, this.options));
      jobs.push({ first_row: part.firstRow, rows: part.rows.length, idempotency_key });
    }
    return { state: this.state, jobs };
  }

  /** How many rows need not be handed out again. */
  private async begin(): Promise<number> {
    await this.load();
    await this.options.state?.save(this.state);
    const first = this.options.from ?? this.state.read.row;
    this.told({ delivered: first });
    return first;
  }

  private async load(): Promise<void> {
    const { state = noState, run, rowsPerJob } = this.options;
    const loaded = await state.load();
    const kept = loaded === null ? null : savedState(loaded);
    if (kept !== null && (run === undefined || run === kept.run)) {
      this.state = kept;
      return;
    }
    const most_rows =
      rowsPerJob === undefined || rowsPerJob < EASILY_CUT_ROWS ? await this.mostRows() : rowsPerJob;
    this.state = {
      run: run ?? crypto.randomUUID(),
      rows_per_job: rowsPerJob ?? most_rows,
      most_rows,
      jobs: [],
      read: { row: 0, cursor: null },
    };
  }

  private async mostRows(): Promise<number> {
    const { body } = await this.http.call<Whoami>('/whoami', {}, this.calls);
    const most: unknown = fieldsOf(fieldsOf(body)['limits'])['max_rows_per_job'];
    if (!isCount(most, 1)) throw unexpected('no number of rows that the key may send');
    return Math.min(most, MAX_ROWS);
  }

  private parts(): AsyncGenerator<Part, void, undefined> {
    const { rows_per_job, most_rows } = this.state;
    // Without a choice a job has as many rows as the key may send.
    const isWrong = rows_per_job <= SMALL_JOB_ROWS && rows_per_job !== most_rows;
    const cut: Cut = {
      rowsPerJob: rows_per_job,
      mostRows: most_rows ?? rows_per_job,
      even: most_rows !== undefined,
      onSmallJobs: () => {
        if (isWrong) throw new SmallJobsError(rows_per_job);
        (this.options.onWarning ?? warn)(SMALL_KEY(most_rows ?? rows_per_job));
      },
    };
    return partsOf(this.rows, cut);
  }

  private async *submitted(): AsyncGenerator<ListJob, void, undefined> {
    let end = 0;
    for await (const part of this.parts()) {
      this.calls.signal?.throwIfAborted();
      const known = this.state.jobs.find(({ first_row }) => first_row === part.firstRow);
      if (this.isCancelled && known === undefined) return;
      const { rows } = this.state;
      if (known === undefined && rows !== undefined)
        throw new ListChangedError(this.state.jobs.at(-1), part.firstRow);
      const job = await this.jobOf(part, known);
      this.jobs.push(job);
      end = job.first_row + job.rows;
      this.told({ submitted: end });
      if (this.isCancelled) await this.api.cancel(job.job_id);
      yield job;
    }
    const missing = this.state.jobs.find(({ first_row }) => first_row >= end);
    if (missing !== undefined) throw new ListChangedError(missing);
    if (this.state.rows === undefined) await this.save({ rows: end });
  }

  private async jobOf(part: Part, known: ListJob | undefined): Promise<ListJob> {
    const body = bodyOf(part, this.options);
    const idempotencyKey = await idempotencyKeyOf(this.state.run, part, body);
    if (known === undefined) return this.submit(part, body, idempotencyKey);
    if (known.idempotency_key !== idempotencyKey) throw new ListChangedError(known);
    this.options.onJob?.({ ...known, replayed: true, warnings: [] });
    return known;
  }

  private async submit({ firstRow, rows }: Part, body: string, idempotencyKey: string): Promise<ListJob> {
    const posted = { method: 'POST', body, idempotencyKey, timeout: SUBMIT_TIMEOUT_MS } as const;
    const { body: accepted, replayed } = await this.http.call<Job>('/enrich/jobs', posted, this.calls);
    if (!isText(fieldsOf(accepted)['job_id'])) throw unexpected('a submission without a job_id');
    const job: ListJob = {
      job_id: accepted.job_id,
      first_row: firstRow,
      rows: rows.length,
      idempotency_key: idempotencyKey,
    };
    await this.save({ jobs: [...this.state.jobs, job] });
    this.options.onJob?.({
      ...job,
      replayed,
      warnings: Array.isArray(accepted.warnings) ? accepted.warnings : [],
    });
    return job;
  }

  private async *resultsOf(job: ListJob, from: number): AsyncGenerator<ListRow, void, undefined> {
    const onProgress = ({ counts }: Job): void => {
      if (!isCount(fieldsOf(counts)['processed'], 0, job.rows))
        throw unexpected(`the counts of job ${job.job_id}`);
      this.told({ processed: job.first_row + counts.processed });
    };
    this.ended.push(await this.api.wait(job.job_id, { ...this.calls, onProgress }));
    let { row, cursor } = this.beginningOf(job, from);
    for await (const page of this.api.resultPages(job.job_id, { ...this.calls, ...(cursor && { cursor }) })) {
      // Thrown before the first row too many: an endless job ends here.
      if (row + page.results.length > job.first_row + job.rows)
        throw incomplete(job, row + page.results.length - job.first_row);
      for (const result of page.results) {
        if (row >= from) yield { ...result, row, job_id: job.job_id, job_row: row - job.first_row };
        row += 1;
      }
      cursor = page.next_cursor;
      // Whoever asks for the next page has taken this one.
      this.told({ delivered: Math.max(row, this.progress.delivered) });
      await this.save({ read: { row, cursor } });
    }
    if (row !== job.first_row + job.rows) throw incomplete(job, row - job.first_row);
  }

  /** The page that reading has come to, where what is wanted is on it or behind it; else the job's first. */
  private beginningOf(job: ListJob, from: number): ListState['read'] {
    const { read } = this.state;
    const within = read.row > job.first_row && read.row < job.first_row + job.rows && read.row <= from;
    return within ? read : { row: job.first_row, cursor: null };
  }

  /** Jobs are submitted while pages are read: one save follows the other, each with the newest of both. */
  private save(change: Partial<ListState>): Promise<void> {
    this.state = { ...this.state, ...change };
    const { state = noState } = this.options;
    this.saved = this.saved.then(() => state.save(this.state));
    return this.saved;
  }

  private told(change: Partial<ListProgress>): void {
    this.progress = { ...this.progress, ...change };
    this.options.onProgress?.(this.progress);
  }
}
