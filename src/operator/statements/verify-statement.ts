/**
 * Checks statements, exports with proofs, single proofs and evidence of disputes as an outsider does: from
 * the files and public keys, without a store.
 */
import { createReadStream, existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { checkStatementFile } from '../../../packages/statement-check/src/check/check-file.js';
import { checkEvidence } from '../../../packages/statement-check/src/check/evidence.js';
import { EarlierStatements } from '../../../packages/statement-check/src/check/earlier-statements.js';
import { parseStatementLine } from '../../../packages/statement-check/src/check/parse-line.js';
import {
  NoProofError,
  checkProof,
  proveLine,
  proveSince,
  type StatementProof,
} from '../../../packages/statement-check/src/check/proof.js';
import { parseKeys, type TrustedKey } from '../../../packages/statement-check/src/check/public-keys.js';
import type { StatementFinding } from '../../../packages/statement-check/src/check/line-checker.js';
import { lineBytesOf } from '../../../packages/platform/src/files/lines-of-file.js';
import type { StatementHead } from '../../../packages/statement-check/src/format/head.js';
import type { StatementTotals } from '../../../packages/statement-check/src/format/totals.js';
import { checkExport, provenFormatOf } from './verify-export.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

export type StatementCheckReport = ReturnType<typeof reportOf>;

/** A proof has some kilobytes. A larger file is not read as a proof. */
const MAX_PROOF_BYTES = 10_000_000;

/**
 * Checks files, and compares each statement with the account's earlier statements among these files. Reports
 * of statements are sorted by account and month. They come after the reports of proofs and other files.
 */
export async function verifyStatements(
  files: readonly string[],
  keys: readonly TrustedKey[],
  onLines: (lines: number) => void,
): Promise<readonly StatementCheckReport[]> {
  const earlierStatements = new EarlierStatements();
  const sortedFiles = await Promise.all(
    files.map(async (file) => ({ file, ...(await accountAndMonthOf(file)) })),
  );
  sortedFiles.sort((a, b) => a.account - b.account || a.month.localeCompare(b.month));
  const reports: StatementCheckReport[] = [];
  for (const { file } of sortedFiles)
    reports.push(await verifyStatement(file, keys, onLines, earlierStatements));
  return reports;
}

/** Returns the account and the month of a statement's first line; 0 and empty for other files. */
async function accountAndMonthOf(
  file: string,
): Promise<{ readonly account: number; readonly month: string }> {
  checkedSizeOf(file);
  for await (const bytes of lineBytesOf(file)) {
    const line = parseStatementLine(bytes.toString('utf8'));
    if (line?.kind === 'header') return { account: line.header.account_id, month: line.header.month };
    break;
  }
  return { account: 0, month: '' };
}

export async function verifyStatement(
  file: string,
  keys: readonly TrustedKey[],
  onLines: (lines: number) => void,
  earlierStatements = new EarlierStatements(),
): Promise<StatementCheckReport> {
  const size = checkedSizeOf(file);
  const proofCheck = size <= MAX_PROOF_BYTES ? checkProof(readFileSync(file, 'utf8'), keys) : null;
  if (proofCheck !== null) {
    const { proof, findings } = proofCheck;
    return reportOf(file, proof.proof, { head: headOf(proof), findings, findingsTotal: findings.length });
  }
  const format = provenFormatOf(await firstLineOf(file));
  if (format !== null) return reportOf(file, 'export', await checkExport(file, format, keys, onLines));
  const statement = { size, lines: () => lineBytesOf(file) };
  return reportOf(file, 'statement', await checkStatementFile(statement, keys, onLines, earlierStatements));
}

/** Returns the first line, or only its beginning: a file that isn't text may have a very long line. */
async function firstLineOf(file: string): Promise<string> {
  for await (const bytes of lineBytesOf(file)) return bytes.toString('utf8', 0, MAX_PROOF_BYTES);
  return '';
}

const headOf = (proof: StatementProof): StatementHead | null =>
  (proof.proof === 'inclusion' ? proof.statement : proof.later)?.head ?? null;

function reportOf(
  file: string,
  kind: 'statement' | 'export' | StatementProof['proof'],
  {
    head,
    findings,
    findingsTotal: findings_total,
    sums,
  }: {
    readonly head: StatementHead | null;
    readonly findings: readonly StatementFinding[];
    readonly findingsTotal: number;
    readonly sums?: StatementTotals;
  },
) {
  const ok = findings_total === 0;
  return {
    ok,
    file,
    kind,
    /** The account of the signed head; null without a head. A consistency proof gives the later head. */
    account_id: head?.account_id ?? null,
    month: head?.month ?? null,
    partial: head?.partial ?? null,
    entries: head?.entries ?? null,
    tree_size: head?.tree_size ?? null,
    root: head?.root ?? null,
    issued_at: head?.issued_at ?? null,
    key_id: head?.key_id ?? null,
    /** The totals of a statement; null if there are findings. */
    totals: ok && sums !== undefined ? sums : null,
    /** The first hundred findings. */
    findings,
    findings_total,
  };
}

function checkedSizeOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) throw new WrongRequest('no_file', `There is no file ${file}.`);
  return stats.size;
}

/** Reads public keys from a file, or from the text itself. */
export function readTrustedKeys(text: string): readonly TrustedKey[] {
  const keys = parseKeys(existsSync(text) ? readFileSync(text, 'utf8') : text);
  if (keys === null)
    throw new WrongRequest(
      'no_public_key',
      'That is no public key of Ed25519: give 64 hexadecimal digits, PEM, a JSON Web Key Set, or a file with one of them.',
    );
  return keys;
}

/** @param subject a line of the file, from 1, or the file of an older statement */
export async function proveStatement(
  file: string,
  subject: { readonly line: number } | { readonly since: string },
): Promise<StatementProof> {
  checkedSizeOf(file);
  if ('since' in subject) checkedSizeOf(subject.since);
  try {
    return 'line' in subject ? await proveLine(file, subject.line) : await proveSince(file, subject.since);
  } catch (error) {
    if (error instanceof NoProofError) throw new NotDone('no_proof', `${error.message}.`);
    throw error;
  }
}

export type EvidenceReport = Awaited<ReturnType<typeof verifyEvidence>>;

export const isFolder = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Checks the evidence of a dispute. @param folder the path of a folder that exists */
export async function verifyEvidence(folder: string, keys: readonly TrustedKey[]) {
  const files = readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    name: entry.name,
    pieces: entry.isFile() ? () => createReadStream(join(folder, entry.name)) : null,
  }));
  const { manifest, key_id, findings } = await checkEvidence(files, keys);
  return {
    ok: findings.length === 0,
    file: folder,
    kind: 'evidence' as const,
    account_id: manifest?.account_id ?? null,
    job_id: manifest?.job_id ?? null,
    taken_at: manifest?.taken_at ?? null,
    key_id,
    findings,
  };
}
