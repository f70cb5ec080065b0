/**
 * Sends a list by the client that customers have, and writes what came back. Everything can be cut off at any point and be
 * done again: a submission that the service has seen answers with the job that it was given then, and reading is free.
 */
import type {
  AcceptedJob,
  CompanyData,
  Job,
  ListPlan,
  ListState,
  StateStore,
} from '../../../packages/client/src/index.js';
import { WrongRequest } from '../../operator/refusal.js';
import { countText } from '../../shared/text/formats.js';
import type { Questions } from '../install/questions.js';
import type { Output } from '../output.js';
import { beforeSending } from './before-sending.js';
import { costOf, type Cost } from './cost.js';
import { keepRuns, keptRuns, type KeptRun } from './kept-plan.js';
import type { EnrichSettings } from './enrich-settings.js';
import { countRows, ListReader, rowsOf } from './list.js';
import type { ResultFile } from './result-file.js';
import { shortNumbers } from './short-numbers.js';

const COUNTS = ['total', 'processed', 'succeeded', 'not_found', 'failed', 'site_unreachable'] as const;

export interface Enriched {
  readonly rows: number;
  /** `first_row`: of the job, in the list, from 0. */
  readonly jobs: readonly {
    job_id: string;
    status: string;
    first_row: number;
    rows: number;
    replayed: boolean;
  }[];
  readonly counts: Readonly<Record<(typeof COUNTS)[number], number>>;
  /** Of all its jobs, whenever they were charged; null where the service couldn't say it. */
  readonly cost: Cost | null;
}

export class ListEnricher {
  /** In the order of the list. */
  private readonly accepted: AcceptedJob[] = [];

  constructor(
    private readonly client: CompanyData,
    private readonly out: Output,
    private readonly files: { readonly results: ResultFile; readonly errors: ResultFile },
    private readonly questions: Questions | null,
  ) {}

  /** Whether the service has accepted anything. */
  get hasSubmitted(): boolean {
    return this.accepted.length > 0;
  }

  async run(settings: EnrichSettings): Promise<Enriched> {
    const { rows, short } = await countRows(settings);
    if (short > 0) this.out.message(shortNumbers(short, settings.padNumbers));
    const { state } = await this.plan(settings);
    // An earlier version numbered from 1, and its run keeps its numbers.
    const first = state.most_rows === undefined ? 1 : 0;
    if (first === 1) this.out.message('An earlier version began this run: its rows are numbered from 1.');
    const progress = this.out.progress('Enriching', rows);
    const { blocks, options, run, patience } = settings;
    const list = this.client.jobs.submit(rowsOf(settings), {
      ...{ blocks, options, run, patience, state: loading(state) },
      onJob: (job) => this.accept(job),
      onProgress: ({ processed }) => progress.update(processed),
      // Told when the list was planned.
      onWarning: () => undefined,
    });
    try {
      await this.write(this.files.results, settings, list, first);
      await this.write(this.files.errors, settings, list.errors(), first);
    } finally {
      progress.stop();
    }
    const cost = await costOf(
      this.client,
      this.accepted.map(({ job_id }) => job_id),
    );
    return { ...summary(rows, this.accepted, list.ended), cost };
  }

  /** Beside each item stand its line and, unless they are not wanted, the cells of the list. */
  private async write(
    file: ResultFile,
    settings: EnrichSettings,
    items: AsyncIterable<{ readonly row: number }>,
    first: number,
  ): Promise<void> {
    const list = new ListReader(settings);
    try {
      const headings = await list.headings();
      if (!settings.onlyResults) file.takeColumns(headings);
      for await (const { row, ...item } of items) {
        const { line, cells } = await list.at(row);
        await file.write({ row: row + first, line, ...item }, cells);
      }
    } finally {
      await list.close();
    }
  }

  private accept(job: AcceptedJob): void {
    this.accepted.push(job);
    const what = job.replayed ? 'was accepted earlier and is taken up again' : 'accepted';
    this.out.message(`Job ${job.job_id}: ${countText(job.rows, 'row')}, ${what}.`);
    for (const { detail, code } of job.warnings) this.out.message(`Warning: ${detail ?? code}`);
  }

  /** Which jobs the list becomes. A run that is known is cut as it was, whatever the key may send by now. */
  private async plan(settings: EnrichSettings): Promise<ListPlan> {
    const { blocks, options, run, rowsPerJob, planFile } = settings;
    const most = await this.mostRows();
    const kept = keptRuns(planFile, run);
    const before = kept?.[run];
    const goesOn =
      before !== undefined && (before.keys === null || rowsPerJob === null || rowsPerJob === before.asked);
    const plan = await this.client.jobs.plan(rowsOf(settings), {
      ...{ blocks, options, run },
      ...(goesOn ? { state: loading(stateOf(run, before)) } : {}),
      ...(rowsPerJob !== null && rowsPerJob < most ? { rowsPerJob } : {}),
      onWarning: (sentence) => this.out.message(sentence),
    });
    await beforeSending(this.client, this.out, { settings, plan, kept, questions: this.questions });
    const { rows_per_job, most_rows } = plan.state;
    const keys = new Set([...(before?.keys ?? []), ...plan.jobs.map((job) => job.idempotency_key)]);
    const cut = { rows_per_job, ...(most_rows === undefined ? {} : { most_rows }), keys: [...keys] };
    keepRuns(planFile, { ...kept, [run]: { asked: goesOn ? before.asked : rowsPerJob, ...cut } });
    return plan;
  }

  /** In one job of this key. */
  private async mostRows(): Promise<number> {
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

/** Results are read anew each time: nothing of the reading is kept. */
const loading = (state: ListState): StateStore => ({
  load: () => Promise.resolve(state),
  save: () => Promise.resolve(),
});

function summary(
  rows: number,
  accepted: readonly AcceptedJob[],
  ended: readonly Job[],
): Omit<Enriched, 'cost'> {
  const jobs = accepted.map(({ job_id, first_row, rows: asked, replayed }, index) => ({
    job_id,
    status: ended[index]?.status ?? 'unknown',
    first_row,
    rows: asked,
    replayed,
  }));
  const total = (name: keyof Enriched['counts']): number =>
    ended.reduce((sum, { counts }) => sum + counts[name], 0);
  const counts = Object.fromEntries(COUNTS.map((name) => [name, total(name)])) as Enriched['counts'];
  return { rows, jobs, counts };
}
