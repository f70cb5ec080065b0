/**
 * `npm run bench:changes`: which companies changed between two made-up editions of the national register's
 * shape, of which each tenth company moved. Compared with a bare comparison of the same files of digests.
 * Arguments: `--rows N` (default 1,000,000; the national file has some 5,700,000). What it makes lies in a
 * temporary folder and is removed.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { digestsPath, editionsOf } from '../packages/enrichment/src/sources/kit/editions/edition.js';
import type { ChangesFigures } from './support/changes-once.js';
import { machine, table, whole } from './support/figures.js';
import type { ImportFigures } from './support/import-once.js';
import { writeNationalFile } from './support/national-file.js';

const MOVED_OF = 10;
/** A number, and a digest of each of the five kinds of facts. */
const ENTRY = 48;
const BLOCK = ENTRY << 13;

/** What a program of its own prints. */
const run = <Figures>(program: string, ...words: string[]): Figures =>
  JSON.parse(
    execFileSync(process.execPath, [join(__dirname, 'support', program), ...words], { encoding: 'utf8' }),
  ) as Figures;

async function importFile(
  folder: string,
  day: string,
  rows: number,
  movedOf: number,
): Promise<ImportFigures> {
  const file = join(folder, `BasicCompanyData-${day}.csv`);
  await writeNationalFile(file, rows, movedOf);
  const figures = run<ImportFigures>('import-once.js', folder, file);
  rmSync(file);
  return figures;
}

/** Seconds of a comparison of two files of the same companies, and the companies that differ. */
function bareComparison(paths: readonly string[]): readonly [seconds: number, companies: number] {
  const started = performance.now();
  const files = paths.map((path) => ({ file: openSync(path, 'r'), block: Buffer.alloc(BLOCK) }));
  const [{ file: then, block: before }, { file: now, block: after }] = files as [
    (typeof files)[0],
    (typeof files)[0],
  ];
  readSync(then, before, 0, BLOCK, 0);
  const header = before.indexOf(0x0a) + 1;
  let differing = 0;
  for (let place = header; ; place += BLOCK) {
    const bytes = readSync(then, before, 0, BLOCK, place);
    readSync(now, after, 0, BLOCK, place);
    for (let at = 0; at < bytes; at += ENTRY)
      if (before.compare(after, at, at + ENTRY, at, at + ENTRY) !== 0) differing += 1;
    if (bytes < BLOCK) break;
  }
  for (const { file } of files) closeSync(file);
  return [(performance.now() - started) / 1000, differing];
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
  const rows = Number(values.rows);
  const folder = mkdtempSync(join(tmpdir(), 'bench-changes-'));
  const seconds = (value: number): string => `${value.toFixed(1)} s`;
  const line = (what: string, figures: ChangesFigures): string[] => [
    what,
    seconds(figures.seconds),
    `${whole(figures.peak_mb)} MB`,
    whole(figures.companies),
    `${whole(figures.bytes / 1e6)} MB`,
  ];
  try {
    const first = await importFile(folder, '2024-07-01', rows, 0);
    const since = new Date().toISOString();
    const second = await importFile(folder, '2024-08-01', rows, MOVED_OF);
    const paths = editionsOf(folder, 'companies').map((id) => digestsPath(folder, 'companies', id));
    const there = run<ChangesFigures>('changes-once.js', folder, since);
    const [bare, differing] = bareComparison(paths);
    rmSync(paths[0] ?? '');
    const built = run<ChangesFigures>('changes-once.js', folder, since);
    console.log(machine());
    console.log(
      table(
        ['companies', 'time', 'peak memory', 'changed', 'lines'],
        [
          ['import with digests', seconds(first.seconds), `${whole(first.peak_mb)} MB`, '', ''],
          ['the next import', seconds(second.seconds), `${whole(second.peak_mb)} MB`, '', ''],
          line('register changes', there),
          ['bare comparison', seconds(bare), '', whole(differing), ''],
          line('with an older edition to digest', built),
        ],
      ),
    );
    console.log(
      `${whole(rows)} companies; digests: ${whole(statSync(paths[0] ?? '').size / 1e6)} MB an edition.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
