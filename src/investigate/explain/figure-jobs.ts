/** Collects the jobs behind a figure. */
import type { ExplainedJob } from './explained-bill.js';
import type { JobOfFigure } from './figure.js';
import type { ChargeTotals } from './job-charges.js';

/** The jobs of a figure, each once, with the rows and units that it adds to the figure. */
export class FigureJobs {
  private readonly partByJob = new Map<string, { job: JobOfFigure['job']; rows: number; units: number }>();

  add({ job }: JobOfFigure, part: { readonly rows: number; readonly units: number }): void {
    const earlierPart = this.partByJob.get(job.job_id) ?? { job, rows: 0, units: 0 };
    const { rows, units } = part;
    this.partByJob.set(job.job_id, { job, rows: earlierPart.rows + rows, units: earlierPart.units + units });
  }

  has = (id: string): boolean => this.partByJob.has(id);

  get size(): number {
    return this.partByJob.size;
  }

  all(): readonly JobOfFigure['job'][] {
    return [...this.partByJob.values()].map(({ job }) => job);
  }

  explainedJobs(): ExplainedJob[] {
    return [...this.partByJob.values()].map(({ job, rows, units }) => {
      const { job_id, key_id, request_id, operation, status, created_at, erased_at } = job;
      const base = { job_id, key_id, request_id, operation, status };
      return { ...base, submitted_at: created_at, erased_at, rows, units };
    });
  }
}

export interface ChargesAndJobs {
  readonly totals: ChargeTotals;
  readonly jobs: FigureJobs;
}
