/** What the counts of a job are called. */
export const JOBS = [
  ['succeeded', 'delivered'],
  ['not_found', 'not found'],
  ['failed', 'failed'],
  ['site_unreachable', 'with a website that would not open'],
] as const;

/** Why the rows of a job can't be read. */
export const GONE = {
  rows_expired:
    'The rows are past their retention: what was asked and delivered is erased. Facts and charges stay.',
  not_stored: 'It was asked with store=false: what was asked and delivered was never kept.',
} as const;
