/** Builds the paths of the console's pages from the ids that the log uses. */
import { addressOf, type FieldValues } from './list-parts.js';

const encode = encodeURIComponent;

/** The place of the operators' list of jobs. */
export const JOBS_PLACE = { path: '/jobs', ownJobPath: null } as const;

export const paths = {
  account: (id: number | string) => `/accounts/${id}`,
  exports: (account: number | string, month: string) => `/accounts/${account}/usage/${month}`,
  key: (id: string) => `/keys/${encode(id)}`,
  job: (id: string) => `/jobs/${encode(id)}`,
  row: (job: string, row: number) => `/jobs/${encode(job)}/rows/${row}`,
  request: (id: string) => `/requests/${encode(id)}`,
  charge: (id: string) => `/charges/${encode(id)}`,
  company: (number: string) => `/companies/${encode(number)}`,
  adjustment: (id: string) => `/adjustments/${encode(id)}`,
  event: (stream: string, revision: number) => `/events/${encode(stream)}/${revision}`,
  explain: (query: FieldValues) => addressOf('/explain', query),
  /** The forms on charges; their fields are filled in from the query. */
  adjust: (query: FieldValues) => addressOf('/adjustments/new', query),
  reprice: (query: FieldValues) => addressOf('/repricings/new', query),
};
