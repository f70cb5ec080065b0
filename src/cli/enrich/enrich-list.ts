/**
 * Sends a list with the customers' client and writes the results. It can be interrupted and repeated at any
 * point: a repeated submission returns the same job, and reading is free.
 */
import type {
  AcceptedJob,
  CompanyData,
  Job,
  ListRun,
  ListState,
  StateStore,
} from '../../../packages/client/src/index.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { countText } from '../../../packages/words/src/text/formats.js';
import type { Questions } from '../install/questions.js';
import type { Output, Progress } from '../output.js';
import { Answers, Asking } from './asking.js';
import { confirmCharges, type EnrichSettings } from './before-sending.js';
import { costOfJobs, highestCostText, type RunCost } from './cost.js';
import { keepRuns, keptRuns, type KeptRun } from './kept-plan.js';
import { countRows } from './list.js';
import type { ResultFile } from './result-file.js';
import { findSameCompanies, type SameCompanies } from './same-company.js';
import { writeAnswers } from './write-answers.js';

export interface EnrichSummary {
  readonly rows: number;
  /** `first_row`: the list's row with which the job begins, from 0. */
  readonly jobs: readonly {
    job_id: string;
    status: string;
    first_row: number;
    rows: number;
    replayed: boolean;
  }[];
  /** The counts of the rows that were sent, by their last asking. `site_unreachable` is of the first. */
  readonly counts: Job['counts'];
  /** Company numbers that were sent otherwise than they stand in the list. */
  readonly mended_numbers: number;
  /** The cost of all jobs, also of those charged earlier; null where the service couldn't say it. */
  readonly cost: RunCost | null;
}

export class ListEnricher {
  /** The accepted jobs by their ids, in the order of their first acceptance. */
  private readonly accepted = new Map<string, AcceptedJob>();

  constructor(
    private readonly client: CompanyData,
    private readonly out: Output,
    private readonly files: { readonly results: ResultFile; readonly errors: ResultFile },
    private readonly questions: Questions | null,
  ) {}

  /** Tells whether the service has accepted a job. */
  get hasSubmitted(): boolean {
    return this.accepted.size > 0;
  }

  async run(settings: EnrichSettings): Promise<EnrichSummary> {
    const { rows, columns, numbers, mended } = await countRows(settings);
    for (const sentence of numbers) this.out.message(sentence);
    const same = await findSameCompanies(settings);
    const firstOf = settings.dedupe ? same.firstOf : new Map<number, number>();
    const first = new Asking(settings.run, settings, (row) => !firstOf.has(row));
    const kept = await this.plan(settings, first, { columns, same });
    // A run that an earlier version began keeps that version's numbers, from 1.
    const firstRowNumber = kept.most_rows === undefined ? 1 : 0;
    if (firstRowNumber === 1)
      this.out.message('An earlier version began this run: its rows are numbered from 1.');
    if (rows > SMALL_JOB_ROWS && rows - firstOf.size <= SMALL_JOB_ROWS) this.out.message(SMALL_JOB);
    const progress = this.out.progress('Enriching', rows);
    const submit = (asking: Asking): ListRun => this.submit(settings, asking, kept, progress);
    const written = { firstOf, firstRowNumber };
    try {
      const askings = await this.askings(settings, first, kept, submit);
      const lists = askings.map((asking) => ({ asking, list: submit(asking) }));
      const results = lists.map(({ asking, list }) => new Answers(asking, list));
      await writeAnswers(this.files.results, settings, results, written);
      // Each asking but the first has the rows that failed in the one before.
      const errors = lists.slice(-1).map(({ asking, list }) => new Answers(asking, list.errors()));
      await writeAnswers(this.files.errors, settings, errors, written);
      this.keep(settings, { ...kept, retries: askings.length - 1, retried: true });
      const cost = await costOfJobs(this.client, [...this.accepted.keys()]);
      const ended = lists.map(({ list }) => list.ended);
      return { ...summary(rows, [...this.accepted.values()], ended), mended_numbers: mended, cost };
    } finally {
      progress.stop();
    }
  }

  private submit(
    { blocks, options, patience }: EnrichSettings,
    asking: Asking,
    kept: KeptRun,
    progress: Progress,
  ): ListRun {
    return this.client.jobs.submit(asking.rows(), {
      ...{ blocks, options, patience, run: asking.run, state: stateStore(stateOf(asking.run, kept)) },
      onJob: (job) => this.addAccepted({ ...job, first_row: asking.placeOf(job.first_row) }),
      onProgress: ({ processed }) => progress.update(processed),
      // The plan has shown the warnings already.
      onWarning: () => undefined,
    });
  }

  /**
   * Returns the askings of this run: the list, then what failed, as often as it was asked for again. With
   * `--only-failed` there is one more, or the one that was broken off.
   */
  private async askings(
    settings: EnrichSettings,
    first: Asking,
    kept: KeptRun,
    submit: (asking: Asking) => ListRun,
  ): Promise<readonly Asking[]> {
    const { retries = 0, retried = true } = kept;
    const ended = retried ? retries : retries - 1;
    const askings = [first];
    for (let retry = 1; retry <= (settings.onlyFailed ? ended + 1 : ended); retry += 1) {
      const last = askings.at(-1) ?? first;
      const failed = await failedRows(last, submit(last));
      if (failed.size === 0) {
        this.out.message('No row failed, so none is asked for again.');
        return askings;
      }
      if (retry > ended) {
        const most = await highestCostText(this.client, settings.blocks, failed.size);
        this.out.message(`${countText(failed.size, 'row')} failed and are asked for again: at most ${most}.`);
        if (failed.size <= SMALL_JOB_ROWS) this.out.message(SMALL_JOB);
        this.keep(settings, { ...kept, retries: retry, retried: false });
      }
      askings.push(new Asking(`${settings.run}\0failed ${retry}`, settings, (row) => failed.has(row)));
    }
    return askings;
  }

  private addAccepted(job: AcceptedJob): void {
    if (this.accepted.has(job.job_id)) return;
    this.accepted.set(job.job_id, job);
    const state = job.replayed ? 'accepted earlier and continued' : 'accepted';
    this.out.message(`Job ${job.job_id}: ${countText(job.rows, 'row')}, ${state}.`);
    for (const { detail, code } of job.warnings) this.out.message(`Warning: ${detail ?? code}`);
  }

  /**
   * Plans the jobs of the list. A known run is split as before, even if the key's limits have changed.
   * @throws WrongRequest where rows would be charged again without consent, or `--only-failed` has no earlier
   *   run, or one that broke off
   */
  private async plan(
    settings: EnrichSettings,
    asking: Asking,
    { columns, same }: { columns: string; same: SameCompanies },
  ): Promise<KeptRun> {
    const { blocks, options, run, rowsPerJob, planFile } = settings;
    const maxRows = await this.maxRows();
    this.out.message(columns);
    const earlierRuns = keptRuns(planFile, run);
    const earlierRun = earlierRuns?.[run];
    const continues =
      earlierRun !== undefined &&
      (earlierRun.keys === null || rowsPerJob === null || rowsPerJob === earlierRun.asked);
    const plan = await this.client.jobs.plan(asking.rows(), {
      ...{ blocks, options, run },
      ...(continues ? { state: stateStore(stateOf(run, earlierRun)) } : {}),
      ...(rowsPerJob !== null && rowsPerJob < maxRows ? { rowsPerJob } : {}),
      onWarning: (sentence) => this.out.message(sentence),
    });
    const knownKeys = earlierRun?.keys ?? [];
    const changed = plan.jobs.some((job) => !knownKeys.includes(job.idempotency_key));
    const { retries, retried } = changed ? NOT_READ : (earlierRun ?? {});
    if (settings.onlyFailed && changed) throw noEarlierRun(settings.out);
    if (settings.onlyFailed && retries === 0 && retried === false) throw brokenOff();
    await confirmCharges(this.client, this.out, {
      ...{ settings, plan, same, earlierRuns },
      questions: this.questions,
    });
    const { rows_per_job, most_rows } = plan.state;
    const keys = new Set([...knownKeys, ...plan.jobs.map((job) => job.idempotency_key)]);
    const kept: KeptRun = {
      asked: continues ? earlierRun.asked : rowsPerJob,
      rows_per_job,
      ...(most_rows === undefined ? {} : { most_rows }),
      keys: [...keys],
      ...(retries === undefined ? {} : { retries, retried: retried ?? false }),
    };
    this.keep(settings, kept);
    return kept;
  }

  private keep({ planFile, run }: EnrichSettings, kept: KeptRun): void {
    keepRuns(planFile, { ...keptRuns(planFile, run), [run]: kept });
  }

  /** Returns the maximum rows of one job of this key. @throws WrongRequest where the key lacks a scope */
  private async maxRows(): Promise<number> {
    const { scopes, limits } = await this.client.whoami({ overnight: true });
    const missing = (['read', 'enrich'] as const).filter((scope) => !scopes.includes(scope));
    if (missing.length > 0)
      throw new WrongRequest('missing_scope', `This key lacks the scope ${missing.join(' and ')}.`);
    return limits.max_rows_per_job;
  }
}

/** Reads an asking to its end. Returns the list's rows that failed in it. */
async function failedRows(asking: Asking, list: ListRun): Promise<ReadonlySet<number>> {
  for await (const row of list) void row;
  const failed = new Set<number>();
  for await (const { row } of list.errors()) failed.add(asking.placeOf(row));
  return failed;
}

/** A job of at most so many rows asks live sources (Contract 10.1). */
const SMALL_JOB_ROWS = 10;
const SMALL_JOB =
  'A job of ten rows or fewer asks live sources too, so these rows may be answered differently.';

const noEarlierRun = (out: string): WrongRequest =>
  new WrongRequest(
    'no_earlier_run',
    `--only-failed asks again for what failed in the run that ${out} was made of, with the same list, blocks, options and --run. There is no such run: leave --only-failed out. If you have mended rows, put them into a list of their own.`,
  );

/** The list was not read to its end, so nobody knows yet what failed. */
const NOT_READ = { retries: 0, retried: false } as const;

const brokenOff = (): WrongRequest =>
  new WrongRequest(
    'unfinished_run',
    'That run broke off, so rows of it may not have been sent. Nothing was sent: leave --only-failed out once, which continues the run; then ask for what failed.',
  );

const stateOf = (run: string, { rows_per_job, most_rows }: KeptRun): ListState => ({
  ...{ run, rows_per_job, jobs: [], read: { row: 0, cursor: null } },
  ...(most_rows === undefined ? {} : { most_rows }),
});

/** Makes a store that saves nothing: results are read from the start each time. */
const stateStore = (state: ListState): StateStore => ({
  load: () => Promise.resolve(state),
  save: () => Promise.resolve(),
});

/** @param askings the ended jobs of each asking; each but the first has the rows that failed before */
function summary(
  rows: number,
  accepted: readonly AcceptedJob[],
  askings: readonly (readonly Job[])[],
): Omit<EnrichSummary, 'cost' | 'mended_numbers'> {
  const ended = new Map(askings.flat().map((job) => [job.job_id, job.status]));
  const jobs = accepted.map(({ job_id, first_row, rows: jobRows, replayed }) => ({
    ...{ job_id, status: ended.get(job_id) ?? 'unknown' },
    ...{ first_row, rows: jobRows, replayed },
  }));
  const totalOf = (list: readonly Job[], name: keyof EnrichSummary['counts']): number =>
    list.reduce((sum, { counts }) => sum + counts[name], 0);
  const [first = [], last = []] = [askings[0], askings.at(-1)];
  const counts = {
    total: totalOf(first, 'total'),
    processed: totalOf(first, 'processed'),
    succeeded: totalOf(askings.flat(), 'succeeded'),
    not_found: totalOf(last, 'not_found'),
    failed: totalOf(last, 'failed'),
    site_unreachable: totalOf(first, 'site_unreachable'),
  };
  return { rows, jobs, counts };
}
