/**
 * A list as the jobs it becomes: parts of about so many rows, each with an idempotency key that follows from
 * its place, its content and the name of the run. The same list sent again is the same jobs, whenever it
 * broke off.
 */
import { inOrder, sha256Hex } from './shape.js';
import type { AskedRow, EnrichJobRequest } from './types.js';

export interface Part {
  /** Of the list's rows, from 0. */
  readonly firstRow: number;
  readonly rows: readonly AskedRow[];
}

export type Asked = Pick<EnrichJobRequest, 'blocks' | 'options'>;

/**
 * A job of so few rows asks live sources, a larger one does not. So no job of a longer list may be as small:
 * its rows would be answered differently from the others (Contract 8.6).
 */
export const SMALL_JOB_ROWS = 10;
const MIN_LARGE_JOB_ROWS = SMALL_JOB_ROWS + 1;
/** From this size on, any longer list can be cut into jobs of `MIN_LARGE_JOB_ROWS` to so many rows. */
export const EASILY_CUT_ROWS = 2 * MIN_LARGE_JOB_ROWS - 1;

export interface Cut {
  readonly rowsPerJob: number;
  /** The maximum number of rows that the key may send in one job. */
  readonly mostRows: number;
  /** False: the last job is as small as it comes, as earlier versions cut lists. */
  readonly even: boolean;
  /** Called before the first part that leaves a longer list with a job of ten rows or fewer. */
  readonly onSmallJobs?: () => void;
}

/**
 * The parts of a list, one after another; no more of it is held at once than a part and what its cut depends
 * on.
 */
export async function* partsOf(
  rows: AsyncIterable<AskedRow> | Iterable<AskedRow>,
  cut: Cut,
): AsyncGenerator<Part, void, undefined> {
  const { rowsPerJob } = cut;
  const full = rowsPerJob + rowsAhead(cut);
  let held: AskedRow[] = [];
  let firstRow = 0;
  const take = (count: number): Part => {
    const part = { firstRow, rows: held.slice(0, count) };
    [firstRow, held] = [firstRow + count, held.slice(count)];
    return part;
  };
  for await (const row of rows) {
    held.push(row);
    if (held.length < full) continue;
    if (cut.even && firstRow === 0 && rowsPerJob < MIN_LARGE_JOB_ROWS) cut.onSmallJobs?.();
    yield take(rowsPerJob);
  }
  const sizes = sizesOf(held.length, cut);
  const isSmall =
    sizes.some((size) => size < MIN_LARGE_JOB_ROWS) && firstRow + held.length >= MIN_LARGE_JOB_ROWS;
  if (cut.even && rowsPerJob >= MIN_LARGE_JOB_ROWS && isSmall) cut.onSmallJobs?.();
  for (const size of sizes) yield take(size);
}

/** Rows beyond a full part that must be known before it is cut off: what is left can then be cut well. */
function rowsAhead({ rowsPerJob, even }: Cut): number {
  if (!even) return 0;
  if (rowsPerJob < MIN_LARGE_JOB_ROWS) return MIN_LARGE_JOB_ROWS - rowsPerJob;
  // With 12 rows a job, every list of at least 110 rows can be cut well; with more rows a job, shorter lists
  // too.
  return rowsPerJob < EASILY_CUT_ROWS ? MIN_LARGE_JOB_ROWS * SMALL_JOB_ROWS : MIN_LARGE_JOB_ROWS;
}

/** The sizes of the last parts, for `count` rows of which all are known. */
function sizesOf(count: number, { rowsPerJob, mostRows, even }: Cut): readonly number[] {
  const jobs = Math.ceil(count / rowsPerJob);
  const rest = count - (jobs - 1) * rowsPerJob;
  const plain = Array.from({ length: jobs }, (_, job) => (job < jobs - 1 ? rowsPerJob : rest));
  if (!even || jobs < 2 || rest >= MIN_LARGE_JOB_ROWS || rowsPerJob < MIN_LARGE_JOB_ROWS) return plain;
  if (count >= jobs * MIN_LARGE_JOB_ROWS) return shared(count, jobs);
  // Too few for so many jobs: the others take up the rest, if the key may send that many.
  return Math.ceil(count / (jobs - 1)) <= mostRows ? shared(count, jobs - 1) : plain;
}

const shared = (count: number, jobs: number): readonly number[] =>
  Array.from({ length: jobs }, (_, job) => Math.floor(count / jobs) + (job < count % jobs ? 1 : 0));

/**
 * The body of a part's submission: the same text for the same rows, blocks and options, however their fields
 * are ordered.
 */
export function bodyOf({ rows }: Part, { blocks, options }: Asked): string {
  const sorted = rows.map(({ company_name, company_number, domain, ref }) => ({
    company_name,
    company_number,
    domain,
    ref,
  }));
  return JSON.stringify({ blocks, options: options ? inOrder(options) : undefined, rows: sorted });
}

/** Of a part's submission in this run. */
export async function idempotencyKeyOf(run: string, { firstRow }: Part, body: string): Promise<string> {
  return `enrich-${await sha256Hex(`${run}\u0000${firstRow}\u0000${body}`)}`;
}
