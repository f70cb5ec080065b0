/** The manifest of a bundle: what it is about, and the hash of every part. Canonical JSON (RFC 8785), so that it has one hash. */
import { canonicalize } from 'json-canonicalize';
import type { JobFacts } from '../job-facts.js';
import { rowRetention } from './row-retention.js';

export const MANIFEST_FILE = 'manifest.json';

export interface BundlePart {
  readonly name: string;
  readonly bytes: number;
  readonly lines: number;
  /** Hex. */
  readonly sha256: string;
}

export interface ManifestInput {
  readonly job: JobFacts;
  readonly rows: readonly number[] | null;
  readonly takenAt: string;
  /** Where the log stood: later events are no part of it. */
  readonly position: string;
  readonly parts: readonly BundlePart[];
}

const FORMAT = 'company-data evidence';
const VERSION = 1;

/** Without a line end: the bytes of the file are the canonical form. */
export function manifestText({ job, rows, takenAt, position, parts }: ManifestInput): string {
  const { job_id, account_id, key_id } = job.submission;
  const about = { job_id, account_id, key_id, rows, rows_kept: rowRetention(job).state };
  return canonicalize({ evidence: FORMAT, version: VERSION, ...about, taken_at: takenAt, position, parts });
}
