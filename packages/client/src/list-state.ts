/** What a list that is under way leaves for the program that goes on with it. */

/** A job that the service has accepted. */
export interface ListJob {
  readonly job_id: string;
  /** Of the list's rows, from 0. */
  readonly first_row: number;
  readonly rows: number;
  readonly idempotency_key: string;
}

/** Plain JSON. */
export interface ListState {
  /** Names the run: the idempotency keys follow from it. */
  readonly run: string;
  /** How the list is cut, whatever the key may send by now. */
  readonly rows_per_job: number;
  /** In the order of the list. */
  readonly jobs: readonly ListJob[];
  /** Where reading goes on: `cursor` is that of the page which begins with this row; null for a job's first page. */
  readonly read: { readonly row: number; readonly cursor: string | null };
}

/** Keeps one state. A save that was told to be done must outlive the program. */
export interface StateStore {
  /** Null before the first save. */
  load(): Promise<ListState | null>;
  save(state: ListState): Promise<void>;
}

/** Keeps nothing: a list that breaks off begins anew. */
export const noState: StateStore = {
  load: () => Promise.resolve(null),
  save: () => Promise.resolve(),
};
