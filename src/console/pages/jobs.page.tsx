/** The page that lists all jobs with a filter, and the same list as CSV. */
import type { JobDetails } from '../../operator/jobs/find-jobs.js';
import { everyJobWithAudit, listJobsWithAudit } from '../../operator/jobs/list-jobs.js';
import { ALL_ROLES, get, page } from '../console-page.js';
import { csvFile } from '../csv-file.js';
import { JOB_CSV_COLUMNS, JobsList, readJobFilter } from '../view/jobs-list.js';
import { partOf, readPaging } from '../view/list-parts.js';
import { JOBS_PLACE } from '../view/links.js';

export const jobsPage = get(JOBS_PLACE.path, ALL_ROLES, async ({ operator, query, reason }) => {
  const [filter, paging] = [readJobFilter(query), readPaging(query)];
  const list = await listJobsWithAudit(operator, filter, { ...partOf(paging), reason });
  return page(
    'Jobs',
    <>
      <h1>Jobs</h1>
      <JobsList list={list} filter={filter} paging={paging} place={JOBS_PLACE} />
    </>,
  );
});

export const jobsFile = get(`${JOBS_PLACE.path}.csv`, ALL_ROLES, async ({ operator, query, reason }) => {
  const filter = readJobFilter(query);
  const columns = { account_id: (job: JobDetails) => job.account_id, ...JOB_CSV_COLUMNS };
  return csvFile('jobs.csv', await everyJobWithAudit(operator, filter, reason), columns);
});
