/**
 * Sends a list with the client that customers use, and writes the results. A run can be interrupted at any
 * point and repeated: a repeated submission returns the same job, and reading is free.
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
import { AttemptItems, SendAttempt } from './send-attempt.js';
import { confirmCharges, type EnrichSettings } from './confirm-charges.js';
import { costOfJobs, highestCostText, type RunCost } from './cost.js';
import { writeStoredRuns, readStoredRuns, type StoredRun } from './stored-runs.js';
import { checkList, findSameCompanies, type SameCompanies } from './read-list.js';
import { type ResultFile, writeAnswers } from './result-file.js';

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
  /** The counts of the sent rows, by their last attempt. `site_unreachable` counts the first attempt. */
  readonly counts: Job['counts'];
  /** The number of company numbers that were mended before they were sent. */
  readonly mended_numbers: number;
  /** The cost of all jobs, also of those charged earlier; null where the service couldn't say it. */
  readonly cost: RunCost | null;
}

export class ListEnricher {
  /** The accepted jobs by their ids, in the order of their first acceptance. */
  private readonly acceptedJobs = new Map<string, AcceptedJob>();

  constructor(
    private readonly client: CompanyData,
    private readonly out: Output,
    private readonly files: { readonly results: ResultFile; readonly errors: ResultFile },
    private readonly questions: Questions | null,
  ) {}

  /** Tells whether the service has accepted a job. */
  get hasSubmitted(): boolean {
    return this.acceptedJobs.size > 0;
  }

  async run(settings: EnrichSettings): Promise<EnrichSummary> {
    const { rowCount, columnsSentence, warnings, mendedCount } = await checkList(settings);
    for (const sentence of warnings) this.out.message(sentence);
    const sameCompanies = await findSameCompanies(settings);
    const firstRowByRow = settings.dedupe ? sameCompanies.firstRowByRow : new Map<number, number>();
    const firstAttempt = new SendAttempt(settings.runLabel, settings, (row) => !firstRowByRow.has(row));
    const storedRun = await this.plan(settings, firstAttempt, { columnsSentence, sameCompanies });
    const firstRowNumber = firstRowNumberOf(storedRun);
    if (firstRowNumber === 1)
      this.out.message('An earlier version began this run: its rows are numbered from 1.');
    if (rowCount > MAX_SMALL_JOB_ROWS && rowCount - firstRowByRow.size <= MAX_SMALL_JOB_ROWS)
      this.out.message(SMALL_JOB_TEXT);
    const progress = this.out.progress('Enriching', rowCount);
    const submit = (attempt: SendAttempt): ListRun => this.submit(settings, attempt, storedRun, progress);
    const rowMapping = { firstRowByRow, firstRowNumber };
    try {
      const attempts = await this.findAttempts(settings, firstAttempt, storedRun, submit);
      const listRuns = attempts.map((attempt) => ({ attempt, listRun: submit(attempt) }));
      const results = listRuns.map(({ attempt, listRun }) => new AttemptItems(attempt, listRun));
      await writeAnswers(this.files.results, settings, results, rowMapping);
      // Each attempt after the first has the rows that failed in the attempt before.
      const errors = listRuns
        .slice(-1)
        .map(({ attempt, listRun }) => new AttemptItems(attempt, listRun.errors()));
      await writeAnswers(this.files.errors, settings, errors, rowMapping);
      this.storeRun(settings, { ...storedRun, retries: attempts.length - 1, allResultsRead: true });
      const cost = await costOfJobs(this.client, [...this.acceptedJobs.keys()]);
      const endedJobs = listRuns.map(({ listRun }) => listRun.ended);
      const summary = summaryOf(rowCount, [...this.acceptedJobs.values()], endedJobs);
      return { ...summary, mended_numbers: mendedCount, cost };
    } finally {
      progress.stop();
    }
  }

  private submit(
    { blocks, options, patienceMs }: EnrichSettings,
    attempt: SendAttempt,
    storedRun: StoredRun,
    progress: Progress,
  ): ListRun {
    const { runLabel: run } = attempt;
    return this.client.jobs.submit(attempt.rows(), {
      ...{ blocks, options, patience: patienceMs, run, state: readOnlyStore(listStateOf(run, storedRun)) },
      onJob: (job) =>
        this.addAccepted(
          { ...job, first_row: attempt.listRowOf(job.first_row) },
          firstRowNumberOf(storedRun),
        ),
      onProgress: ({ processed }) => progress.update(processed),
      // The plan has shown the warnings already.
      onWarning: () => undefined,
    });
  }

  /**
   * Returns the attempts of this run: the list, then each retry of failed rows. `--only-failed` adds a retry,
   * or continues an unfinished one.
   */
  private async findAttempts(
    settings: EnrichSettings,
    firstAttempt: SendAttempt,
    storedRun: StoredRun,
    submit: (attempt: SendAttempt) => ListRun,
  ): Promise<readonly SendAttempt[]> {
    const { retries = 0, allResultsRead = true } = storedRun;
    const endedRetries = allResultsRead ? retries : retries - 1;
    const attempts = [firstAttempt];
    for (let retry = 1; retry <= (settings.onlyFailed ? endedRetries + 1 : endedRetries); retry += 1) {
      const lastAttempt = attempts.at(-1) ?? firstAttempt;
      const failedRows = await readFailedRows(lastAttempt, submit(lastAttempt));
      if (failedRows.size === 0) {
        this.out.message('No row failed, so none is asked for again.');
        return attempts;
      }
      if (retry > endedRetries) {
        const maxCost = await highestCostText(this.client, settings.blocks, failedRows.size);
        this.out.message(
          `${countText(failedRows.size, 'row')} failed and are asked for again: at most ${maxCost}.`,
        );
        if (failedRows.size <= MAX_SMALL_JOB_ROWS) this.out.message(SMALL_JOB_TEXT);
        this.storeRun(settings, { ...storedRun, retries: retry, allResultsRead: false });
      }
      const runLabel = `${settings.runLabel}\0failed ${retry}`;
      attempts.push(new SendAttempt(runLabel, settings, (row) => failedRows.has(row)));
    }
    return attempts;
  }

  private addAccepted(job: AcceptedJob, firstRowNumber: number): void {
    if (this.acceptedJobs.has(job.job_id)) return;
    this.acceptedJobs.set(job.job_id, job);
    const state = job.replayed ? 'accepted earlier and continued' : 'accepted';
    const rows = `${countText(job.rows, 'row')} from row ${job.first_row + firstRowNumber} on`;
    this.out.message(`Job ${job.job_id}: ${rows}, ${state}.`);
    for (const { detail, code } of job.warnings) this.out.message(`Warning: ${detail ?? code}`);
  }

  /**
   * Plans the jobs of the list. A known run is split as before, even if the key's limits have changed.
   * @throws WrongRequest where rows would be charged again without consent, or where the earlier run of
   *   `--only-failed` is missing or unfinished
   */
  private async plan(
    settings: EnrichSettings,
    attempt: SendAttempt,
    { columnsSentence, sameCompanies }: { columnsSentence: string; sameCompanies: SameCompanies },
  ): Promise<StoredRun> {
    const { blocks, options, runLabel, rowsPerJob, planFile } = settings;
    const maxRows = await this.readMaxRows();
    this.out.message(columnsSentence);
    const earlierRuns = readStoredRuns(planFile, runLabel);
    const earlierRun = earlierRuns?.[runLabel];
    const continuesEarlierRun =
      earlierRun !== undefined &&
      (earlierRun.keys === null || rowsPerJob === null || rowsPerJob === earlierRun.rowsPerJobOption);
    const plan = await this.client.jobs.plan(attempt.rows(), {
      ...{ blocks, options, run: runLabel },
      ...(continuesEarlierRun ? { state: readOnlyStore(listStateOf(runLabel, earlierRun)) } : {}),
      ...(rowsPerJob !== null && rowsPerJob < maxRows ? { rowsPerJob } : {}),
      onWarning: (sentence) => this.out.message(sentence),
    });
    const knownKeys = earlierRun?.keys ?? [];
    const hasNewJobs = plan.jobs.some((job) => !knownKeys.includes(job.idempotency_key));
    const { retries, allResultsRead } = hasNewJobs ? UNREAD_RESULTS : (earlierRun ?? {});
    if (settings.onlyFailed && hasNewJobs) throw noEarlierRunError(settings.out);
    if (settings.onlyFailed && retries === 0 && allResultsRead === false) throw unfinishedRunError();
    await confirmCharges(this.client, this.out, {
      ...{ settings, plan, sameCompanies, earlierRuns },
      questions: this.questions,
    });
    const { rows_per_job, most_rows } = plan.state;
    const keys = new Set([...knownKeys, ...plan.jobs.map((job) => job.idempotency_key)]);
    const storedRun: StoredRun = {
      rowsPerJobOption: continuesEarlierRun ? earlierRun.rowsPerJobOption : rowsPerJob,
      rows_per_job,
      ...(most_rows === undefined ? {} : { most_rows }),
      keys: [...keys],
      ...(retries === undefined ? {} : { retries, allResultsRead: allResultsRead ?? false }),
    };
    this.storeRun(settings, storedRun);
    return storedRun;
  }

  private storeRun({ planFile, runLabel }: EnrichSettings, storedRun: StoredRun): void {
    writeStoredRuns(planFile, { ...readStoredRuns(planFile, runLabel), [runLabel]: storedRun });
  }

  /** Returns the maximum rows of one job of this key. @throws WrongRequest where the key lacks a scope */
  private async readMaxRows(): Promise<number> {
    const { scopes, limits } = await this.client.whoami({ overnight: true });
    const missing = (['read', 'enrich'] as const).filter((scope) => !scopes.includes(scope));
    if (missing.length > 0)
      throw new WrongRequest('missing_scope', `This key lacks the scope ${missing.join(' and ')}.`);
    return limits.max_rows_per_job;
  }
}

/** Reads an attempt to its end. Returns the list's rows that failed in it. */
async function readFailedRows(attempt: SendAttempt, listRun: ListRun): Promise<ReadonlySet<number>> {
  for await (const row of listRun) void row;
  const failedListRows = new Set<number>();
  for await (const { row } of listRun.errors()) failedListRows.add(attempt.listRowOf(row));
  return failedListRows;
}

/** A job of at most this many rows asks live sources (Contract 10.1). */
const MAX_SMALL_JOB_ROWS = 10;
const SMALL_JOB_TEXT =
  'A job of ten rows or fewer asks live sources too, so these rows may be answered differently.';

const noEarlierRunError = (out: string): WrongRequest =>
  new WrongRequest(
    'no_earlier_run',
    `--only-failed asks again for what failed in the run that ${out} was made of, with the same list, blocks, options and --run. There is no such run: leave --only-failed out. If you have mended rows, put them into a list of their own.`,
  );

/** The results of the list were not read to their end, so the failed rows are unknown. */
const UNREAD_RESULTS = { retries: 0, allResultsRead: false } as const;

const unfinishedRunError = (): WrongRequest =>
  new WrongRequest(
    'unfinished_run',
    'That run broke off, so rows of it may not have been sent. Nothing was sent: leave --only-failed out once, which continues the run; then ask for what failed.',
  );

/** A run that an earlier version began keeps that version's numbers, from 1. */
const firstRowNumberOf = ({ most_rows }: StoredRun): 0 | 1 => (most_rows === undefined ? 1 : 0);

const listStateOf = (run: string, { rows_per_job, most_rows }: StoredRun): ListState => ({
  ...{ run, rows_per_job, jobs: [], read: { row: 0, cursor: null } },
  ...(most_rows === undefined ? {} : { most_rows }),
});

/** Makes a store that saves nothing: results are read from the start each time. */
const readOnlyStore = (state: ListState): StateStore => ({
  load: () => Promise.resolve(state),
  save: () => Promise.resolve(),
});

/** @param jobsByAttempt the ended jobs of each attempt; a later attempt has the rows that failed before */
function summaryOf(
  rowCount: number,
  acceptedJobs: readonly AcceptedJob[],
  jobsByAttempt: readonly (readonly Job[])[],
): Omit<EnrichSummary, 'cost' | 'mended_numbers'> {
  const endedJobs = new Map(jobsByAttempt.flat().map((job) => [job.job_id, job.status]));
  const jobs = acceptedJobs.map(({ job_id, first_row, rows: jobRows, replayed }) => ({
    ...{ job_id, status: endedJobs.get(job_id) ?? 'unknown' },
    ...{ first_row, rows: jobRows, replayed },
  }));
  const totalOf = (ofJobs: readonly Job[], name: keyof EnrichSummary['counts']): number =>
    ofJobs.reduce((sum, { counts }) => sum + counts[name], 0);
  const [firstJobs = [], lastJobs = []] = [jobsByAttempt[0], jobsByAttempt.at(-1)];
  const counts = {
    total: totalOf(firstJobs, 'total'),
    processed: totalOf(firstJobs, 'processed'),
    succeeded: totalOf(jobsByAttempt.flat(), 'succeeded'),
    not_found: totalOf(lastJobs, 'not_found'),
    failed: totalOf(lastJobs, 'failed'),
    site_unreachable: totalOf(firstJobs, 'site_unreachable'),
  };
  return { rows: rowCount, jobs, counts };
}
