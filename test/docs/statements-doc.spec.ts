/**
 * The test vectors of `docs/statements.md` and of the verifier are what the service writes: `npm run docs`
 * makes them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkProof, proveLine, proveSince } from '../../packages/statement-check/src/check/proof.js';
import { publishedKey } from '../../packages/statement-check/src/check/public-keys.js';
import { canonicalJson } from '../../packages/statement-check/src/format/facts.js';
import { parseStatementLine } from '../../packages/statement-check/src/check/parse-line.js';
import { KEY_OF_TESTS, StatementFiles, TRUSTED, linesOf } from '../support/statements/statements.js';
import {
  decemberStatement,
  januaryStatement,
  twoMonths,
  twoStatements,
  withDecember,
  withJanuary,
} from '../support/statements/statement-months.js';
import { forEachTest } from '../support/worlds/for-each-test.js';

const ROOT = join(__dirname, '..', '..');
const VECTORS = join(ROOT, 'packages', 'statement-verifier', 'vectors');
const PAGE = join(ROOT, 'docs', 'statements.md');

const files = forEachTest(() => new StatementFiles());

async function vectors(): Promise<ReadonlyMap<string, string>> {
  const log = await twoMonths();
  const [october, november] = await twoStatements(log, 'company-data-statement-1');
  const december = await decemberStatement(await withDecember(log), [october.issued, november.issued]);
  const earlier = [october.issued, november.issued, december.issued];
  const january = await januaryStatement(await withJanuary(log), earlier);
  const [older, newer] = [files.write(october.text), files.write(november.text)];
  const newest = files.write(december.text);
  const key = { ...KEY_OF_TESTS, introduced_at: '2026-11-01T00:10:00.000Z', retired_at: null };
  return new Map([
    ['2026-10.ndjson', october.text],
    ['2026-11.ndjson', november.text],
    ['2026-12.ndjson', december.text],
    ['2027-01.ndjson', january.text],
    ['statement-keys.json', `${JSON.stringify({ keys: [publishedKey(key)] })}\n`],
    ['inclusion.json', `${JSON.stringify(await proveLine(older, 4))}\n`],
    ['consistency.json', `${JSON.stringify(await proveSince(newer, older))}\n`],
    ['inclusion-2.json', `${JSON.stringify(await proveLine(newest, 6))}\n`],
    ['consistency-2.json', `${JSON.stringify(await proveSince(newest, newer))}\n`],
    ['inclusion-3.json', `${JSON.stringify(await proveLine(files.write(january.text), 5))}\n`],
  ]);
}

/** How the first leaf of a statement comes about, and the heads of both. */
function shown(all: ReadonlyMap<string, string>): string {
  const text = (name: string): string => all.get(name) ?? '';
  const first = parseStatementLine(linesOf(text('2026-10.ndjson'))[1] ?? '');
  if (first?.kind !== 'charge') throw new Error('line 2 is no charge');
  const heads = ['2026-10.ndjson', '2026-11.ndjson', '2026-12.ndjson', '2027-01.ndjson'].map(
    (name) => linesOf(text(name)).at(-1) ?? '',
  );
  const lines = [
    'The leaf of line 2 of `2026-10.ndjson` is SHA-256 of a zero byte and',
    '',
    '```text',
    canonicalJson({ charge: first.fact, salt: first.salt }),
    '```',
    '',
    `which is \`${first.leaf}\`. The last lines of the four statements:`,
    '',
    '```text',
    ...heads,
    '```',
  ];
  return `${lines.join('\n')}\n`;
}

const MARKS = /<!-- vectors -->[^]*<!-- \/vectors -->/;
const marked = (text: string): string => `<!-- vectors -->\n\n${text}\n<!-- /vectors -->`;

it('are those of docs/statements.md and of the verifier', async () => {
  const all = await vectors();
  const page = readFileSync(PAGE, 'utf8');
  const made = page.replace(MARKS, marked(shown(all)));
  if (process.env['WRITE_DOCS'] !== undefined) {
    mkdirSync(VECTORS, { recursive: true });
    for (const [name, text] of all) writeFileSync(join(VECTORS, name), text);
    writeFileSync(PAGE, made);
  }
  expect(readFileSync(PAGE, 'utf8')).toBe(made);
  for (const [name, text] of all)
    expect([name, readFileSync(join(VECTORS, name), 'utf8')]).toEqual([name, text]);
});

it('prove what they say', async () => {
  const all = await vectors();
  for (const name of [...all.keys()].filter((known) => /^(inclusion|consistency)/.test(known)))
    expect(checkProof(all.get(name) ?? '', TRUSTED)).toMatchObject({ findings: [] });
});
