/** The checker of the browser, run by Node on the vectors that every other checker is held to. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { checkStatement } from '../../src/billing/statements/check/check-statement.js';
import { keysIn } from '../../src/operator/statements/check-statement.js';

const VECTORS = join(__dirname, '../../packages/statement-verifier/vectors');
const CHECKER = join(__dirname, '../../src/console/assets/statement-check.mjs');
const KEYS = readFileSync(join(VECTORS, 'statement-keys.json'), 'utf8');

interface Checked {
  readonly signature: string;
  readonly findings: readonly { readonly line: number | null; readonly code: string }[];
}

const PROGRAM = `
import { readFileSync } from 'node:fs';
const { checkStatement, keysById } = await import(process.argv[1]);
const keys = await keysById(JSON.parse(process.argv[2]));
const found = [];
for (const file of process.argv.slice(3)) found.push(await checkStatement(new Uint8Array(readFileSync(file)), keys));
process.stdout.write(JSON.stringify(found));
`;

const folder = forAllTests(() => new TemporaryFolder());

const file = (name: string, text: string): string => {
  const path = folder.write(name, text);
  return path;
};
const inBrowser = (files: readonly string[]): Checked[] => {
  const words = ['--input-type=module', '-e', PROGRAM, pathToFileURL(CHECKER).href, KEYS, ...files];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as Checked[];
};

const october = readFileSync(join(VECTORS, '2026-10.ndjson'), 'utf8');
const lines = october.trimEnd().split('\n');
const joined = (of: readonly (string | undefined)[]): string => `${of.join('\n')}\n`;
const replaced = (line: number, from: string | RegExp, to: string): string =>
  joined(lines.map((text, index) => (index === line - 1 ? text.replace(from, to) : text)));

it('finds nothing in statements as they were signed', () => {
  const whole = inBrowser(
    ['2026-10.ndjson', '2026-11.ndjson', '2026-12.ndjson'].map((name) => join(VECTORS, name)),
  );
  for (const checked of whole) expect(checked).toMatchObject({ signature: 'good', findings: [] });
});

const TAMPERED: readonly (readonly [string, () => string])[] = [
  ['a figure of a line', () => replaced(3, /"row":\d+/, '"row":99')],
  ['an amount', () => replaced(2, '"amount":"0.02"', '"amount":"9.99"')],
  ['the totals', () => replaced(lines.length - 1, /"units":\d+/, '"units":999')],
  ['the head', () => replaced(lines.length, '"partial":false', '"partial":true')],
  ['the signature', () => replaced(lines.length, /"signature":"../, '"signature":"00')],
  ['the header', () => replaced(1, '"account_id":1001', '"account_id":1002')],
  ['a space', () => replaced(4, '{', '{ ')],
  ['a line that is gone', () => joined(lines.filter((_, index) => index !== 3))],
  ['two lines that changed places', () => joined([lines[0], lines[2], lines[1], ...lines.slice(3)])],
];

it('names the line that the command line names, whatever was changed', async () => {
  const files = TAMPERED.map(([, text], index) => file(`${index}.ndjson`, text()));
  const found = inBrowser(files);
  for (const [index, [what]] of TAMPERED.entries()) {
    const { findings } = await checkStatement(files[index] ?? '', keysIn(KEYS), () => undefined);
    const named = new Set(findings.map(({ line }) => line));
    const here = found[index]?.findings ?? [];
    expect([what, here.length > 0]).toEqual([what, true]);
    for (const { line } of here)
      expect([what, line, [...named]]).toEqual([what, line, expect.arrayContaining([line])]);
  }
});

it('says that a file is cut off', () => {
  const cut = file('cut.ndjson', october.slice(0, -500));
  expect(inBrowser([cut])).toMatchObject([{ findings: [{ code: 'cut_off' }] }]);
});
