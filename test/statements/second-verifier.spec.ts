/**
 * The verifier in Python, which was written from `docs/statements.md` and shares nothing with the service, against good and
 * tampered statements. Passed over, with one line that says so, where there is no Python.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { proveLine, proveSince } from '../../src/billing/statements/check/proof.js';
import { checkStatement } from '../../src/billing/statements/check/check-statement.js';
import { parseLine } from '../../src/billing/statements/check/parse-line.js';
import { canonicalText } from '../../src/billing/statements/format/facts.js';
import { headText, signedBytes } from '../../src/billing/statements/format/head.js';
import { leafOf, lineText } from '../../src/billing/statements/format/leaf.js';
import { newPrivateKey, signingKey } from '../../src/billing/statements/format/signature.js';
import { KEY_OF_TESTS, StatementFiles, TRUSTED, fileOf, linesOf } from '../support/statements.js';
import { decemberStatement, twoMonths, twoStatements, withDecember } from '../support/statement-months.js';

jest.setTimeout(60_000);

const PROGRAM = join(__dirname, '..', '..', 'packages', 'statement-verifier', 'verify_statement.py');
const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;
if (!hasPython)
  process.stderr.write('The statement verifier in Python is passed over: there is no python3 from 3.9 on.\n');
const suite = hasPython ? describe : describe.skip;

/** The line with another row, its leaf made to agree, at this place. */
function forged(line: string, row: number | null, index: number): string {
  const parsed = parseLine(line);
  if (parsed?.kind !== 'charge') throw new Error('this is no line of a charge');
  const text = canonicalText(row === null ? parsed.fact : { ...parsed.fact, row });
  const { kind, salt } = parsed;
  return lineText({ kind, text, index, leaf: leafOf(kind, text, salt).toString('hex'), salt });
}

const agreeing = (lines: readonly string[]): string[] =>
  lines.map((line, at) => (line.startsWith('{"charge":') ? forged(line, null, at - 1) : line));

const other = signingKey(newPrivateKey());
function resigned(lines: readonly string[]): string[] {
  const head = parseLine(lines.at(-1) ?? '');
  if (head?.kind !== 'head') throw new Error('there is no head');
  const mine = { ...head.head, key_id: other.key_id };
  return [...lines.slice(0, -1), headText(mine, other.sign(signedBytes(mine)))];
}

const replaced = (lines: readonly string[], number: number, line: string): string[] =>
  lines.map((each, index) => (index === number - 1 ? line : each));
const edited = (lines: readonly string[], number: number, from: string, to: string): string[] =>
  replaced(lines, number, (lines[number - 1] ?? '').replace(from, to));
const without = (lines: readonly string[], number: number): string[] =>
  lines.filter((_, index) => index !== number - 1);
const twice = (lines: readonly string[], number: number): string[] =>
  lines.flatMap((line, index) => (index === number - 1 ? [line, line] : [line]));
const swapped = (lines: readonly string[], a: number, b: number): string[] =>
  replaced(replaced(lines, a, lines[b - 1] ?? ''), b, lines[a - 1] ?? '');

/** October has entries on lines 2 to 8, totals on 9, the head on 10. */
const TAMPERED: readonly (readonly [
  what: string,
  found: readonly string[],
  tamper: (lines: readonly string[]) => readonly string[],
])[] = [
  ['nothing', [], (lines) => lines],
  ['a figure', ['4 changed'], (lines) => edited(lines, 4, '"company_identity":1', '"company_identity":3')],
  ['an amount', ['5 changed'], (lines) => edited(lines, 5, '"amount":"0.02"', '"amount":"0.03"')],
  ['white space', ['5 changed'], (lines) => edited(lines, 5, ':', ': ')],
  ['the header', ['1 changed'], (lines) => edited(lines, 1, '2026-10-31', '2026-10-30')],
  ['the totals', ['9 changed'], (lines) => edited(lines, 9, '"late":0', '"late":1')],
  ['the head', ['10 not_signed'], (lines) => edited(lines, 10, '"partial":false', '"partial":true')],
  ['the key', ['10 unknown_key'], resigned],
  ['a line is gone', ['5 dropped'], (lines) => without(lines, 5)],
  ['the last line is gone', ['8 dropped'], (lines) => without(lines, 8)],
  ['a line stands twice', ['5 added'], (lines) => twice(lines, 4)],
  ['two lines are swapped', ['3 reordered', '7 reordered'], (lines) => swapped(lines, 3, 7)],
  ['two neighbours are swapped', ['3 reordered', '4 reordered'], (lines) => swapped(lines, 3, 4)],
  ['the end is cut off', ['file cut_off'], (lines) => lines.slice(0, 6)],
  ['a line and its leaf', ['6 changed'], (lines) => replaced(lines, 6, forged(lines[5] ?? '', 77, 4))],
  ['a line is gone and the rest agrees', ['4 dropped'], (lines) => agreeing(without(lines, 4))],
  [
    'a line is added and the rest agrees',
    ['4 added'],
    (lines) => agreeing([...lines.slice(0, 3), forged(lines[1] ?? '', 77, 2), ...lines.slice(3)]),
  ],
  [
    'two are swapped and the rest agrees',
    ['3 reordered', '6 reordered'],
    (lines) => agreeing(swapped(lines, 3, 6)),
  ],
];

suite('the verifier in Python', () => {
  let files: StatementFiles;
  beforeEach(() => {
    files = new StatementFiles();
  });
  afterEach(() => files.remove());

  function judged(path: string): readonly [code: number | null, found: readonly string[]] {
    const { status, stdout, stderr } = spawnSync('python3', [PROGRAM, path, KEY_OF_TESTS.public_key], {
      encoding: 'utf8',
    });
    if (stderr !== '') throw new Error(stderr);
    const lines = stdout.trimEnd().split('\n');
    return [status, lines[0] === 'ok' ? [] : lines];
  }

  it.each(TAMPERED)('finds the same as the service: %s', async (_what, found, tamper) => {
    const [october] = await twoStatements(await twoMonths());
    const path = files.write(fileOf(tamper(linesOf(october.text))));
    expect(judged(path)).toEqual([found.length === 0 ? 0 : 1, found]);
    const { findings } = await checkStatement(path, TRUSTED);
    expect(findings.map(({ line, code }) => `${line ?? 'file'} ${code}`)).toEqual(found);
  });

  it('checks proofs', async () => {
    const [october, november] = await twoStatements(await twoMonths());
    const [older, newer] = [files.write(october.text), files.write(november.text)];
    for (const proof of [
      await proveLine(older, 4),
      await proveLine(newer, 3),
      await proveSince(newer, older),
    ]) {
      expect(judged(files.write(JSON.stringify(proof)))).toEqual([0, []]);
      const [first = '', ...rest] = proof.path;
      const wrong = {
        ...proof,
        path: [first.replace(/^./, (digit) => (digit === '0' ? '1' : '0')), ...rest],
      };
      expect(judged(files.write(JSON.stringify(wrong)))).toEqual([1, ['file changed']]);
    }
  });

  it('holds the figures of an adjustment against its days and their prices', async () => {
    const log = await withDecember(await twoMonths());
    const months = await twoStatements(log);
    const earlier = months.map(({ issued }) => issued);
    const lines = linesOf((await decemberStatement(log, earlier)).text);
    expect(judged(files.write(fileOf(lines)))).toEqual([0, []]);
    for (const [from, to] of [
      ['"amount":"-2.06"', '"amount":"-2.6"'],
      ['"prices":{"company_identity":"0.50"', '"prices":{"company_identity":"0.02"'],
      ['"units":{"company_identity":-4', '"units":{"company_identity":-2'],
      ['"date":"2026-12-05"', '"date":"2026-12-06"'],
    ] as const) {
      const path = files.write(fileOf(edited(lines, 6, from, to)));
      expect([from, judged(path)]).toEqual([from, [1, ['6 changed']]]);
      const { findings } = await checkStatement(path, TRUSTED);
      expect(findings.map(({ line, code }) => `${line ?? 'file'} ${code}`)).toEqual(['6 changed']);
    }
  });

  it('refuses any single byte that is changed', async () => {
    const [, november] = await twoStatements(await twoMonths());
    const bytes = Buffer.from(november.text);
    for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 10)) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 + (at % 127));
      expect([at, judged(files.write(changed))[0]]).toEqual([at, 1]);
    }
  });
});
