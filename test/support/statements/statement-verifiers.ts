/** The three verifiers of statements: of the command line, of the package in Python, of the browser. */
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publishedKey } from '../../../packages/statement-check/src/check/public-keys.js';
import { verifyStatement, verifyStatements } from '../../../src/operator/statements/verify-statement.js';
import { KEY_OF_TESTS, TRUSTED } from './statements.js';

/** What is found in each file, as `line code`. */
export type Verifier = (files: readonly string[]) => Promise<readonly (readonly string[])[]>;

interface Found {
  readonly line: number | null;
  readonly code: string;
}
const written = (findings: readonly Found[]): string[] =>
  findings.map(({ line, code }) => `${line ?? 'file'} ${code}`);

export const commandLine: Verifier = async (files) => {
  const found: string[][] = [];
  for (const file of files) {
    const { ok, findings } = await verifyStatement(file, TRUSTED, () => undefined);
    if (ok !== (findings.length === 0)) throw new Error(`${file} is both right and wrong`);
    found.push(written(findings));
  }
  return found;
};

const ROOT = join(__dirname, '..', '..', '..');
const PACKAGE = join(ROOT, 'packages', 'statement-verifier');
const IN_PYTHON = `
import json, sys
sys.path.insert(0, sys.argv[1])
from verify_statement import check, keys_of
keys = keys_of(sys.argv[2])
print(json.dumps([[{'line': line, 'code': code} for line, code in check(file, keys)] for file in sys.argv[3:]]))
`;

/** Python 3.9 or newer. */
export const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

export const inPython: Verifier = async (files) => {
  const words = ['-B', '-c', IN_PYTHON, PACKAGE, KEY_OF_TESTS.public_key, ...files];
  return (JSON.parse(execFileSync('python3', words, { encoding: 'utf8' })) as Found[][]).map(written);
};

/** What is found in each file by its path, where the files of each group are given together. */
export type GroupVerifier = (
  groups: readonly (readonly string[])[],
) => Promise<readonly Readonly<Record<string, readonly string[]>>[]>;

export const commandLineTogether: GroupVerifier = async (groups) => {
  const found: Record<string, string[]>[] = [];
  for (const files of groups) {
    const reports = await verifyStatements(files, TRUSTED, () => undefined);
    found.push(Object.fromEntries(reports.map(({ file, findings }) => [file, written(findings)])));
  }
  return found;
};

const TOGETHER_IN_PYTHON = `
import json, sys
sys.path.insert(0, sys.argv[1])
from verify_statement import check_all, keys_of
keys = keys_of(sys.argv[2])
found = [{path: [{'line': line, 'code': code} for line, code in faults] for path, faults in check_all(files, keys)}
         for files in json.load(sys.stdin)]
print(json.dumps(found))
`;

/** @param key a public key, or a file with keys; by default the key of tests */
export const inPythonTogether = async (
  groups: readonly (readonly string[])[],
  key = KEY_OF_TESTS.public_key,
): ReturnType<GroupVerifier> => {
  const words = ['-B', '-c', TOGETHER_IN_PYTHON, PACKAGE, key];
  const input = JSON.stringify(groups);
  const found = JSON.parse(
    execFileSync('python3', words, { encoding: 'utf8', input, maxBuffer: 1 << 28 }),
  ) as Record<string, Found[]>[];
  return found.map((of) =>
    Object.fromEntries(Object.entries(of).map(([file, faults]) => [file, written(faults)])),
  );
};

const CHECKER = join(ROOT, 'dist', 'src', 'console', 'assets', 'statement-check.mjs');
const KEYS = JSON.stringify({
  keys: [publishedKey({ ...KEY_OF_TESTS, introduced_at: '2026-11-01T00:10:00.000Z', retired_at: null })],
});
const IN_BROWSER = `
import { readFileSync } from 'node:fs';
const { checkStatement } = await import(process.argv[1]);
const [keys, ...files] = process.argv.slice(2);
const found = [];
for (const file of files) {
  const { buffer, byteOffset, length } = readFileSync(file);
  const { findings } = await checkStatement(buffer.slice(byteOffset, byteOffset + length), keys);
  found.push(findings);
}
process.stdout.write(JSON.stringify(found));
`;

/**
 * Run by Node: it takes nothing of the browser's but UTF-8. It checks statements, no proofs.
 * @param keys the text of a key set; by default with the key of tests
 */
export const inBrowser = async (files: readonly string[], keys = KEYS): ReturnType<Verifier> => {
  const words = ['--input-type=module', '-e', IN_BROWSER, pathToFileURL(CHECKER).href, keys, ...files];
  const found = execFileSync(process.execPath, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return (JSON.parse(found) as Found[][]).map(written);
};
