/** Names the counts of a job for people. */
export const JOB_COUNT_LABELS = [
  ['succeeded', 'delivered'],
  ['not_found', 'not found'],
  ['failed', 'failed'],
  ['site_unreachable', 'with a website that would not open'],
] as const;

/** Says why the rows of a job can't be read. */
export const ROWS_GONE = {
  rows_expired: 'The retention of the rows is over: requests and results are erased. Facts and charges stay.',
  not_stored: 'The job was submitted with store=false: requests and results were never kept.',
} as const;

export type RowsGoneLabel = keyof typeof ROWS_GONE;
