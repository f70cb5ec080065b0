/** What the counts of a job are called. */
export const JOBS = [
  ['succeeded', 'delivered'],
  ['not_found', 'not found'],
  ['failed', 'failed'],
  ['site_unreachable', 'with a website that would not open'],
] as const;
