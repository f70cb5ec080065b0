/**
 * Makes and checks proofs for somebody who doesn't see the whole statement: that one line is in the account's
 * tree, and that the tree of the month before is its beginning (`docs/statements.md`, "Proofs").
 */
import { lineBytesOf } from '../../../platform/src/files/lines-of-file.js';
import { canonicalJson } from '../format/facts.js';
import type { StatementHeader, StatementHead } from '../format/head.js';
import { treeFrom } from '../merkle/compact-range.js';
import {
  ProofMaker,
  consistencyRanges,
  inclusionRanges,
  provesConsistency,
  provesInclusion,
  type LeafRange,
  type TreeHead,
} from '../merkle/proofs.js';
import { parseHash, parseHashes, type TreeHash } from '../merkle/tree-hash.js';
import { chargeFault } from './figures.js';
import { lineFault, signedHeadFault } from './line-faults.js';
import { factIn, parseStatementLine, type ParsedFact } from './parse-line.js';
import { isObject, isPlainJson, isProof, parsedJson } from './shapes.js';
import type { TrustedKey } from './public-keys.js';
import type { StatementFinding } from './line-checker.js';

export const PROOF_FORMAT = 'company-data-statement-proof-1';

export interface SignedHead {
  readonly head: StatementHead;
  readonly signature: string;
}

export type StatementProof = { readonly format: typeof PROOF_FORMAT } & (
  | {
      readonly proof: 'inclusion';
      readonly statement: SignedHead;
      /** A line of the statement. */
      readonly entry: Readonly<Record<string, unknown>>;
      readonly path: readonly string[];
    }
  | {
      readonly proof: 'consistency';
      readonly earlier: SignedHead;
      readonly later: SignedHead;
      readonly path: readonly string[];
    }
);

/** The file can't give the requested proof. */
export class NoProofError extends Error {
  override readonly name = 'NoProofError';
}

interface StatementEnds extends SignedHead {
  readonly header: StatementHeader;
  /** The requested line. */
  readonly line: ParsedFact | null;
}

/** @throws NoProofError where the file is no statement */
async function endsOf(path: string, lineNumber: number): Promise<StatementEnds> {
  let [header, line, number]: [StatementHeader | null, ParsedFact | null, number] = [null, null, 0];
  let last: Buffer = Buffer.alloc(0);
  for await (const bytes of lineBytesOf(path)) {
    last = bytes;
    if (++number !== 1 && number !== lineNumber) continue;
    const parsed = parseStatementLine(bytes.toString('utf8'));
    if (number === 1 && parsed?.kind === 'header') header = parsed.header;
    if (number === lineNumber && parsed !== null && 'hash' in parsed) line = parsed;
  }
  const end = parseStatementLine(last.toString('utf8'));
  if (header === null || end?.kind !== 'head') throw new NoProofError(`${path} is no statement`);
  return { header, line, head: end.head, signature: end.signature };
}

/** The hashes of these ranges of the tree, from the tree before the statement and the statement's lines. */
async function hashesOf(
  path: string,
  header: StatementHeader,
  ranges: readonly LeafRange[],
): Promise<readonly TreeHash[]> {
  const maker = new ProofMaker(ranges);
  const before = treeFrom(header.previous.tree_size, parseHashes(header.previous.frontier) ?? []);
  try {
    for (const subtree of before?.subtrees ?? []) maker.addSubtree(subtree);
    for await (const bytes of lineBytesOf(path)) {
      const line = parseStatementLine(bytes.toString('utf8'));
      if (line !== null && 'hash' in line) maker.addSubtree({ start: line.index, level: 0, hash: line.hash });
    }
    return maker.hashes();
  } catch (error) {
    if (error instanceof RangeError) throw new NoProofError(`${path} has not the lines that its head names`);
    throw error;
  }
}

const hex = (hashes: readonly TreeHash[]): string[] => hashes.map((hash) => hash.toString('hex'));

/**
 * Proves that a line of a statement is in the signed tree.
 * @param number the line's number in the file, from 1
 * @throws NoProofError
 */
export async function proveLine(path: string, number: number): Promise<StatementProof> {
  const { header, line, head, signature } = await endsOf(path, number);
  if (line === null)
    throw new NoProofError(
      `line ${number} of ${path} is none of a charge or an adjustment: those are lines 2 to ${head.entries + 1}`,
    );
  const hashes = await hashesOf(path, header, inclusionRanges(line.index, head.tree_size));
  const { kind, fact, index, leaf, salt } = line;
  const proof: StatementProof = {
    format: PROOF_FORMAT,
    proof: 'inclusion',
    statement: { head, signature },
    entry: { [kind]: fact, index, leaf, salt },
    path: hex(hashes),
  };
  if (!verifyInclusion(proof))
    throw new NoProofError(`${path} is not as it was signed; statements verify says where`);
  return proof;
}

/**
 * Proves that the tree of an older statement of the account is the beginning of this one's tree.
 * @throws NoProofError
 */
export async function proveSince(path: string, older: string): Promise<StatementProof> {
  const [later, earlier] = [await endsOf(path, 0), await endsOf(older, 0)];
  const problem = notConsecutive(earlier.head, later.head);
  if (problem !== null) throw new NoProofError(problem);
  const { tree_size: size } = earlier.head;
  const ranges = size === 0 ? [] : consistencyRanges(size, later.head.tree_size);
  const proof: StatementProof = {
    format: PROOF_FORMAT,
    proof: 'consistency',
    earlier: { head: earlier.head, signature: earlier.signature },
    later: { head: later.head, signature: later.signature },
    path: hex(await hashesOf(path, later.header, ranges)),
  };
  if (!verifyConsistency(proof))
    throw new NoProofError(`${path} does not go on from ${older}, or one of them was changed`);
  return proof;
}

function notConsecutive(earlier: StatementHead, later: StatementHead): string | null {
  if (earlier.account_id !== later.account_id) return 'the two statements are of different accounts';
  if (earlier.partial || later.partial)
    return 'a partial statement has a tree of its own, which nothing goes on from';
  if (later.month <= earlier.month) return `${later.month} is not after ${earlier.month}`;
  if (earlier.tree_size === later.previous_tree_size && earlier.root !== later.previous_root)
    return `the statement of ${later.month} goes on from another tree than that of ${earlier.month}`;
  return earlier.tree_size === later.previous_tree_size
    ? null
    : `the statement of ${later.month} goes on from a tree of ${later.previous_tree_size} leaves, that of ${earlier.month} ends with ${earlier.tree_size}: prove it from the statement just before it`;
}

const verifyInclusion = ({
  entry,
  path,
  statement,
}: Extract<StatementProof, { proof: 'inclusion' }>): boolean =>
  provenEntry(entry, path, statement.head) !== null;

/** The statement's line that this path proves to be in the tree of the head; null where it proves nothing. */
export function provenEntry(
  entry: Readonly<Record<string, unknown>>,
  hashes: readonly string[],
  head: StatementHead,
): ParsedFact | null {
  const [root, path] = [parseHash(head.root), parseHashes(hashes)];
  const line = factIn(entry, canonicalJson(entry));
  if (root === null || path === null || line === null || line.hash.toString('hex') !== line.leaf) return null;
  const { hash: leaf, index } = line;
  const isOfStatement = index >= head.previous_tree_size && factFault(line, head) === null;
  return isOfStatement && provesInclusion({ leaf, index, size: head.tree_size, root }, path) ? line : null;
}

/** The signed head in a text, or why it can't be trusted. */
export function checkedHead(
  text: string,
  keys: readonly TrustedKey[],
): { readonly head: StatementHead } | { readonly fault: Omit<StatementFinding, 'line'> } {
  const line = parseStatementLine(text);
  if (line?.kind !== 'head')
    return { fault: { code: 'changed', detail: 'The head is that of no statement.' } };
  const fault = signedHeadFault('The head', line, keys);
  return fault === null ? { head: line.head } : { fault };
}

const factFault = (line: ParsedFact, head: StatementHead): string | null =>
  lineFault(line, head) ?? (line.kind === 'charge' ? chargeFault(line.fact) : null);

const treeHeadOf = ({ tree_size: size, root }: StatementHead): TreeHead | null => {
  const hash = parseHash(root);
  return hash === null ? null : { size, root: hash };
};

function verifyConsistency({
  earlier,
  later,
  path,
}: Extract<StatementProof, { proof: 'consistency' }>): boolean {
  const [first, second, hashes] = [treeHeadOf(earlier.head), treeHeadOf(later.head), parseHashes(path)];
  if (first === null || second === null || hashes === null) return false;
  return notConsecutive(earlier.head, later.head) === null && provesConsistency(first, second, hashes);
}

/** A checked proof. Without findings it proves what it claims. */
export interface CheckedProof {
  /** The parsed text. If there are findings, its parts may have any form. */
  readonly proof: StatementProof;
  readonly findings: readonly StatementFinding[];
}

/** Checks a text that claims to be a proof; null where it is something else. */
export function checkProof(text: string, keys: readonly TrustedKey[]): CheckedProof | null {
  const value = parsedJson(text);
  if (!isObject(value) || value['format'] !== PROOF_FORMAT) return null;
  const proof = value as StatementProof;
  return { proof, findings: isPlainJson(text, value) ? findingsIn(proof, keys) : [UNREADABLE] };
}

const changedFinding = (detail: string): StatementFinding => ({ line: null, code: 'changed', detail });
const UNREADABLE = changedFinding(
  'It is no proof: it lacks a part, has another one, or a part is of another form, or a name stands twice.',
);

function findingsIn(proof: StatementProof, keys: readonly TrustedKey[]): StatementFinding[] {
  if (!isProof(proof)) return [UNREADABLE];
  const heads = proof.proof === 'inclusion' ? [proof.statement] : [proof.earlier, proof.later];
  const findings = heads.flatMap((signed) => {
    const fault = signedHeadFault('The head', signed, keys);
    return fault === null ? [] : [{ line: null, ...fault }];
  });
  if (findings.length > 0) return findings;
  const holds = proof.proof === 'inclusion' ? verifyInclusion(proof) : verifyConsistency(proof);
  if (holds) return [];
  return proof.proof === 'inclusion'
    ? [changedFinding('The line and the path do not give the signed head.')]
    : [changedFinding('The path does not lead from the earlier signed head to the later one.')];
}
