/** What one client asked of the service and what it was told, to be held against the service when all is over. */

export const BLOCKS = ['company_identity', 'registered_address', 'filing_status', 'industry'] as const;

export interface AskedRow {
  readonly ref: string;
  readonly company_number?: string;
  readonly company_name?: string;
}

/** A job that the service said it had accepted. */
export interface JobStory {
  readonly kind: 'job';
  readonly job: string;
  readonly idempotencyKey: string;
  readonly rows: readonly AskedRow[];
  cancelAsked: boolean;
  /** The JSON of rows that were shown as done, by their place. */
  readonly shown: Map<number, string>;
}

/** A single company, answered within its request. */
export interface ResolveStory {
  readonly kind: 'resolve';
  readonly job: string;
  readonly idempotencyKey: string;
  readonly query: string;
  readonly ref: string;
}

export type Story = JobStory | ResolveStory;

/** A row as a results page serves it. */
export interface ServedRow {
  readonly ref: string;
  readonly status: 'done' | 'pending';
  readonly reason?: string;
  readonly matched?: object;
  readonly blocks: Readonly<Record<string, { readonly status: string }>>;
}

/** Billable units of a row as its client can count them. */
export const unitsOf = ({ blocks }: ServedRow): number =>
  Object.values(blocks).filter(({ status }) => status === 'available').length;
