/**
 * Sends a list with the customers' client and writes the results. It can be interrupted and repeated at any
 * point: a repeated submission returns the same job, and reading is free.
 */
import type {
  AcceptedJob,
  CompanyData,
  Job,
  ListPlan,
  ListState,
  StateStore,
} from '../../../packages/client/src/index.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { countText } from '../../../packages/words/src/text/formats.js';
import type { Questions } from '../install/questions.js';
import type { Output } from '../output.js';
import { confirmCharges, type EnrichSettings } from './before-sending.js';
import { costOfJobs, type RunCost } from './cost.js';
import { keepRuns, keptRuns, type KeptRun } from './kept-plan.js';
import { countRows, ListReader, rowsToSubmit } from './list.js';
import type { ResultFile } from './result-file.js';

const COUNTS = ['total', 'processed', 'succeeded', 'not_found', 'failed', 'site_unreachable'] as const;

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
  readonly counts: Readonly<Record<(typeof COUNTS)[number], number>>;
  /** Company numbers that were sent otherwise than they stand in the list. */
  readonly mended_numbers: number;
  /** The cost of all jobs, also of those charged earlier; null where the service couldn't say it. */
  readonly cost: RunCost | null;
}

export class ListEnricher {
  /** The accepted jobs in the order of the list. */
  private readonly accepted: AcceptedJob[] = [];

  constructor(
    private readonly client: CompanyData,
    private readonly out: Output,
    private readonly files: { readonly results: ResultFile; readonly errors: ResultFile },
    private readonly questions: Questions | null,
  ) {}

  /** Tells whether the service has accepted a job. */
  get hasSubmitted(): boolean {
    return this.accepted.length > 0;
  }

  async run(settings: EnrichSettings): Promise<EnrichSummary> {
    const { rows, columns, numbers, mended } = await countRows(settings);
    for (const sentence of numbers) this.out.message(sentence);
    const { state } = await this.plan(settings, columns);
    // A run that an earlier version began keeps that version's numbers, from 1.
    const firstRowNumber = state.most_rows === undefined ? 1 : 0;
    if (firstRowNumber === 1)
      this.out.message('An earlier version began this run: its rows are numbered from 1.');
    const progress = this.out.progress('Enriching', rows);
    const { blocks, options, run, patience } = settings;
    const list = this.client.jobs.submit(rowsToSubmit(settings), {
      ...{ blocks, options, run, patience, state: stateStore(state) },
      onJob: (job) => this.addAccepted(job),
      onProgress: ({ processed }) => progress.update(processed),
      // The plan has shown the warnings already.
      onWarning: () => undefined,
    });
    try {
      await this.write(this.files.results, settings, list, firstRowNumber);
      await this.write(this.files.errors, settings, list.errors(), firstRowNumber);
    } finally {
      progress.stop();
    }
    const cost = await costOfJobs(
      this.client,
      this.accepted.map(({ job_id }) => job_id),
    );
    return { ...summary(rows, this.accepted, list.ended), mended_numbers: mended, cost };
  }

  /** Writes each item with its line number and, unless `onlyResults`, the cells of the list. */
  private async write(
    file: ResultFile,
    settings: EnrichSettings,
    items: AsyncIterable<{ readonly row: number }>,
    firstRowNumber: number,
  ): Promise<void> {
    const list = new ListReader(settings);
    try {
      const headings = await list.headings();
      if (!settings.onlyResults) file.setColumns(headings);
      for await (const { row, ...item } of items) {
        const { line, cells } = await list.readRow(row);
        await file.write({ row: row + firstRowNumber, line, ...item }, cells);
      }
    } finally {
      await list.close();
    }
  }

  private addAccepted(job: AcceptedJob): void {
    this.accepted.push(job);
    const state = job.replayed ? 'accepted earlier and continued' : 'accepted';
    this.out.message(`Job ${job.job_id}: ${countText(job.rows, 'row')}, ${state}.`);
    for (const { detail, code } of job.warnings) this.out.message(`Warning: ${detail ?? code}`);
  }

  /** Plans the jobs of the list. A known run is split as before, even if the key's limits have changed. */
  private async plan(settings: EnrichSettings, columns: string): Promise<ListPlan> {
    const { blocks, options, run, rowsPerJob, planFile } = settings;
    const maxRows = await this.maxRows();
    this.out.message(columns);
    const earlierRuns = keptRuns(planFile, run);
    const earlierRun = earlierRuns?.[run];
    const continues =
      earlierRun !== undefined &&
      (earlierRun.keys === null || rowsPerJob === null || rowsPerJob === earlierRun.asked);
    const plan = await this.client.jobs.plan(rowsToSubmit(settings), {
      ...{ blocks, options, run },
      ...(continues ? { state: stateStore(stateOf(run, earlierRun)) } : {}),
      ...(rowsPerJob !== null && rowsPerJob < maxRows ? { rowsPerJob } : {}),
      onWarning: (sentence) => this.out.message(sentence),
    });
    await confirmCharges(this.client, this.out, {
      settings,
      plan,
      earlierRuns,
      questions: this.questions,
    });
    const { rows_per_job, most_rows } = plan.state;
    const keys = new Set([...(earlierRun?.keys ?? []), ...plan.jobs.map((job) => job.idempotency_key)]);
    const split = { rows_per_job, ...(most_rows === undefined ? {} : { most_rows }), keys: [...keys] };
    keepRuns(planFile, {
      ...earlierRuns,
      [run]: { asked: continues ? earlierRun.asked : rowsPerJob, ...split },
    });
    return plan;
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

const stateOf = (run: string, { rows_per_job, most_rows }: KeptRun): ListState => ({
  ...{ run, rows_per_job, jobs: [], read: { row: 0, cursor: null } },
  ...(most_rows === undefined ? {} : { most_rows }),
});

/** Makes a store that saves nothing: results are read from the start each time. */
const stateStore = (state: ListState): StateStore => ({
  load: () => Promise.resolve(state),
  save: () => Promise.resolve(),
});

function summary(
  rows: number,
  accepted: readonly AcceptedJob[],
  ended: readonly Job[],
): Omit<EnrichSummary, 'cost' | 'mended_numbers'> {
  const jobs = accepted.map(({ job_id, first_row, rows: jobRows, replayed }, index) => ({
    job_id,
    status: ended[index]?.status ?? 'unknown',
    first_row,
    rows: jobRows,
    replayed,
  }));
  const total = (name: keyof EnrichSummary['counts']): number =>
    ended.reduce((sum, { counts }) => sum + counts[name], 0);
  const counts = Object.fromEntries(COUNTS.map((name) => [name, total(name)])) as EnrichSummary['counts'];
  return { rows, jobs, counts };
}
