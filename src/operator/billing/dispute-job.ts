/** `billing dispute`: an evidence bundle, whole or not at all, recorded before it bears its name. */
import { createHash } from 'node:crypto';
import { EVIDENCE_PARTS, writeEvidence } from '../../investigate/disputes/write-evidence.js';
import type { EvidenceSums } from '../../investigate/disputes/evidence-sums.js';
import { rowRetention, type RowRetention } from '../../investigate/disputes/row-retention.js';
import { MANIFEST_FILE, manifestText, type BundlePart } from '../../investigate/disputes/manifest.js';
import { summaryLines } from '../../investigate/disputes/summary.js';
import { readJobFacts, type JobFacts } from '../../investigate/job-facts.js';
import type { AccountId, JobId, KeyId } from '../../shared/ids.js';
import { safeLine } from '../../shared/text/safe-text.js';
import { operatorNamed } from '../../streams/envelope.js';
import { ExportEvidence } from '../support/commands.js';
import { SupportModule } from '../support/support.module.js';
import { unknownJob } from '../jobs/shown-jobs.js';
import { send, type Operator } from '../operator.js';
import { NotDone, WrongRequest } from '../refusal.js';
import { BundleFolder } from './bundle-folder.js';

export interface DisputeWish {
  readonly job: JobId;
  /** Places in the submission, from 0; none: every billed row. */
  readonly rows: readonly number[];
  /** The folder of the bundle. */
  readonly out: string;
  /** Why it is given away; null where none is given. */
  readonly reason: string | null;
  readonly now: Date;
  readonly onProgress?: (rows: number) => void;
}

export interface EvidenceWritten {
  readonly job_id: JobId;
  readonly account_id: AccountId;
  readonly key_id: KeyId;
  /** Null: every billed row. */
  readonly rows: readonly number[] | null;
  readonly rows_written: number;
  readonly rows_kept: RowRetention['state'];
  readonly charges: number;
  readonly units: number;
  /** Units less those that adjustments took back. */
  readonly net_units: number;
  readonly amount: string | null;
  /** Of the net units; null where `amount` is. */
  readonly net_amount: string | null;
  readonly currency: string | null;
  readonly dir: string;
  readonly parts: readonly BundlePart[];
  /** SHA-256 of the manifest, as it stands in EvidenceExported. */
  readonly digest: string;
  readonly taken_at: string;
}

const SUMMARY_FILE = 'summary.txt';
const SUMS_FILE = 'SHA256SUMS';

/** @throws WrongRequest, NotDone where the rows are being erased */
export async function disputeJob(operator: Operator, wish: DisputeWish): Promise<EvidenceWritten> {
  const { eventStore } = operator.stores;
  const until = await eventStore.head();
  const job = await jobOf(operator, wish);
  const rows = wish.rows.length === 0 ? null : rowsIn(job, wish.rows);
  const folder = new BundleFolder(wish.out);
  try {
    const progress = wish.onProgress === undefined ? {} : { onProgress: wish.onProgress };
    for (const name of EVIDENCE_PARTS) folder.file(name);
    const sums = await writeEvidence(eventStore, { job, rows, until, ...progress }, (part, line) =>
      folder.line(part, line),
    );
    const takenAt = wish.now.toISOString();
    for (const line of summaryLines({ job, rows, takenAt, sums })) folder.line(SUMMARY_FILE, safeLine(line));
    const parts = folder.close();
    const digest = writeManifest(folder, { job, rows, takenAt, position: until, parts });
    await stillKept(operator, job);
    await record(operator, job, { rows, digest, reason: wish.reason });
    folder.publish();
    return written(wish, { job, rows, sums, parts, digest });
  } finally {
    folder.drop();
  }
}

async function jobOf(operator: Operator, { job: id, now }: DisputeWish): Promise<JobFacts> {
  const found = await readJobFacts(operator.stores.eventStore, id);
  if (found.outcome !== 'found') throw unknownJob(id);
  const { job } = found;
  const expires = job.end?.event.data.expires_at;
  if (expires !== undefined && expires <= now.toISOString() && job.erased === null)
    throw new NotDone(
      'being_erased',
      `The rows of ${id} were kept until ${expires} and are about to be erased: try again when they are, or run jobs erase.`,
    );
  return job;
}

function rowsIn({ submission }: JobFacts, rows: readonly number[]): readonly number[] {
  if (rows.some((row) => row >= submission.rows))
    throw new WrongRequest('unknown_row', `Job ${submission.job_id} has rows 0 to ${submission.rows - 1}.`);
  return [...new Set(rows)].sort((a, b) => a - b);
}

/** @returns its SHA-256, hex */
function writeManifest(folder: BundleFolder, of: Parameters<typeof manifestText>[0]): string {
  const text = manifestText(of);
  const digest = createHash('sha256').update(text).digest('hex');
  folder.file(MANIFEST_FILE).add(text);
  for (const { name, sha256 } of of.parts) folder.line(SUMS_FILE, `${sha256}  ${name}`);
  folder.line(SUMS_FILE, `${digest}  ${MANIFEST_FILE}`);
  folder.close();
  return digest;
}

/** What was erased while it was copied must not leave the system. */
async function stillKept({ stores }: Operator, { submission, erased }: JobFacts): Promise<void> {
  const now = await readJobFacts(stores.eventStore, submission.job_id);
  if (now.outcome === 'found' && (now.job.erased === null) === (erased === null)) return;
  throw new NotDone(
    'erased_meanwhile',
    'The rows were erased while they were copied: run the command again.',
  );
}

async function record(
  operator: Operator,
  { submission }: JobFacts,
  of: { readonly rows: readonly number[] | null; readonly digest: string; readonly reason: string | null },
): Promise<void> {
  const { context } = operator;
  const by = { operator: operatorNamed(context.actor) ?? context.actor, reason: of.reason };
  const said = { ...context, account: submission.account_id };
  const { job_id, key_id: key } = submission;
  const evidence = { of: { key }, ...by, job_id, rows: of.rows, digest: of.digest };
  await send(operator, SupportModule, new ExportEvidence(said, evidence));
}

interface Made {
  readonly job: JobFacts;
  readonly rows: readonly number[] | null;
  readonly sums: EvidenceSums;
  readonly parts: readonly BundlePart[];
  readonly digest: string;
}

const written = ({ out, now }: DisputeWish, { job, rows, sums, parts, digest }: Made): EvidenceWritten => ({
  job_id: job.submission.job_id,
  account_id: job.submission.account_id,
  key_id: job.submission.key_id,
  rows,
  rows_written: sums.rows,
  rows_kept: rowRetention(job).state,
  charges: sums.charges,
  units: sums.units,
  net_units: sums.netUnits,
  amount: sums.amount,
  net_amount: sums.netAmount,
  currency: sums.currency,
  dir: out,
  parts,
  digest,
  taken_at: now.toISOString(),
});
