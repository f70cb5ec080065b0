/** How far a job is: fetched again by htmx while it runs. */
import type { JobShown } from '../../operator/jobs/shown-jobs.js';
import { JOBS } from './job-words.js';
import { toneOf } from './jobs-table.js';
import type { Markup } from './markup.js';
import { Badge, Share } from './parts.js';

const EVERY = 'every 1s';

/** @param at the path of the job's page; what is fetched again lies below it */
export function JobProgress({ job, at }: { job: JobShown; at: string }): Markup {
  const { counts, status, results_ready } = job;
  const moves = results_ready
    ? {}
    : { 'hx-get': `${at}/progress`, 'hx-trigger': EVERY, 'hx-swap': 'outerHTML' };
  return (
    <div class="progress" {...moves}>
      <p aria-live="polite">
        <Badge tone={toneOf(status)}>{status}</Badge> {counts.processed.toLocaleString('en-GB')} of{' '}
        {counts.total.toLocaleString('en-GB')} rows have an answer.
      </p>
      <Share of={counts.processed} whole={counts.total} name="Rows with an answer" />
      <ul class="counts">
        {JOBS.map(([name, what]) => (
          <li key={name}>
            <strong>{counts[name].toLocaleString('en-GB')}</strong> {what}
          </li>
        ))}
      </ul>
    </div>
  );
}
