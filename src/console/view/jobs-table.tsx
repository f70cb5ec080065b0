/** Jobs as a table: what came of each. */
import type { Markup } from './markup.js';
import type { JobShown } from '../../operator/jobs/shown-jobs.js';
import { JobLink, KeyLink } from './links.js';
import { Badge, Count, Table, Time } from './parts.js';

export const toneOf = (status: string): 'good' | 'bad' | 'plain' =>
  status === 'completed' ? 'good' : status === 'failed' || status === 'cancelled' ? 'bad' : 'plain';

export const JobsTable = ({ name, jobs }: { name: string; jobs: readonly JobShown[] }): Markup => (
  <Table
    name={name}
    rows={jobs}
    none="No job was submitted yet."
    columns={[
      { head: 'Submitted', cell: ({ created_at }) => <Time at={created_at} /> },
      { head: 'Job', cell: ({ job_id }) => <JobLink id={job_id} /> },
      { head: 'Key', cell: ({ key_id }) => <KeyLink id={key_id} /> },
      { head: 'Asked', cell: ({ operation }) => (operation === 'resolve' ? 'resolve' : 'job') },
      { head: 'Status', cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
      { head: 'Rows', figures: true, cell: ({ counts }) => <Count of={counts.total} /> },
      { head: 'Delivered', figures: true, cell: ({ counts }) => <Count of={counts.succeeded} /> },
      { head: 'Failed', figures: true, cell: ({ counts }) => <Count of={counts.failed} /> },
    ]}
  />
);
