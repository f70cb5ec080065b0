/**
 * Sends a list by the client that customers have, and writes what came back. Everything can be cut off at any point and be
 * done again: a submission that the service has seen answers with the job that it was given then, and reading is free.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AcceptedJob, CompanyData, Job, Options } from '../../../packages/client/src/index.js';
import { WrongRequest } from '../../operator/refusal.js';
import type { BlockKey } from '../../shared/block-key.js';
import { counted } from '../../shared/text/words.js';
import type { Output } from '../output.js';
import { countRows, rowsOf, type ListFile } from './list.js';
import type { ResultFile } from './result-file.js';
import { shortNumbers } from './short-numbers.js';

const COUNTS = ['total', 'processed', 'succeeded', 'not_found', 'failed', 'site_unreachable'] as const;

export interface EnrichSettings extends ListFile {
  readonly blocks: readonly BlockKey[];
  readonly options: Options | undefined;
  /** A different word makes a different run of the same list, which is billed again. */
  readonly run: string;
  /** Rows of one job, at most; null: as many as the key may send. */
  readonly rowsPerJob: number | null;
  /** Where the size of the parts is kept until all is done. */
  readonly planFile: string;
  /** Milliseconds. */
  readonly patience: number;
}

export interface Enriched {
  readonly rows: number;
  readonly jobs: readonly { job_id: string; status: string; rows: number; replayed: boolean }[];
  readonly counts: Readonly<Record<(typeof COUNTS)[number], number>>;
}

export class ListEnricher {
  /** In the order of the list. */
  private readonly accepted: AcceptedJob[] = [];

  constructor(
    private readonly client: CompanyData,
    private readonly out: Output,
    private readonly files: { readonly results: ResultFile; readonly errors: ResultFile },
  ) {}

  /** Whether the service has accepted anything. */
  get hasSubmitted(): boolean {
    return this.accepted.length > 0;
  }

  async run(settings: EnrichSettings): Promise<Enriched> {
    const { rows, short } = await countRows(settings);
    if (short > 0) this.out.message(shortNumbers(short, settings.padNumbers));
    const rowsPerJob = await this.plan(settings);
    const progress = this.out.progress('Enriching', rows);
    const { blocks, options, run, patience } = settings;
    const list = this.client.jobs.submit(rowsOf(settings), {
      ...{ blocks, options, run, rowsPerJob, patience },
      onJob: (job) => this.accept(job),
      onProgress: ({ processed }) => progress.update(processed),
    });
    try {
      for await (const { row, ...result } of list)
        await this.files.results.write({ row: row + 1, ...result });
      for await (const entry of list.errors())
        await this.files.errors.write({ ...entry, row: entry.row + 1 });
    } finally {
      progress.stop();
    }
    rmSync(settings.planFile, { force: true });
    return summary(rows, this.accepted, list.ended);
  }

  private accept(job: AcceptedJob): void {
    this.accepted.push(job);
    const what = job.replayed ? 'was accepted earlier and is taken up again' : 'accepted';
    this.out.message(`Job ${job.job_id}: ${counted(job.rows, 'row')}, ${what}.`);
    for (const { detail, code } of job.warnings) this.out.message(`Warning: ${detail ?? code}`);
  }

  /**
   * A run that goes on after a break must cut the list as the first one did, whatever the key may send by now. Nothing
   * else is kept: a list that was changed is another list, and no refusal.
   */
  private async plan({ planFile, rowsPerJob }: EnrichSettings): Promise<number> {
    const { scopes, limits } = await this.client.whoami({ overnight: true });
    const missing = (['read', 'enrich'] as const).filter((scope) => !scopes.includes(scope));
    if (missing.length > 0)
      throw new WrongRequest('missing_scope', `This key lacks the scope ${missing.join(' and ')}.`);
    const planned = plannedRows(planFile) ?? Math.min(rowsPerJob ?? Infinity, limits.max_rows_per_job);
    const draft = `${planFile}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ rows_per_job: planned }), { flush: true });
    renameSync(draft, planFile);
    return planned;
  }
}

function plannedRows(planFile: string): number | null {
  if (!existsSync(planFile)) return null;
  // Written by `plan` above; a file of another origin has no such number and is not followed.
  const plan = JSON.parse(readFileSync(planFile, 'utf8')) as { rows_per_job?: unknown };
  return typeof plan.rows_per_job === 'number' ? plan.rows_per_job : null;
}

function summary(rows: number, accepted: readonly AcceptedJob[], ended: readonly Job[]): Enriched {
  const jobs = accepted.map(({ job_id, rows: asked, replayed }, index) => ({
    job_id,
    status: ended[index]?.status ?? 'unknown',
    rows: asked,
    replayed,
  }));
  const total = (name: keyof Enriched['counts']): number =>
    ended.reduce((sum, { counts }) => sum + counts[name], 0);
  const counts = Object.fromEntries(COUNTS.map((name) => [name, total(name)])) as Enriched['counts'];
  return { rows, jobs, counts };
}
