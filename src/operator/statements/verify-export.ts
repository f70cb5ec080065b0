/**
 * Checks an export with proofs from the file and public keys alone. Each line must follow from a line of the
 * signed statement, and none may be altered, dropped or added. Such an export has the statement's sums.
 */
import { z } from 'zod';
import { lineBytesOf } from '../../../packages/platform/src/files/lines-of-file.js';
import { checkedHead, provenEntry } from '../../../packages/statement-check/src/check/proof.js';
import type { StatementFinding } from '../../../packages/statement-check/src/check/line-checker.js';
import type { TrustedKey } from '../../../packages/statement-check/src/check/public-keys.js';
import { canonicalJson } from '../../../packages/statement-check/src/format/facts.js';
import type { StatementHead } from '../../../packages/statement-check/src/format/head.js';
import { exportLines } from '../../billing/export/export-line.js';
import {
  FORMATS,
  PROVABLE_FORMATS,
  type LineProof,
  type ProvableFormat,
} from '../../billing/export/formats.js';

/** The format of an export with proofs, by its first line; null for any other file. */
export const provenFormatOf = (firstLine: string): ProvableFormat | null =>
  PROVABLE_FORMATS.find((format) =>
    format === 'cloudevents'
      ? eventProof(firstLine) !== null
      : FORMATS[format].columnNamesLine(true) === `${firstLine}\n`,
  ) ?? null;

const provenEvent = z.object({
  specversion: z.literal('1.0'),
  data: z.object({ proof: z.object({ entry: z.string(), path: z.string(), head: z.string().nullable() }) }),
});
const jsonObject = z.record(z.string(), z.unknown());

function parseAs<T>(shape: z.ZodType<T>, text: string): T | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const eventProof = (text: string): LineProof | null => parseAs(provenEvent, text)?.data.proof ?? null;

const PROOF_CELLS = 3;

/** Returns the proof in a line without checking it; null where the line has none. */
function proofIn(format: ProvableFormat, text: string): LineProof | null {
  if (format === 'cloudevents') return eventProof(text);
  const [entry, path, head] = text.replace(/\r$/, '').split(',').slice(-PROOF_CELLS);
  if (entry === undefined || path === undefined || head === undefined) return null;
  const decode = (cell: string): string => Buffer.from(cell, 'base64url').toString('utf8');
  return { entry: decode(entry), path, head: head === '' ? null : decode(head) };
}

/** Ends the check at a line that doesn't fit: the lines after it can't be judged. */
class LineError extends Error {
  constructor(readonly finding: StatementFinding) {
    super(finding.detail);
  }
}

/** Stops at the first line that differs, so there is at most one finding. */
export async function checkExport(
  file: string,
  format: ProvableFormat,
  keys: readonly TrustedKey[],
  onLines: (lines: number) => void,
) {
  const check = new LinesCheck(format, keys);
  let lineNumber = 0;
  try {
    for await (const bytes of lineBytesOf(file)) {
      lineNumber++;
      if (lineNumber > 1 || format === 'cloudevents') check.add(lineNumber, bytes);
      if (lineNumber % 10_000 === 0) onLines(lineNumber);
    }
    check.end();
    return { head: check.head, findings: [], findingsTotal: 0 };
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    return { head: check.head, findings: [error.finding], findingsTotal: 1 };
  }
}

type Fail = (code: StatementFinding['code'], detail: string) => never;

class LinesCheck {
  head: StatementHead | null = null;
  /** The index of the next line of the statement in the account's tree. */
  private nextIndex = 0;
  /** The lines that the file must still have for the current line of the statement, as bytes. */
  private expectedLines: readonly Buffer[] = [];

  constructor(
    private readonly format: ProvableFormat,
    private readonly keys: readonly TrustedKey[],
  ) {}

  add(lineNumber: number, bytes: Buffer): void {
    const fail: Fail = (code, detail) => {
      throw new LineError({ line: lineNumber, code, detail });
    };
    if (this.expectedLines.length === 0) this.beginStatementLine(bytes.toString('utf8'), fail);
    const [expectedLine, ...rest] = this.expectedLines;
    if (expectedLine?.equals(bytes) !== true)
      fail(
        'changed',
        'It is not the line that follows from the statement: it was altered, dropped or added.',
      );
    this.expectedLines = rest;
  }

  /** Begins the next line of the statement. @param text its first line in the file, which has the proof */
  private beginStatementLine(text: string, fail: Fail): void {
    const proof = proofIn(this.format, text) ?? fail('changed', 'It has no proof.');
    // Only the first line of the file has the head.
    const firstHead = this.head === null ? proof.head : null;
    const head = (this.head ??= this.beginStatement(proof, fail));
    const entry = parseAs(jsonObject, proof.entry);
    const path = proof.path === '' ? [] : proof.path.split(' ');
    const line = entry === null ? null : provenEntry(entry, path, head);
    if (line === null || canonicalJson(entry) !== proof.entry)
      return fail('changed', 'The line and the path do not give the signed head.');
    if (line.index !== this.nextIndex)
      fail(
        line.index > this.nextIndex ? 'dropped' : 'added',
        `It is of place ${line.index} of the statement; that of place ${this.nextIndex} is due.`,
      );
    this.nextIndex++;
    const format = FORMATS[this.format];
    this.expectedLines = exportLines(line, head.month, true).map((exported, index) => {
      const writtenLine = format.lineText({
        ...exported,
        proof: { ...proof, head: index === 0 ? firstHead : null },
      });
      // Lines are read without their line feeds.
      return Buffer.from(writtenLine.slice(0, -1));
    });
  }

  private beginStatement(proof: LineProof, fail: Fail): StatementHead {
    if (proof.head === null)
      return fail('dropped', 'The signed head that the first line carries is missing.');
    const headCheck = checkedHead(proof.head, this.keys);
    if ('fault' in headCheck) return fail(headCheck.fault.code, headCheck.fault.detail);
    this.nextIndex = headCheck.head.previous_tree_size;
    return headCheck.head;
  }

  end(): void {
    const fail = (detail: string): never => {
      throw new LineError({ line: null, code: 'dropped', detail });
    };
    if (this.head === null) return fail('It has no lines, so it names no statement.');
    const missingLines = this.head.tree_size - this.nextIndex;
    if (missingLines > 0 || this.expectedLines.length > 0)
      fail(`Lines are missing at its end: ${missingLines} lines of the statement have none here.`);
  }
}
