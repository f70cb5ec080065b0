/** Writes an evidence bundle (`billing dispute`). The export is recorded before the bundle is published. */
import { createHash } from 'node:crypto';
import type { BundlePart } from '../../investigate/disputes/write-evidence.js';
import { EVIDENCE_PARTS, writeEvidence, manifestText } from '../../investigate/disputes/write-evidence.js';
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
import { unknownJobError } from '../jobs/list-jobs.js';
import { send, type OperatorServices } from '../operator.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PRIVATE_FILE_MODE } from '../../../packages/platform/src/secrets/private-files.js';

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

const PIECE_CHARACTERS = 1024 * 1024;

/** A file that is hashed while it is written line by line. */
class PartFile {
  private readonly hash = createHash('sha256');
  private readonly handle: number;
  private unwrittenTexts: string[] = [];
  private unwrittenCharacters = 0;
  private bytes = 0;
  private lines = 0;

  constructor(
    folder: string,
    private readonly name: string,
  ) {
    this.handle = openSync(join(folder, name), 'wx', PRIVATE_FILE_MODE);
  }

  add(text: string): void {
    this.lines++;
    this.unwrittenTexts.push(text);
    this.unwrittenCharacters += text.length;
    if (this.unwrittenCharacters >= PIECE_CHARACTERS) this.flush();
  }

  private flush(): void {
    const piece = Buffer.from(this.unwrittenTexts.join(''));
    for (let writtenBytes = 0; writtenBytes < piece.length;)
      writtenBytes += writeSync(this.handle, piece, writtenBytes);
    this.hash.update(piece);
    this.bytes += piece.length;
    [this.unwrittenTexts, this.unwrittenCharacters] = [[], 0];
  }

  /** Syncs the file to disk and closes it. */
  close(): BundlePart {
    this.flush();
    fsyncSync(this.handle);
    closeSync(this.handle);
    return { name: this.name, bytes: this.bytes, lines: this.lines, sha256: this.hash.digest('hex') };
  }
}

/**
 * A folder of files that gets its name only when it is complete: it is written beside its target, readable
 * for its owner alone, and renamed at the end.
 */
class BundleFolder {
  private readonly draft: string;
  private readonly openFiles = new Map<string, PartFile>();
  private readonly target: string;

  /** @throws WrongRequest where the target is a file or a folder with content, or its parent is missing */
  constructor(target: string) {
    this.target = resolve(target);
    checkTarget(this.target, target);
    // `mkdtempSync` makes a folder that only its owner can read.
    this.draft = mkdtempSync(`${this.target}.unfinished-`);
  }

  /** Adds a line to a file. The first line makes the file. */
  addLine(name: string, text: string): void {
    this.file(name).add(`${text}\n`);
  }

  /** Returns a file of the folder. Creates it if it is missing, even if nothing will be written to it. */
  file(name: string): PartFile {
    const file = this.openFiles.get(name) ?? new PartFile(this.draft, name);
    this.openFiles.set(name, file);
    return file;
  }

  /** Closes all open files, in the order of their making. */
  close(): readonly BundlePart[] {
    const parts = [...this.openFiles.values()].map((file) => file.close());
    this.openFiles.clear();
    return parts;
  }

  /** Renames the finished folder to its target. */
  publish(): void {
    checkTarget(this.target, this.target);
    // Fails where another program wrote into the folder meanwhile.
    if (existsSync(this.target)) rmdirSync(this.target);
    renameSync(this.draft, this.target);
  }

  /** Removes the folder where it was not published. */
  discard(): void {
    for (const file of this.openFiles.values()) file.close();
    this.openFiles.clear();
    rmSync(this.draft, { recursive: true, force: true });
  }
}

function checkTarget(path: string, shownPath: string): void {
  const parent = dirname(path);
  if (!existsSync(parent)) throw new WrongRequest('no_folder', `There is no folder ${parent}.`);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory())
    throw new WrongRequest('not_a_folder', `${shownPath} is there already and no folder.`);
  if (readdirSync(path).length > 0)
    throw new WrongRequest('not_empty', `${shownPath} is there already and not empty.`);
}
