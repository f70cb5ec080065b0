/** How far a job is: fetched again by htmx while it runs. */
import { skippedRows, jobStatusCell } from '../../operator/jobs/job-details.sheet.js';
import type { JobDetails } from '../../operator/jobs/find-jobs.js';
import { JOBS } from './job-words.js';
import type { Markup } from './markup.js';
import { Share } from './parts.js';
import { Shown } from './sheet.js';

const EVERY = 'every 1s';

/** @param at the path of the job's page; what is fetched again lies below it */
export function JobProgress({ job, at }: { job: JobDetails; at: string }): Markup {
  const { counts, results_ready } = job;
  const skipped = skippedRows(job) ?? 0;
  const moves = results_ready
    ? {}
    : { 'hx-get': `${at}/progress`, 'hx-trigger': EVERY, 'hx-swap': 'outerHTML' };
  return (
    <div class="progress" {...moves}>
      <p aria-live="polite">
        <Shown of={jobStatusCell(job)} /> {counts.processed.toLocaleString('en-GB')} of{' '}
        {counts.total.toLocaleString('en-GB')} rows have an answer.
      </p>
      <Share of={counts.processed} whole={counts.total} name="Rows with an answer" />
      <ul class="counts">
        {JOBS.map(([name, what]) => (
          <li key={name}>
            <strong>{counts[name].toLocaleString('en-GB')}</strong> {what}
          </li>
        ))}
        {skipped > 0 && (
          <li>
            <strong>{skipped.toLocaleString('en-GB')}</strong> skipped by the cancel
          </li>
        )}
      </ul>
    </div>
  );
}
