/** Reads the lines of a signed statement's file, each with the proof that it is in the statement. */
import { lineBytesOf } from '../../../packages/platform/src/files/lines-of-file.js';
import { parseStatementLine } from '../../../packages/statement-check/src/check/parse-line.js';
import { treeFrom } from '../../../packages/statement-check/src/merkle/compact-range.js';
import { EveryPath } from '../../../packages/statement-check/src/merkle/every-path.js';
import { parseHash, parseHashes } from '../../../packages/statement-check/src/merkle/tree-hash.js';
import { exportLines } from './export-line.js';
import type { WrittenLine } from './formats.js';

/** The file isn't the statement that was signed. */
export class WrongStatementError extends Error {
  override readonly name = 'WrongStatementError';
}

const LEAF_FIELD = Buffer.from('"leaf":"');
const HASH_DIGITS = 64;

/** Yields the lines. The file is read twice: first its leaves, then its lines. @throws WrongStatementError */
export async function* statementLines(file: string): AsyncGenerator<WrittenLine> {
  const { paths, head, headText } = await readTree(file);
  let isFirst = true;
  for await (const bytes of lineBytesOf(file)) {
    const entry = bytes.toString('utf8');
    const line = parseStatementLine(entry);
    if (line === null) throw new WrongStatementError(`${file} has a line that is not a line of a statement`);
    if (!('hash' in line)) continue;
    const path = paths
      .path(line.index)
      .map((hash) => hash.toString('hex'))
      .join(' ');
    for (const exported of exportLines(line, head.month, true)) {
      yield { ...exported, proof: { entry, path, head: isFirst ? headText : null } };
      isFirst = false;
    }
  }
}

async function readTree(file: string) {
  let paths: EveryPath | null = null;
  let lastLine: Buffer = Buffer.alloc(0);
  for await (const bytes of lineBytesOf(file)) {
    lastLine = bytes;
    if (paths === null) {
      paths = new EveryPath(previousSubtrees(bytes.toString('utf8')));
      continue;
    }
    // No free text follows the leaf in a line, so the last match is the leaf. The root is checked below.
    const fieldStart = bytes.lastIndexOf(LEAF_FIELD);
    const start = fieldStart + LEAF_FIELD.length;
    const leaf = fieldStart < 0 ? null : parseHash(bytes.toString('latin1', start, start + HASH_DIGITS));
    if (leaf !== null) paths.push(leaf);
  }
  const headText = lastLine.toString('utf8');
  const parsed = parseStatementLine(headText);
  if (paths === null || parsed?.kind !== 'head' || paths.root().toString('hex') !== parsed.head.root)
    throw new WrongStatementError(
      `${file} is not the statement that was signed; statements verify says where`,
    );
  return { paths, head: parsed.head, headText };
}

/** Returns the subtrees of the previous statement's tree, from the header. */
function previousSubtrees(headerText: string) {
  const line = parseStatementLine(headerText);
  if (line?.kind !== 'header') throw new WrongStatementError('a statement begins with its header');
  const { tree_size, frontier } = line.header.previous;
  return treeFrom(tree_size, parseHashes(frontier) ?? [])?.subtrees ?? [];
}
