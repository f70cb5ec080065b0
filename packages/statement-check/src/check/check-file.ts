/**
 * Checks a statement's file with the public keys alone. If the file differs from what was signed, the check
 * finds the line that was changed, added, dropped or moved. Memory holds only the ids and rows of lines, to
 * find repeated lines, and the hashes if the locators must find a line.
 */
import { parseHashes, type TreeHash } from '../merkle/tree-hash.js';
import { EarlierStatements } from './earlier-statements.js';
import { locateFault, type LocatedFault } from './locate.js';
import { parseStatementLine } from './parse-line.js';
import type { TrustedKey } from './public-keys.js';
import { LineChecker } from './line-checker.js';

/** The file to check, on a disk or in a browser. */
export interface CheckedFile {
  /** Size in bytes. */
  readonly size: number;
  /** Reads the lines, without line feeds, from the first. It is called more than once. */
  readonly lines: () => AsyncIterable<Buffer>;
}

/**
 * @param onLines called regularly with the number of lines read; the check waits for it
 * @param earlier the account's statements that were checked before, in the order of their months
 */
export async function checkStatementFile(
  file: CheckedFile,
  keys: readonly TrustedKey[],
  onLines: (lines: number) => unknown = () => undefined,
  earlier = new EarlierStatements(),
): Promise<LineChecker> {
  const check = new LineChecker(keys, earlier);
  let lines = 0;
  for await (const bytes of file.lines()) {
    check.addLine(bytes);
    if (++lines % 10_000 === 0) await onLines(lines);
  }
  if (check.end(file.size)) reportLocated(check, await locateInFile(file, check));
  earlier.end(check.head, check.findingsTotal === 0);
  return check;
}

async function locateInFile(file: CheckedFile, { head }: LineChecker): Promise<LocatedFault | null> {
  const leaves: TreeHash[] = [];
  for await (const bytes of file.lines()) {
    const line = parseStatementLine(bytes.toString('utf8'));
    if (line !== null && 'hash' in line) leaves.push(line.hash);
  }
  return head === null ? null : locateFault(leaves, head.entries, parseHashes(head.locators) ?? []);
}

/** The line number of an entry. The header is line 1, so the entry at place 0 is line 2. */
const lineOf = (place: number): number => place + 2;

function reportLocated(check: LineChecker, fault: LocatedFault | null): void {
  const report = (line: number | null, code: LocatedFault['code'], detail: string): void =>
    check.report(line, code, `${detail}, although the file agrees with itself.`);
  switch (fault?.code) {
    case 'changed':
      return report(lineOf(fault.place), 'changed', 'It is not the line that was signed');
    case 'added':
      return report(lineOf(fault.place), 'added', 'It is none of the lines that were signed');
    case 'dropped':
      return report(lineOf(fault.place), 'dropped', 'A line that was signed is missing before it');
    case 'reordered':
      report(lineOf(fault.place), 'reordered', `It was signed as line ${lineOf(fault.other)}`);
      return report(lineOf(fault.other), 'reordered', `It was signed as line ${lineOf(fault.place)}`);
    case undefined:
      return reportUnlocated(check);
  }
}

function reportUnlocated(check: LineChecker): void {
  const missing = (check.head?.entries ?? 0) - check.entries;
  if (missing > 0)
    check.report(lineOf(check.entries), 'dropped', `Lines missing, before it or further up: ${missing}.`);
  else check.report(null, 'changed', 'More than one line is not as it was signed; which, can not be told.');
}
