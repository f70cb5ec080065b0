/**
 * Counts the website searches of jobs that state how many they want (`max_live_lookups`). A row that must
 * search takes one, and keeps it however often the row is tried. One record for each job counts them, and one
 * for each row says that it has one. If the store loses the records, the job counts anew.
 */
import { changeEntry } from '../../../../platform/src/coordination/change-entry.js';
import type { Coordination } from '../../../../platform/src/coordination/coordination.js';
import type { JobId } from '../../../../contract/src/ids.js';
import type { Notes } from '../../blocks/runner/plan-blocks.js';
import type { EnrichmentJob } from '../enricher.js';
import { sharedSearches } from '../job-terms.js';

type Rows = readonly number[];

export interface JobSearches {
  /** The rows that have a search. */
  takenBy(job: JobId, rows: Rows): Promise<ReadonlySet<number>>;
  /**
   * Gives a search to each row that has none, from the first row on, while there are any. Returns the rows
   * that have one now.
   */
  take(job: JobId, most: number, rows: Rows): Promise<ReadonlySet<number>>;
}

/** Milliseconds after which no row of the job is tried any more. */
const KEPT_MS = 30 * 86_400_000;
const DIGITS_OF_A_ROW = 6;

const countOf = (job: JobId): string => `searches/${job}`;
const nameOf = (job: JobId, row: number): string =>
  `${countOf(job)}/${String(row).padStart(DIGITS_OF_A_ROW, '0')}`;
const rowIn = (name: string): number => Number(name.slice(-DIGITS_OF_A_ROW));

/**
 * The number of rows that the count itself lists. Several blocks of a row may ask at once, before the row has
 * a record.
 */
const MAX_LAST = 1_000;

/** The searches that a job has used, and the rows that got one last. */
interface Count {
  readonly count: number;
  readonly last: Rows;
}

export class SharedJobSearches implements JobSearches {
  constructor(private readonly store: Pick<Coordination, 'get' | 'put' | 'putMany' | 'range'>) {}

  async takenBy(job: JobId, rows: Rows): Promise<ReadonlySet<number>> {
    const [first, last] = [Math.min(...rows), Math.max(...rows)];
    const entries = await this.store.range(nameOf(job, first), nameOf(job, last + 1), last - first + 1);
    const taken = new Set(entries.map(({ key }) => rowIn(key)));
    return new Set(rows.filter((row) => taken.has(row)));
  }

  async take(job: JobId, most: number, rows: Rows): Promise<ReadonlySet<number>> {
    const taken = await this.takenBy(job, rows);
    const without = rows.filter((row) => !taken.has(row));
    const given = await this.count(job, most, without);
    if (given.length > 0)
      await this.store.putMany(given.map((row) => ({ key: nameOf(job, row), value: {}, ttl: KEPT_MS })));
    return new Set([...taken, ...given]);
  }

  /**
   * Counts a search for each row that has none, from the first row on.
   * @returns the rows that have one by that
   */
  private async count(job: JobId, most: number, rows: Rows): Promise<Rows> {
    let given: Rows = [];
    await changeEntry(this.store, { key: countOf(job), ttl: KEPT_MS }, (entry) => {
      // Only this file writes under the key.
      const { count, last } = (entry?.value as Count | undefined) ?? { count: 0, last: [] };
      const counted = rows.filter((row) => last.includes(row));
      const fresh = rows.filter((row) => !last.includes(row)).slice(0, Math.max(0, most - count));
      given = [...counted, ...fresh];
      if (fresh.length === 0) return null;
      return { count: count + fresh.length, last: [...last, ...fresh].slice(-MAX_LAST) };
    });
    return given;
  }
}

/** Tells whether a row has none of the searches that its job's rows share. */
type HasNoSearch = (row: { readonly row: number }) => boolean;

/**
 * Answers rows, at first with the searches that they got before. Each row that missed a search (`notes`) then
 * takes one, while there are any, and is answered again.
 * @param searches null, or a job without an id: the rows of this call share the searches
 * @returns the answers, in the order of the rows
 */
export async function sharingSearches<T extends { readonly row: number }, A>(
  {
    job,
    searches,
    notes,
  }: {
    readonly job: EnrichmentJob;
    readonly searches: JobSearches | null;
    readonly notes: Pick<Notes, 'missedSearches'>;
  },
  rows: readonly T[],
  answer: (rows: readonly T[], hasNoSearch: HasNoSearch) => Promise<A[]>,
): Promise<A[]> {
  const most = sharedSearches(job);
  if (most === null || rows.length === 0) return answer(rows, () => false);
  const { job_id } = job;
  const numbers = rows.map(({ row }) => row);
  const before = job_id && searches ? await searches.takenBy(job_id, numbers) : new Set<number>();
  const answers = await answer(rows, ({ row }) => !before.has(row));
  const searching = numbers.filter((row) => notes.missedSearches.has(row));
  if (searching.length === 0) return answers;
  const given =
    job_id && searches ? await searches.take(job_id, most, searching) : new Set(searching.slice(0, most));
  const again = rows.filter(({ row }) => given.has(row));
  const found = await answer(again, () => false);
  // Slices keep the place of an answer that failed, which is null.
  const foundFor = new Map(again.map((row, i) => [row, found.slice(i, i + 1)] as const));
  return rows.flatMap((row, i) => foundFor.get(row) ?? answers.slice(i, i + 1));
}
