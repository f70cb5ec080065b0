/** Writes an evidence bundle (`billing dispute`). The export is recorded before the bundle is published. */
import { createHash } from 'node:crypto';
import {
  EVIDENCE_PARTS,
  writeEvidence,
  manifestText,
  type BundlePart,
} from '../../investigate/disputes/write-evidence.js';
import type { EvidenceSums } from '../../investigate/disputes/evidence-sums.js';
import { rowRetention } from '../../investigate/disputes/row-retention.js';
import { summaryLines } from '../../investigate/disputes/summary.js';
import { readJobFacts, type JobFacts } from '../../investigate/job-facts.js';
import {
  MANIFEST_FILE,
  SIGNATURE_FILE,
  SUMS_FILE,
  signatureText,
  sumsText,
} from '../../../packages/statement-check/src/check/evidence.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { safeLine } from '../../../packages/words/src/text/safe-text.js';
import { nameOfActor } from '../../streams/envelope.js';
import { ExportEvidence } from '../support/commands.js';
import { SignEvidence } from '../statements/commands.js';
import { StatementsModule } from '../statements/statements.module.js';
import { SupportModule } from '../support/support.module.js';
import { unknownJobError } from '../jobs/find-jobs.js';
import { send, type OperatorServices } from '../operator.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { BundleFolder } from './bundle-folder.js';

export interface DisputeRequest {
  readonly job: JobId;
  /** Row numbers in the submission, from 0. Empty: every billed row. */
  readonly rows: readonly number[];
  /** The folder of the bundle. */
  readonly out: string;
  /** The reason for the export; null: none was given. */
  readonly reason: string | null;
  readonly now: Date;
  readonly onProgress?: (rows: number) => void;
}

/** The bundle that was written, with its figures. */
export type DisputeResult = ReturnType<typeof disputeResult>;

const SUMMARY_FILE = 'summary.txt';

/** @throws WrongRequest, NotDone where rows were erased while they were copied */
export async function disputeJob(
  operator: OperatorServices,
  request: DisputeRequest,
): Promise<DisputeResult> {
  const { eventStore } = operator.stores;
  const until = await eventStore.head();
  const job = await jobOf(operator, request);
  const rows = request.rows.length === 0 ? null : checkedRows(job, request.rows);
  const folder = new BundleFolder(request.out);
  try {
    const takenAt = request.now.toISOString();
    const listener = request.onProgress === undefined ? {} : { onProgress: request.onProgress };
    for (const name of EVIDENCE_PARTS) folder.file(name);
    const sums = await writeEvidence(eventStore, { job, rows, until, takenAt, ...listener }, (part, line) =>
      folder.addLine(part, line),
    );
    for (const line of summaryLines({ job, rows, takenAt, sums }))
      folder.addLine(SUMMARY_FILE, safeLine(line));
    const parts = folder.close();
    const manifest = manifestText({ job, rows, takenAt, position: until, parts });
    const digest = writeManifest(folder, manifest, parts);
    const signed_by = await signManifest(operator, folder, manifest);
    await checkStillKept(operator, job, takenAt);
    await recordExport(operator, job, { rows, digest, reason: request.reason });
    folder.publish();
    return disputeResult(request, { job, rows, sums, parts, digest, signed_by });
  } finally {
    folder.discard();
  }
}

async function jobOf(operator: OperatorServices, { job: id }: DisputeRequest): Promise<JobFacts> {
  const lookup = await readJobFacts(operator.stores.eventStore, id);
  if (lookup.outcome !== 'found') throw unknownJobError(id);
  return lookup.job;
}

function checkedRows({ submission }: JobFacts, rows: readonly number[]): readonly number[] {
  if (rows.some((row) => row >= submission.rows))
    throw new WrongRequest('unknown_row', `Job ${submission.job_id} has rows 0 to ${submission.rows - 1}.`);
  return [...new Set(rows)].sort((a, b) => a - b);
}

/** @returns the manifest's SHA-256, hex */
function writeManifest(folder: BundleFolder, manifest: string, parts: readonly BundlePart[]): string {
  const digest = createHash('sha256').update(manifest).digest('hex');
  folder.file(MANIFEST_FILE).add(manifest);
  folder.file(SUMS_FILE).add(sumsText(Buffer.from(manifest), parts));
  folder.close();
  return digest;
}

/** @returns the id of the key that signed. @throws NotDone where this machine can't sign */
async function signManifest(
  operator: OperatorServices,
  folder: BundleFolder,
  manifest: string,
): Promise<string> {
  const outcome = await send(operator, StatementsModule, new SignEvidence(operator.context, { manifest }));
  if (outcome.outcome === 'refused') throw new NotDone(outcome.code, outcome.detail);
  folder.file(SIGNATURE_FILE).add(signatureText(outcome.key_id, outcome.signature));
  folder.close();
  return outcome.key_id;
}

/** Stops the export if the rows were erased during the copy. Erased rows must not leave the system. */
async function checkStillKept({ stores }: OperatorServices, job: JobFacts, takenAt: string): Promise<void> {
  if (rowRetention(job, takenAt).state !== 'kept') return;
  const lookup = await readJobFacts(stores.eventStore, job.submission.job_id);
  if (lookup.outcome === 'found' && rowRetention(lookup.job, takenAt).state === 'kept') return;
  throw new NotDone(
    'erased_meanwhile',
    'The rows were erased while they were copied: run the command again.',
  );
}

async function recordExport(
  operator: OperatorServices,
  { submission }: JobFacts,
  evidence: Pick<BundleContents, 'rows' | 'digest'> & { readonly reason: string | null },
): Promise<void> {
  const { context } = operator;
  const actor = { operator: nameOfActor(context.actor), reason: evidence.reason };
  const author = { ...context, account: submission.account_id };
  const { job_id, key_id: key } = submission;
  const input = { subject: { key }, ...actor, job_id, rows: evidence.rows, digest: evidence.digest };
  await send(operator, SupportModule, new ExportEvidence(author, input));
}

interface BundleContents {
  readonly job: JobFacts;
  readonly rows: readonly number[] | null;
  readonly sums: EvidenceSums;
  readonly parts: readonly BundlePart[];
  readonly digest: string;
  readonly signed_by: string;
}

const disputeResult = (
  { out, now }: DisputeRequest,
  { job, rows, sums, parts, digest, signed_by }: BundleContents,
) => ({
  job_id: job.submission.job_id,
  account_id: job.submission.account_id,
  key_id: job.submission.key_id,
  /** The selected rows; null: every billed row. */
  rows,
  rows_written: sums.rowCount,
  rows_kept: rowRetention(job, now.toISOString()).state,
  /** Rows whose delivered data contradict what was recorded and charged. */
  contradicted: sums.contradictedRows,
  charges: sums.chargeCount,
  units: sums.units,
  /** Units without the units that adjustments took back. */
  net_units: sums.netUnits,
  /** `net_amount` is the price of the net units. */
  ...sums.cost,
  dir: out,
  parts,
  /** SHA-256 of the manifest, equal to the one in EvidenceExported. */
  digest,
  /** The id of the statement key that signed the manifest. */
  signed_by,
  taken_at: now.toISOString(),
});
