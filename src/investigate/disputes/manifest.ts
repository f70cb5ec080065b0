/** Writes the manifest of a bundle: its subject and the hash of each part, as canonical JSON (RFC 8785). */
import { canonicalize } from 'json-canonicalize';
import { EVIDENCE_FORMAT } from '../../../packages/statement-check/src/check/evidence.js';
import type { JobFacts } from '../job-facts.js';
import { rowRetention } from './row-retention.js';

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
  /** Position of the log at that time. The bundle has no later event. */
  readonly position: string;
  readonly parts: readonly BundlePart[];
}

const VERSION = 1;

/** The text of the file. It has no line end, since its bytes must be exactly the canonical JSON. */
export function manifestText({ job, rows, takenAt, position, parts }: ManifestInput): string {
  const { job_id, account_id, key_id } = job.submission;
  const about = { job_id, account_id, key_id, rows, rows_kept: rowRetention(job, takenAt).state };
  return canonicalize({
    evidence: EVIDENCE_FORMAT,
    version: VERSION,
    ...about,
    taken_at: takenAt,
    position,
    parts,
  });
}
