/** What tables of jobs and adjustments have in common, whichever answer they stand in. */
import { cell, type Columns } from '../../shared/sheet/sheet.js';

export const JOB: Columns<{
  readonly submitted_at: string;
  readonly job_id: string;
  readonly key_id: string;
  readonly status: string;
  readonly erased_at: string | null;
}> = {
  submitted: ({ submitted_at }) => cell.time(submitted_at),
  job: ({ job_id }) => cell.job(job_id),
  key: ({ key_id }) => cell.key(key_id),
  status: ({ status, erased_at }) => (erased_at === null ? status : `${status}, rows erased`),
};

export const ADJUSTMENT: Columns<{
  readonly time: string;
  readonly adjustment_id: string;
  readonly units: number;
  readonly reason: string;
  readonly reverses: string | null;
}> = {
  made: ({ time }) => cell.time(time),
  adjustment: ({ adjustment_id }) => cell.adjustment(adjustment_id),
  units: ({ units }) => units,
  reason: ({ reason, reverses }) =>
    reverses === null ? reason : [`${reason}, reverses `, cell.adjustment(reverses)],
};
