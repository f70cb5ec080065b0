/**
 * Whether a file is a statement as it was signed, from the file and the public keys alone; where it is not,
 * which of its lines was changed, added, dropped or moved. Of a line only its id and its row are kept, to
 * find it when it comes twice; its hash where one has to be found by the locators.
 */
import { parseHashes, type TreeHash } from '../merkle/tree-hash.js';
import { locate, type Located } from './locate.js';
import { parseLine } from './parse-line.js';
import type { TrustedKey } from './public-keys.js';
import { StatementCheck } from './statement-check.js';

/** What is checked: on a disk, or in a browser. */
export interface StatementFile {
  /** In bytes. */
  readonly size: number;
  /** From the first on, at each call; without their line feeds. */
  readonly lines: () => AsyncIterable<Buffer>;
}

/** @param onLines called from time to time with how many lines were read, and waited for */
export async function checkStatement(
  file: StatementFile,
  keys: readonly TrustedKey[],
  onLines: (lines: number) => unknown = () => undefined,
): Promise<StatementCheck> {
  const check = new StatementCheck(keys);
  let lines = 0;
  for await (const bytes of file.lines()) {
    check.see(bytes);
    if (++lines % 10_000 === 0) await onLines(lines);
  }
  if (check.end(file.size)) tellLocated(check, await locatedIn(file, check));
  return check;
}

async function locatedIn(file: StatementFile, { head }: StatementCheck): Promise<Located | null> {
  const leaves: TreeHash[] = [];
  for await (const bytes of file.lines()) {
    const line = parseLine(bytes.toString('utf8'));
    if (line !== null && 'hash' in line) leaves.push(line.hash);
  }
  return head === null ? null : locate(leaves, head.entries, parseHashes(head.locators) ?? []);
}

/** The header is the first line: the entry at place 0 stands on line 2. */
const lineOf = (place: number): number => place + 2;

function tellLocated(check: StatementCheck, located: Located | null): void {
  const found = (line: number | null, code: Located['code'], detail: string): void =>
    check.found(line, code, `${detail}, although the file agrees with itself.`);
  switch (located?.code) {
    case 'changed':
      return found(lineOf(located.place), 'changed', 'It is not the line that was signed');
    case 'added':
      return found(lineOf(located.place), 'added', 'It is none of the lines that were signed');
    case 'dropped':
      return found(lineOf(located.place), 'dropped', 'A line that was signed is missing before it');
    case 'reordered':
      found(lineOf(located.place), 'reordered', `It was signed as line ${lineOf(located.other)}`);
      return found(lineOf(located.other), 'reordered', `It was signed as line ${lineOf(located.place)}`);
    case undefined:
      return tellUnlocated(check);
  }
}

function tellUnlocated(check: StatementCheck): void {
  const missing = (check.head?.entries ?? 0) - check.entries;
  if (missing > 0)
    check.found(lineOf(check.entries), 'dropped', `Lines missing, before it or further up: ${missing}.`);
  else check.found(null, 'changed', 'More than one line is not as it was signed; which, can not be told.');
}
