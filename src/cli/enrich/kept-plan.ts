/**
 * Stores a plan next to a file of results: how each run was split into jobs, and their idempotency keys. A
 * repeated command continues these jobs. A command with another list warns before it is charged.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { errorCode } from '../../../packages/platform/src/errors/error-code.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

export interface KeptRun {
  /** `--rows-per-job` of the command; null: not given. */
  readonly asked: number | null;
  readonly rows_per_job: number;
  /** The key's maximum rows of a job; absent: split by an earlier version, which numbered rows from 1. */
  readonly most_rows?: number;
  /** Idempotency keys of the planned jobs; null: an earlier version kept none. */
  readonly keys: readonly string[] | null;
  /** The number of retries of failed rows (`--only-failed`). */
  readonly retries?: number;
  /**
   * True if all results of the last retry were read; without a retry, all results of the list. Files of
   * earlier commands hold this name.
   */
  readonly retried?: boolean;
}

/** The runs by their labels. */
export type KeptRuns = Readonly<Record<string, KeptRun>>;

/**
 * Reads the file of the runs; null: there is none.
 * @param run the label given to the run that an earlier version left without one
 * @throws WrongRequest for a file with other content
 */
export function keptRuns(file: string, run: string): KeptRuns | null {
  try {
    const plan = JSON.parse(readFileSync(file, 'utf8')) as { runs?: unknown; rows_per_job?: unknown };
    // `keepRuns` below wrote the runs. The object has no prototype, because customers choose the labels.
    if (typeof plan.runs === 'object' && plan.runs !== null)
      return Object.assign(Object.create(null) as KeptRuns, plan.runs);
    if (typeof plan.rows_per_job === 'number')
      return { [run]: { asked: null, rows_per_job: plan.rows_per_job, keys: null } };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
  }
  throw new WrongRequest('wrong_plan', `${file} is no plan of a list. Remove it, or name another --out.`);
}

/** Replaces the whole file, readable by its owner only. A link in its place is replaced, not followed. */
export function keepRuns(file: string, runs: KeptRuns): void {
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  const fd = openSync(draft, 'wx', 0o600);
  try {
    writeSync(fd, JSON.stringify({ runs }));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(draft, file);
}
