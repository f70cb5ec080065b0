/**
 * Sends a list, follows its jobs and writes what came back. Everything can be cut off at any point and be done again:
 * a submission that the service has seen answers with the job that it was given then, and reading is free.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../../shared/json.js';
import { NotDone, WrongRequest } from '../../operator/refusal.js';
import type { Output, Progress } from '../output.js';
import type { ApiClient } from './api-client.js';
import { countRows, partsOf, type ListSettings, type Part } from './list.js';
import type { ResultFile } from './result-file.js';
import { shortNumbers } from './short-numbers.js';

/** What this client needs of a Job (Spec 3.4). */
interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly counts: Readonly<Record<CountName, number>>;
  readonly results_ready: boolean;
  readonly retry_after_ms?: number;
  readonly warnings?: readonly { readonly code: string; readonly detail?: string }[];
}

type CountName = 'total' | 'processed' | 'succeeded' | 'not_found' | 'failed' | 'site_unreachable';

interface Whoami {
  readonly scopes: readonly string[];
  readonly limits: { readonly max_rows_per_job: number };
}

export interface EnrichSettings extends ListSettings {
  /** Rows of one job, at most; null: as many as the key may send. */
  readonly rowsPerJob: number | null;
  /** Where the size of the parts is kept until all is done. */
  readonly planFile: string;
}

export interface Enriched {
  readonly rows: number;
  readonly jobs: readonly { job_id: string; status: string; rows: number; replayed: boolean }[];
  readonly counts: Readonly<Record<CountName, number>>;
}

interface Submitted {
  readonly job_id: string;
  readonly part: Pick<Part, 'firstRow'> & { readonly rows: number };
  readonly replayed: boolean;
}

const PAGE = 1_000;
const COUNTS: readonly CountName[] = [
  'total',
  'processed',
  'succeeded',
  'not_found',
  'failed',
  'site_unreachable',
];

export class ListEnricher {
  /** Whether the service has accepted anything. */
  hasSubmitted = false;

  constructor(
    private readonly client: ApiClient,
    private readonly out: Output,
    private readonly files: { readonly results: ResultFile; readonly errors: ResultFile },
  ) {}

  async run(settings: EnrichSettings): Promise<Enriched> {
    const { rows, short } = await countRows(settings);
    if (short > 0) this.out.message(shortNumbers(short, settings.padNumbers));
    const rowsPerPart = await this.plan(settings);
    const submitted = await this.submitAll(settings, rowsPerPart);
    const progress = this.out.progress('Enriching', rows);
    const ended: Job[] = [];
    try {
      for (const job of submitted) {
        ended.push(await this.follow(job, progress));
        await this.collect(job);
      }
    } finally {
      progress.stop();
    }
    rmSync(settings.planFile, { force: true });
    return summary(rows, submitted, ended);
  }

  /** A run that goes on after a break must cut the list as the first one did, whatever the key may send by now. */
  private async plan(settings: EnrichSettings): Promise<number> {
    const { body: caller } = await this.client.call<Whoami>('/whoami');
    const missing = ['read', 'enrich'].filter((scope) => !caller.scopes.includes(scope));
    if (missing.length > 0)
      throw new WrongRequest('missing_scope', `This key lacks the scope ${missing.join(' and ')}.`);
    const planned = plannedRows(settings.planFile);
    const rowsPerJob = planned ?? Math.min(settings.rowsPerJob ?? Infinity, caller.limits.max_rows_per_job);
    const draft = `${settings.planFile}.${process.pid}`;
    writeFileSync(draft, JSON.stringify({ rows_per_job: rowsPerJob }), { flush: true });
    renameSync(draft, settings.planFile);
    return rowsPerJob;
  }

  private async submitAll(settings: EnrichSettings, rowsPerPart: number): Promise<Submitted[]> {
    const submitted: Submitted[] = [];
    for await (const part of partsOf(settings, rowsPerPart)) {
      const request = { method: 'POST', body: part.body, idempotencyKey: part.idempotencyKey } as const;
      const { body: job, replayed } = await this.client.call<Job>('/enrich/jobs', request);
      this.hasSubmitted = true;
      const what = replayed ? 'was accepted earlier and is taken up again' : 'accepted';
      this.out.message(`Job ${job.job_id}: ${part.rows.length} rows, ${what}.`);
      for (const { detail, code } of job.warnings ?? []) this.out.message(`Warning: ${detail ?? code}`);
      submitted.push({
        job_id: job.job_id,
        part: { firstRow: part.firstRow, rows: part.rows.length },
        replayed,
      });
    }
    return submitted;
  }

  private async follow({ job_id, part }: Submitted, progress: Progress): Promise<Job> {
    for (;;) {
      const { body: job } = await this.client.call<Job>(`/enrich/jobs/${job_id}`);
      progress.update(part.firstRow + job.counts.processed);
      if (job.results_ready) return job;
      await pause(job.retry_after_ms ?? 1_000);
    }
  }

  private async collect({ job_id, part }: Submitted): Promise<void> {
    let row = part.firstRow;
    for await (const result of this.pages(`/enrich/jobs/${job_id}/results`, 'results')) {
      row += 1;
      await this.files.results.write({ row, ...result });
    }
    if (row - part.firstRow !== part.rows)
      throw new NotDone(
        'incomplete',
        `Job ${job_id} gave ${row - part.firstRow} results for ${part.rows} rows.`,
      );
    for await (const entry of this.pages(`/enrich/jobs/${job_id}/errors`, 'errors')) {
      await this.files.errors.write({ ...entry, row: part.firstRow + Number(entry['row']) + 1 });
    }
  }

  /** The next page is on its way while this one is written. */
  private async *pages(path: string, list: 'results' | 'errors'): AsyncGenerator<JsonObject> {
    let coming: Promise<Page> | undefined = this.page(path, '');
    while (coming !== undefined) {
      const page: Page = await coming;
      const { next_cursor: cursor } = page;
      coming = cursor === null ? undefined : this.page(path, `&cursor=${encodeURIComponent(cursor)}`);
      // Its failure is met when its turn comes.
      coming?.catch(() => undefined);
      yield* page[list] ?? [];
    }
  }

  private async page(path: string, at: string): Promise<Page> {
    return (await this.client.call<Page>(`${path}?limit=${PAGE}${at}`)).body;
  }
}

interface Page {
  readonly results?: readonly JsonObject[];
  readonly errors?: readonly JsonObject[];
  readonly next_cursor: string | null;
}

function plannedRows(planFile: string): number | null {
  if (!existsSync(planFile)) return null;
  // Written by `plan` above; a file of another origin has no such number and is not followed.
  const plan = JSON.parse(readFileSync(planFile, 'utf8')) as { rows_per_job?: unknown };
  return typeof plan.rows_per_job === 'number' ? plan.rows_per_job : null;
}

function summary(rows: number, submitted: readonly Submitted[], ended: readonly Job[]): Enriched {
  const jobs = submitted.map(({ job_id, part, replayed }, index) => ({
    job_id,
    status: ended[index]?.status ?? 'unknown',
    rows: part.rows,
    replayed,
  }));
  const total = (name: CountName): number => ended.reduce((sum, { counts }) => sum + counts[name], 0);
  const counts = Object.fromEntries(COUNTS.map((name) => [name, total(name)])) as Enriched['counts'];
  return { rows, jobs, counts };
}
