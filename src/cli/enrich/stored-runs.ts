/**
 * Stores beside a file of results how each run of `enrich` was split into jobs, and the idempotency keys of
 * these jobs. A repeated command continues the jobs. A command with another list warns before charges.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { errorCode } from '../../../packages/platform/src/errors/error-code.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

export interface StoredRun {
  /** `--rows-per-job` of the command; null: not given. */
  readonly rowsPerJobOption: number | null;
  readonly rows_per_job: number;
  /** The key's maximum rows of a job; absent: split by an earlier version, which numbered rows from 1. */
  readonly most_rows?: number;
  /** Idempotency keys of the planned jobs; null: an earlier version kept none. */
  readonly keys: readonly string[] | null;
  /** The number of retries of failed rows (`--only-failed`). */
  readonly retries?: number;
  /** True if all results of the last retry were read or, without a retry, all results of the list. */
  readonly allResultsRead?: boolean;
}

/** A run as the file has it. The names of its fields stay, because earlier versions wrote them. */
type RunOnFile = Omit<StoredRun, 'rowsPerJobOption' | 'allResultsRead'> & {
  readonly asked: StoredRun['rowsPerJobOption'];
  readonly retried?: boolean | undefined;
};

const fromFile = ({ asked, retried, ...run }: RunOnFile): StoredRun => ({
  rowsPerJobOption: asked,
  ...run,
  ...(retried === undefined ? {} : { allResultsRead: retried }),
});

const toFile = ({ rowsPerJobOption, allResultsRead, ...run }: StoredRun): RunOnFile => ({
  asked: rowsPerJobOption,
  ...run,
  retried: allResultsRead,
});

/** The runs by their labels. */
export type StoredRuns = Readonly<Record<string, StoredRun>>;

/**
 * Reads the file of the runs; null: there is none.
 * @param runLabel the label given to the run that an earlier version left without one
 * @throws WrongRequest for a file with other content
 */
export function readStoredRuns(file: string, runLabel: string): StoredRuns | null {
  try {
    const plan = JSON.parse(readFileSync(file, 'utf8')) as { runs?: unknown; rows_per_job?: unknown };
    if (typeof plan.runs === 'object' && plan.runs !== null) {
      // The object has no prototype, because customers choose the labels.
      const runs = Object.create(null) as Record<string, StoredRun>;
      // `writeStoredRuns` below wrote the runs.
      for (const [label, stored] of Object.entries(plan.runs as Record<string, RunOnFile>))
        runs[label] = fromFile(stored);
      return runs;
    }
    if (typeof plan.rows_per_job === 'number')
      return { [runLabel]: { rowsPerJobOption: null, rows_per_job: plan.rows_per_job, keys: null } };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
  }
  throw new WrongRequest('wrong_plan', `${file} is no plan of a list. Remove it, or name another --out.`);
}

/** Replaces the whole file, readable by its owner only. A link in its place is replaced, not followed. */
export function writeStoredRuns(file: string, runs: StoredRuns): void {
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  const fd = openSync(draft, 'wx', 0o600);
  try {
    const runsOnFile = Object.entries(runs).map(([label, run]) => [label, toFile(run)] as const);
    writeSync(fd, JSON.stringify({ runs: Object.fromEntries(runsOnFile) }));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(draft, file);
}
