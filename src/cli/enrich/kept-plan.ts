/**
 * How the runs of one file of results were cut, and what they asked for, beside that file: so the same command goes on with
 * its jobs, and another list is told before it is charged.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { errorCode } from '../../platform/errors/error-code.js';
import { WrongRequest } from '../../operator/refusal.js';

export interface KeptRun {
  /** `--rows-per-job` of the command; null: none. */
  readonly asked: number | null;
  readonly rows_per_job: number;
  /** The most rows that the key might send; absent: cut by an earlier version, which numbered rows from 1. */
  readonly most_rows?: number;
  /** Idempotency keys of the jobs that were to be submitted; null: an earlier version kept none. */
  readonly keys: readonly string[] | null;
}

/** By the name of the run. */
export type KeptRuns = Readonly<Record<string, KeptRun>>;

/**
 * Null: there is no file.
 * @param run takes over what an earlier version left, which named no run
 * @throws WrongRequest for a file of something else
 */
export function keptRuns(file: string, run: string): KeptRuns | null {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { runs?: unknown; rows_per_job?: unknown };
    // Written by `keepRuns` below.
    // Names of runs are the customer's: none may be one that every object has.
    if (typeof kept.runs === 'object' && kept.runs !== null)
      return Object.assign(Object.create(null) as KeptRuns, kept.runs);
    if (typeof kept.rows_per_job === 'number')
      return { [run]: { asked: null, rows_per_job: kept.rows_per_job, keys: null } };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
  }
  throw new WrongRequest('wrong_plan', `${file} is no plan of a list: remove it, or name another --out.`);
}

/** Replaces the file as a whole; only its owner can read it, and a link in its place is replaced, not followed. */
export function keepRuns(file: string, runs: KeptRuns): void {
  const draft = `${file}.${process.pid}`;
  rmSync(draft, { force: true });
  const out = openSync(draft, 'wx', 0o600);
  try {
    writeSync(out, JSON.stringify({ runs }));
    fsyncSync(out);
  } finally {
    closeSync(out);
  }
  renameSync(draft, file);
}
