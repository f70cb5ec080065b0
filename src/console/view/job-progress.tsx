/** Shows the progress of a job; htmx fetches it again while the job runs. */
import { skippedRows, jobStatusCell } from '../../operator/jobs/job-details.sheet.js';
import type { JobDetails } from '../../operator/jobs/list-jobs.js';
import type { Markup } from './jsx-markup.js';
import { polling, ShareBar } from './parts.js';
import { CellView } from './sheet.js';
import { thousands } from '../../../packages/words/src/text/formats.js';

const JOB_COUNT_LABELS = [
  ['succeeded', 'delivered'],
  ['not_found', 'not found'],
  ['failed', 'failed'],
  ['site_unreachable', 'with a website that would not open'],
] as const;

/** @param path the path of the job's page; the progress part lies below it */
export function JobProgress({ job, path }: { job: JobDetails; path: string }): Markup {
  const { counts, results_ready } = job;
  const skipped = skippedRows(job) ?? 0;
  return (
    <div class="progress" {...polling(`${path}/progress`, !results_ready)}>
      <p aria-live="polite">
        <CellView content={jobStatusCell(job)} /> {thousands(counts.processed)} of {thousands(counts.total)}{' '}
        rows have an answer.
      </p>
      <ShareBar value={counts.processed} whole={counts.total} name="Rows with an answer" />
      <ul class="counts">
        {JOB_COUNT_LABELS.map(([name, label]) => (
          <li key={name}>
            <strong>{thousands(counts[name])}</strong> {label}
          </li>
        ))}
        {skipped > 0 && (
          <li>
            <strong>{thousands(skipped)}</strong> skipped by the cancel
          </li>
        )}
      </ul>
    </div>
  );
}

/** Sentences that say why the rows of a job can't be read. */
export const ROWS_GONE_TEXTS = {
  rows_expired: 'The retention of the rows is over: requests and results are erased. Facts and charges stay.',
  not_stored: 'The job was submitted with store=false: requests and results were never kept.',
} as const;

export type RowsGoneReason = keyof typeof ROWS_GONE_TEXTS;
