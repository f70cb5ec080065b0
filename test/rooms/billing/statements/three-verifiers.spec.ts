/**
 * One table of tampered and of wrong statements, held against the verifiers of the command line, of the
 * package and of the browser: each names the same line of each. The one in Python is passed over, with one
 * line that says so, where there is no Python.
 */
import {
  proveLine,
  proveSince,
  type StatementProof,
} from '../../../../packages/statement-check/src/check/proof.js';
import { parseStatementLine } from '../../../../packages/statement-check/src/check/parse-line.js';
import { canonicalJson, type ChargeFact } from '../../../../packages/statement-check/src/format/facts.js';
import { leafOf } from '../../../../packages/statement-check/src/format/leaf.js';
import { KEY_OF_TESTS, StatementFiles, fileOf } from '../../../support/statements/statements.js';
import {
  commandLine,
  commandLineTogether,
  hasPython,
  inBrowser,
  inPython,
  inPythonTogether,
  type GroupVerifier,
  type Verifier,
} from '../../../support/statements/statement-verifiers.js';
import { forAllTests } from '../../../support/worlds/for-each-test.js';
import { TAMPERED, months, type Months } from './cases.js';
import { LISTED } from './listed-cases.js';
import { RULED, RULED_TOGETHER } from './ruled-cases.js';
import { CONTRADICTORY } from './contradictory-cases.js';
import { CONTRADICTIONS_OF_ONE } from './contradictions-of-one.js';
import { CONTRADICTIONS_OF_SEVERAL } from './contradictions-of-several.js';
import { ILL_FORMED, SENSELESS } from './wrong-cases.js';

if (!hasPython)
  process.stderr.write('The statement verifier in Python is passed over: there is no python3 from 3.9 on.\n');
const OF_PROOFS: readonly (readonly [string, Verifier])[] = [
  ['the command line', commandLine],
  ...(hasPython ? [['the package', inPython] as const] : []),
];
const OF_STATEMENTS: typeof OF_PROOFS = [...OF_PROOFS, ['the browser', inBrowser]];

const files = forAllTests(() => new StatementFiles());
let all: Months;
beforeAll(async () => {
  all = await months();
});

const CASES = [
  ...TAMPERED,
  ...ILL_FORMED,
  ...SENSELESS,
  ...CONTRADICTORY,
  ...LISTED,
  ...RULED,
  ...CONTRADICTIONS_OF_ONE,
];

it.each(OF_STATEMENTS)('names the line that is wrong: %s', async (_name, verifier) => {
  const paths = CASES.map(([, , made]) => {
    const file = made(all);
    return files.write(typeof file === 'string' ? file : fileOf(file));
  });
  const found = await verifier(paths);
  expect(CASES.map(([what], at) => [what, found[at]])).toEqual(CASES.map(([what, due]) => [what, due]));
});

/** The browser checks one file. */
const OF_SEVERAL: readonly (readonly [string, GroupVerifier])[] = [
  ['the command line', commandLineTogether],
  ...(hasPython ? [['the package', inPythonTogether] as const] : []),
];

it.each(OF_SEVERAL)('names the statement that contradicts an earlier one: %s', async (_name, verifier) => {
  // They are given in the wrong order.
  const groups = CONTRADICTIONS_OF_SEVERAL.map(([, , made]) => made().map((text) => files.write(text)));
  const found = await verifier(groups.map((paths) => paths.toReversed()));
  expect(
    CONTRADICTIONS_OF_SEVERAL.map(([what], at) => [what, groups[at]?.map((path) => found[at]?.[path])]),
  ).toEqual(CONTRADICTIONS_OF_SEVERAL.map(([what, due]) => [what, due]));
});

it.each(OF_SEVERAL)('holds the rules of a month against its own statement: %s', async (_name, verifier) => {
  const february = fileOf(all.february);
  const groups = RULED_TOGETHER.map(([, , made]) => {
    const march = made(all);
    return [february, typeof march === 'string' ? march : fileOf(march)].map((text) => files.write(text));
  });
  const found = await verifier(groups);
  expect(
    RULED_TOGETHER.map(([what], at) => [what, ...(groups[at] ?? []).map((path) => found[at]?.[path])]),
  ).toEqual(RULED_TOGETHER.map(([what, due]) => [what, [], due]));
});

it.each(OF_STATEMENTS)('refuses any single byte that is changed: %s', async (_name, verifier) => {
  const bytes = Buffer.from(fileOf(all.november));
  const paths: string[] = [];
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 40)) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ (1 + (at % 127));
    paths.push(files.write(changed));
  }
  for (const [at, found] of (await verifier(paths)).entries()) expect([at, found]).not.toEqual([at, []]);
});

type Consistency = Extract<StatementProof, { proof: 'consistency' }>;
type Inclusion = Extract<StatementProof, { proof: 'inclusion' }>;
type Head = Consistency['later']['head'];

const signed = (head: Head): Consistency['later'] => ({
  head,
  signature: KEY_OF_TESTS.sign(Buffer.from(canonicalJson(head), 'utf8')),
});
const flipped = (hash = ''): string => hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
const ROOT = '11'.repeat(32);

/** The line, with this in place of what it says, as the whole of a tree that was signed. */
function onlyLine({ statement, entry, ...proof }: Inclusion, change: Partial<ChargeFact>): Inclusion {
  const line = parseStatementLine(canonicalJson(entry));
  if (line?.kind !== 'charge') throw new Error('this is no line of a charge');
  const { salt } = line;
  const fact = { ...line.fact, ...change };
  const leaf = leafOf('charge', canonicalJson(fact), salt).toString('hex');
  const head = {
    ...statement.head,
    entries: 1,
    tree_size: 1,
    root: leaf,
    locators: statement.head.locators.slice(0, 1),
  };
  return { ...proof, statement: signed(head), entry: { charge: fact, index: 0, leaf, salt }, path: [] };
}

/** Each as JSON text: what is found in it, and how it is made of two right ones. */
const PROOFS: readonly (readonly [
  what: string,
  found: readonly string[],
  made: (of: { readonly line: Inclusion; readonly since: Consistency }) => object | string,
])[] = [
  ['a line', [], ({ line }) => line],
  ['a line, written with white space', [], ({ line }) => JSON.stringify(line, null, 2)],
  ['two statements', [], ({ since }) => since],
  [
    'another path of a line',
    ['file changed'],
    ({ line }) => ({ ...line, path: [flipped(line.path[0]), ...line.path.slice(1)] }),
  ],
  [
    'another path of two statements',
    ['file changed'],
    ({ since }) => ({ ...since, path: [flipped(since.path[0]), ...since.path.slice(1)] }),
  ],
  [
    'an amount twice',
    ['file changed'],
    ({ line }) => JSON.stringify(line).replace('"amount":', '"amount":"9.99","amount":'),
  ],
  [
    'a name twice, one of them written with an escape',
    ['file changed'],
    ({ line }) => JSON.stringify(line).replace('"amount":', '"\\u0061mount":"9.99","amount":'),
  ],
  [
    'an index with a fraction',
    ['file changed'],
    ({ line }) => JSON.stringify(line).replace(/"index":(\d+)/, '"index":$1.0'),
  ],
  [
    'an index with an exponent',
    ['file changed'],
    ({ line }) => JSON.stringify(line).replace(/"index":(\d+)/, '"index":$1e0'),
  ],
  [
    'a row of -0',
    ['file changed'],
    ({ line }) => JSON.stringify(line).replace(/"previous_tree_size":0/, '"previous_tree_size":-0'),
  ],
  [
    'a part that is nested without end',
    ['file changed'],
    ({ line }) => JSON.stringify(line).replace('{', `{"note":${'['.repeat(100_000)}${']'.repeat(100_000)},`),
  ],
  ['a part more', ['file changed'], ({ line }) => ({ ...line, note: 'paid' })],
  ['a part less', ['file changed'], ({ line: { path: _, ...rest } }) => rest],
  ['another kind', ['file changed'], ({ line }) => ({ ...line, proof: 'conclusion' })],
  ['a path that is none', ['file changed'], ({ line }) => ({ ...line, path: 'x' })],
  ['no head', ['file changed'], ({ line }) => ({ ...line, statement: { head: null, signature: '' } })],
  [
    'a line of another account',
    ['file changed'],
    ({ line }) => ({
      ...line,
      statement: signed({ ...line.statement.head, account_id: 1002 }),
    }),
  ],
  [
    'a line of another month',
    ['file changed'],
    ({ line }) => ({ ...line, statement: signed({ ...line.statement.head, month: '2026-09' }) }),
  ],
  [
    'a line of another format',
    ['file invalid'],
    ({ line }) => ({
      ...line,
      statement: signed({ ...line.statement.head, format: 'company-data-statement-9' }),
    }),
  ],
  ['a line that is none', ['file changed'], ({ line }) => ({ ...line, entry: {} })],
  [
    'a line that names another leaf',
    ['file changed'],
    ({ line }) => ({ ...line, entry: { ...line.entry, leaf: ROOT } }),
  ],
  ['the only line of a tree', [], ({ line }) => onlyLine(line, {})],
  [
    'a signed line whose amount is not that of its units',
    ['file changed'],
    ({ line }) => onlyLine(line, { amount: '0.2' }),
  ],
  [
    'a later head with another root before it',
    ['file changed'],
    ({ since }) => ({ ...since, later: signed({ ...since.later.head, previous_root: ROOT }) }),
  ],
  [
    'a later head of the same month',
    ['file changed'],
    ({ since }) => ({ ...since, later: signed({ ...since.later.head, month: since.earlier.head.month }) }),
  ],
  [
    'a later head of another account',
    ['file changed'],
    ({ since }) => ({
      ...since,
      later: signed({ ...since.later.head, account_id: 1002 }),
    }),
  ],
  [
    'a partial later head',
    ['file invalid'],
    ({ since }) => ({ ...since, later: signed({ ...since.later.head, partial: true }) }),
  ],
  [
    'a signature of another head',
    ['file not_signed'],
    ({ since }) => ({ ...since, later: { ...since.later, signature: since.earlier.signature } }),
  ],
];

it.each(OF_PROOFS)('says which proof proves nothing: %s', async (_name, verifier) => {
  const [october, november] = [files.write(fileOf(all.october)), files.write(fileOf(all.november))];
  const line = (await proveLine(october, 4)) as Inclusion;
  const since = (await proveSince(november, october)) as Consistency;
  const paths = PROOFS.map(([, , made]) => {
    const proof = made({ line, since });
    return files.write(typeof proof === 'string' ? proof : JSON.stringify(proof));
  });
  const found = await verifier(paths);
  expect(PROOFS.map(([what], at) => [what, found[at]])).toEqual(PROOFS.map(([what, due]) => [what, due]));
});
