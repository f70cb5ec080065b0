/** Answers rows of which only a limited number may search for a website. */
import type { EnrichmentJob } from '../enricher.js';
import { sharedSearches } from '../job-terms.js';
import type { JobSearches } from './job-searches.js';

interface Sharing {
  readonly job: EnrichmentJob;
  readonly searches: JobSearches;
  /** The rows that would have searched, had they not been without a search. */
  readonly missed: ReadonlySet<number>;
}

/** Whether a row has none of the searches that its job's rows share. */
type IsSpent = (row: { readonly row: number }) => boolean;

/**
 * Answers rows, at first with the searches that they got before. Each row that missed a search then takes
 * one, while there are any, and is answered again.
 * @returns the answers, in the order of the rows
 */
export async function sharingSearches<T extends { readonly row: number }, A>(
  { job, searches, missed }: Sharing,
  rows: readonly T[],
  answer: (rows: readonly T[], isSpent: IsSpent) => Promise<A[]>,
): Promise<A[]> {
  const most = sharedSearches(job);
  if (most === null || rows.length === 0) return answer(rows, () => false);
  const numbers = rows.map(({ row }) => row);
  const before = await searches.takenBy(job.job_id, numbers);
  const answers = await answer(rows, ({ row }) => !before.has(row));
  if (missed.size === 0) return answers;
  const searching = numbers.filter((row) => missed.has(row));
  const given = await searches.take(job.job_id, most, searching);
  const again = rows.filter(({ row }) => given.has(row));
  const found = await answer(again, () => false);
  // Slices keep the place of an answer that failed, which is null.
  const foundFor = new Map(again.map((row, i) => [row, found.slice(i, i + 1)] as const));
  return rows.flatMap((row, i) => foundFor.get(row) ?? answers.slice(i, i + 1));
}
