/** Keeps the files of complete statements in `DATA_DIR/statements`. Each can be made again from the log. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../../../packages/platform/src/errors/error-code.js';
import { privateFolder } from '../../../packages/platform/src/secrets/private-files.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { IssuedStatement } from '../../streams/statement/statement.decider.js';
import { headText } from '../../../packages/statement-check/src/format/head.js';

type SignedHead = Pick<IssuedStatement, 'head' | 'signature'>;

export const statementFileName = (account: AccountId, month: string): string =>
  `statement-${account}-${month}.ndjson`;

/** Returns the path of a kept statement, whose folder may be missing. @param month YYYY-MM */
export const keptStatementPath = (dataDir: string, account: AccountId, month: string): string =>
  join(dataDir, 'statements', statementFileName(account, month));

/** Keeps a copy of a complete statement's file, so that no customer waits while it is made again. */
export async function keepStatement(
  dataDir: string,
  { head }: Pick<SignedHead, 'head'>,
  file: string,
): Promise<void> {
  if (head.partial) return;
  const path = keptStatementPath(dataDir, head.account_id, head.month);
  if (file === path) return;
  privateFolder(dirname(path));
  const draft = `${path}.${process.pid}.unfinished`;
  try {
    await copyFile(file, draft);
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Returns true if the file exists and ends with this statement's signed head, so that it is complete. */
export async function fileEndsWith(path: string, { head, signature }: SignedHead): Promise<boolean> {
  const end = `\n${headText(head, signature)}\n`;
  return (await readFilePart(path, end.length, (size) => size - end.length)) === end;
}

/** Reads a part of a file; null where the file is missing. @param findStart returns the part's offset */
export async function readFilePart(
  path: string,
  byteCount: number,
  findStart: (size: number) => number,
): Promise<string | null> {
  try {
    const handle = await open(path, 'r');
    try {
      const start = Math.max(findStart((await handle.stat()).size), 0);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(byteCount), 0, byteCount, start);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

const MAX_CACHED_DIGESTS = 1_000;
const digestByVersion = new Map<string, string>();

/** Returns the SHA-256 of a file in hexadecimal digits, cached for each version of the file. */
export async function fileDigest(path: string): Promise<string> {
  const { size, mtimeMs, ino } = await stat(path);
  const version = `${path} ${size} ${mtimeMs} ${ino}`;
  const cachedDigest = digestByVersion.get(version);
  if (cachedDigest !== undefined) return cachedDigest;
  const hash = createHash('sha256');
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  const digest = hash.digest('hex');
  if (digestByVersion.size >= MAX_CACHED_DIGESTS) digestByVersion.clear();
  digestByVersion.set(version, digest);
  return digest;
}
