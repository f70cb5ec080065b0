/**
 * `npm run judge:accounts`: reads the sample documents once more with ixbrl-parse, an independent reader from PyPI, and
 * compares concepts, contexts, units and values of their facts one by one. `JUDGE_PYTHON` names a Python that has it
 * (`pip install ixbrl-parse`); without one it says so and passes over.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FIXTURES = join(ROOT, 'test/fixtures/accounts');
const say = (text) => process.stdout.write(`${text}\n`);
const PYTHON = process.env.JUDGE_PYTHON ?? 'python3';

if (spawnSync(PYTHON, ['-c', 'import ixbrl_parse, lxml']).status !== 0) {
  say(`judge:accounts: passed over, ${PYTHON} has no ixbrl-parse`);
  process.exit(0);
}
const { readXbrl } = createRequire(import.meta.url)(
  join(ROOT, 'dist/packages/enrichment/src/filed-accounts/xbrl/read-xbrl.js'),
);

/**
 * Numbers as numbers, texts without white space: a page's line breaks are read differently, and mean nothing. The judge
 * prints truth as Python does, and takes a year of two digits for one of the first century.
 */
function comparable(numeric, value) {
  if (value === null) return null;
  if (numeric) return String(Number(value));
  const text = value.replaceAll(/\s+/g, '');
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase();
  return text.replace(/^00(\d\d-\d\d-\d\d)$/, '20$1');
}

const keyOf = ([name, dimensions, period]) => JSON.stringify([name, dimensions, period]);

/** By concept and context, the last of equal ones, as the judge keeps them. */
const theirs = (facts) =>
  new Map(facts.map((fact) => [keyOf(fact), [fact[4] ?? '', comparable(fact[3], fact[5])]]));

function ours(bytes) {
  const { contexts, units, facts } = readXbrl(bytes);
  const entry = (fact) => {
    const { start, end, dimensions } = contexts.get(fact.contextRef) ?? {
      start: null,
      end: null,
      dimensions: [],
    };
    // The judge reads no typed dimensions.
    const named = dimensions.filter(({ typed }) => !typed).map(({ name, member }) => [name, member]);
    const key = keyOf([fact.name, named.sort(), `${start ?? ''}/${end}`]);
    const unit = fact.unitRef === null ? '' : (units.get(fact.unitRef)?.measure ?? '');
    return [key, [unit, comparable(fact.unitRef !== null, fact.value)]];
  };
  // Texts first and numbers after them, in the judge's order.
  const inOrder = [
    ...facts.filter(({ unitRef }) => unitRef === null),
    ...facts.filter(({ unitRef }) => unitRef !== null),
  ];
  return new Map(inOrder.map(entry));
}

const folder = mkdtempSync(join(tmpdir(), 'judge-'));
const documents = readdirSync(FIXTURES).filter((file) => /html\.gz$/.test(file));
for (const file of documents)
  writeFileSync(join(folder, file.slice(0, -3)), gunzipSync(readFileSync(join(FIXTURES, file))));
const paths = documents.map((file) => join(folder, file.slice(0, -3)));
const judged = execFileSync(PYTHON, [join(ROOT, 'scripts/judge-accounts.py'), ...paths], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});

let compared = 0;
let unread = 0;
let differences = 0;
for (const line of judged.trim().split('\n')) {
  const { path, error, facts } = JSON.parse(line);
  const name = path.slice(folder.length + 1);
  if (error !== undefined) {
    say(`${name}: the judge can't read it (${error})`);
    continue;
  }
  const [mine, other] = [ours(readFileSync(path)), theirs(facts)];
  for (const key of new Set([...mine.keys(), ...other.keys()])) {
    compared += 1;
    const [a, b] = [mine.get(key), other.get(key)];
    if (a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1]) continue;
    if (b !== undefined && b[1] === null) {
      unread += 1;
      continue;
    }
    differences += 1;
    say(
      `${name}: ${key}\n  here  ${JSON.stringify(a)?.slice(0, 200)}\n  judge ${JSON.stringify(b)?.slice(0, 200)}`,
    );
  }
}
rmSync(folder, { recursive: true });
say(
  `judge:accounts: ${documents.length} documents, ${compared} facts, of which the judge reads no value of ${unread}; ${differences} differ`,
);
process.exitCode = differences > 0 ? 1 : 0;
