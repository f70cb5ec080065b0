/** Where the pages of a customer's own account lie; the operator's lie elsewhere. */
export const OWN = '/own';

export const ownPaths = {
  jobs: `${OWN}/jobs`,
  job: (id: string) => `${OWN}/jobs/${encodeURIComponent(id)}`,
  statements: `${OWN}/statements`,
  statement: (month: string) => `${OWN}/statements/${month}`,
  check: `${OWN}/verify-statement`,
} as const;
