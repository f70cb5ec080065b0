/** Statements as tests speak of them: written from a log in memory, signed with a key of the test. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  STATEMENT_FORMAT,
  headText,
  signedBytes,
  type StatementFormat,
} from '../../../packages/statement-check/src/format/head.js';
import { signingKey } from '../../../packages/statement-check/src/format/signature.js';
import type { TrustedKey } from '../../../packages/statement-check/src/check/public-keys.js';
import {
  STATEMENT_CATEGORIES,
  StatementWriter,
} from '../../../src/billing/statements/write/statement-writer.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import type { MonthRules, PriceAgreement } from '../../../src/streams/account/account.state.js';
import type { IssuedStatement } from '../../../src/streams/statement/statement.decider.js';
import { temporaryFolder } from '../system/temporary-folder.js';
import { ACCOUNT } from '../logs/job-builders.js';
import type { LogBuilder } from '../logs/log-builder.js';

/** The private key of RFC 8032, 7.1, test 1: known to everybody. */
export const PRIVATE_KEY = `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
-----END PRIVATE KEY-----
`;
export const KEY_OF_TESTS = signingKey(PRIVATE_KEY);
export const TRUSTED: readonly TrustedKey[] = [KEY_OF_TESTS];

/** Of the account of tests. */
export const LEAF_SECRET = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const ISSUED_AT = '2026-12-01T00:10:00.000Z';

export interface StatementOrder {
  readonly month: string;
  readonly partial?: boolean;
  readonly earlier?: readonly IssuedStatement[];
  readonly agreements?: readonly PriceAgreement[];
  readonly monthRules?: readonly MonthRules[];
  readonly format?: StatementFormat;
  readonly issuedAt?: string;
  /** The statement that is written again. */
  readonly issued?: IssuedStatement;
}

export interface WrittenForTest {
  /** The whole file. */
  readonly text: string;
  readonly issued: IssuedStatement;
}

/** The statement of the account of tests, of everything in the log. */
export async function aStatement(log: LogBuilder, order: StatementOrder): Promise<WrittenForTest> {
  const { month, partial = false, earlier = [], agreements = [], format = STATEMENT_FORMAT } = order;
  const { issuedAt: issued_at = ISSUED_AT, issued = null } = order;
  const writer = new StatementWriter({
    format,
    account: ACCOUNT,
    month,
    partial,
    earlierStatements: earlier,
    agreements,
    monthRules: order.monthRules ?? [],
    secret: LEAF_SECRET,
    issued,
  });
  const page = await log.store.readAll({ after: LOG_START, categories: STATEMENT_CATEGORIES, limit: 10_000 });
  for (const recorded of page.events)
    if (recorded.metadata['account'] === String(ACCOUNT)) writer.addEvent(recorded);
  const pieces: Buffer[] = [];
  const { head: draft, ...rest } = await writer.end(async (bytes) => void pieces.push(bytes));
  const head = { ...draft, issued_at, key_id: KEY_OF_TESTS.key_id };
  const signature = KEY_OF_TESTS.sign(signedBytes(head));
  const text = `${Buffer.concat(pieces).toString('utf8')}${headText(head, signature)}\n`;
  return { text, issued: { head, signature, ...rest } };
}

/** Files in a folder that is removed after the test. */
export class StatementFiles {
  readonly folder = temporaryFolder('statements');
  private count = 0;

  write(text: string | Uint8Array): string {
    const path = join(this.folder, `${this.count++}.ndjson`);
    writeFileSync(path, text);
    return path;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The lines of a file, without their line feeds. */
export const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');
export const fileOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
