/** Paths of the pages of a customer's own account; the operators' paths are in `view/links.ts`. */
export const OWN_PATH = '/own';

export const ownPaths = {
  jobs: `${OWN_PATH}/jobs`,
  job: (id: string) => `${OWN_PATH}/jobs/${encodeURIComponent(id)}`,
  statements: `${OWN_PATH}/statements`,
  statement: (month: string) => `${OWN_PATH}/statements/${month}`,
  exports: (month: string) => `${OWN_PATH}/usage/${month}`,
  check: `${OWN_PATH}/verify-statement`,
} as const;
