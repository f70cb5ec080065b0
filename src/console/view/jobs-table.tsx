/** Jobs as a table: what came of each. */
import type { Markup } from './markup.js';
import type { JobShown } from '../../operator/jobs/shown-jobs.js';
import { JobLink, KeyLink } from './links.js';
import { Badge, Count, Table, Time } from './parts.js';

export const toneOf = (status: string): 'good' | 'bad' | 'plain' =>
  status === 'completed' ? 'good' : status === 'failed' || status === 'cancelled' ? 'bad' : 'plain';

interface JobsParts {
  readonly name: string;
  readonly jobs: readonly JobShown[];
  /** How a job and a key are named: links to where they are shown. */
  readonly job?: (id: string) => Markup;
  readonly keyOf?: (id: string) => Markup;
}

export const JobsTable = ({
  name,
  jobs,
  job = (id) => <JobLink id={id} />,
  keyOf = (id) => <KeyLink id={id} />,
}: JobsParts): Markup => (
  <Table
    name={name}
    rows={jobs}
    none="No job was submitted yet."
    columns={[
      { head: 'Submitted', cell: ({ created_at }) => <Time at={created_at} /> },
      { head: 'Job', cell: ({ job_id }) => job(job_id) },
      { head: 'Key', cell: ({ key_id }) => keyOf(key_id) },
      { head: 'Asked', cell: ({ operation }) => (operation === 'resolve' ? 'resolve' : 'job') },
      { head: 'Status', cell: ({ status }) => <Badge tone={toneOf(status)}>{status}</Badge> },
      { head: 'Rows', figures: true, cell: ({ counts }) => <Count of={counts.total} /> },
      { head: 'Delivered', figures: true, cell: ({ counts }) => <Count of={counts.succeeded} /> },
      { head: 'Not found', figures: true, cell: ({ counts }) => <Count of={counts.not_found} /> },
      { head: 'Failed', figures: true, cell: ({ counts }) => <Count of={counts.failed} /> },
    ]}
  />
);
