/**
 * `npm run bench:register`: imports a file of the national register's shape and asks for companies by number
 * and by name. Arguments: `--rows N` (default 1,000,000; the national file has some 5,600,000), `--gz`
 * (import it packed). What it makes lies in a temporary folder and is removed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CompaniesEdition } from '../packages/enrichment/src/sources/companies/companies.edition.js';
import { activeEdition, editionPath } from '../packages/enrichment/src/sources/kit/editions/edition.js';
import { normaliseName } from '../packages/words/src/names/company-name.js';
import { machine, quantile, table, whole } from './support/figures.js';
import type { ImportFigures } from './support/import-once.js';
import { nameOf, numberOf, writeNationalFile } from './support/national-file.js';

const LOOKUPS = 20_000;
const BATCH = 500;
const OPTIONS = {
  rows: { type: 'string', default: '1000000' },
  gz: { type: 'boolean', default: false },
} as const;

const megabytes = (path: string): string => `${whole(statSync(path).size / 1e6)} MB`;
const micros = (value: number): string => `${value.toFixed(1)} us`;

/** Rows to ask for, spread over the file in no order; the same in every run. */
const asked = (rows: number): number[] =>
  Array.from({ length: LOOKUPS }, (_, i) => (i * 1_000_003 + 17) % rows);

/** Microseconds of each call. */
function timeEach<T>(items: readonly T[], call: (item: T) => void): number[] {
  return items.map((item) => {
    const from = performance.now();
    call(item);
    return (performance.now() - from) * 1000;
  });
}

function lookUpTable(edition: CompaniesEdition, rows: number): string {
  const places = asked(rows);
  const batches = Array.from({ length: LOOKUPS / BATCH }, (_, b) =>
    places.slice(b * BATCH, b * BATCH + BATCH),
  );
  const inBatches = (call: (batch: number[]) => void): number[] =>
    timeEach(batches, call).map((time) => time / BATCH);
  const lines: [string, number[]][] = [
    ['by number, one by one', timeEach(places, (i) => edition.byNumbers([numberOf(i)]))],
    [`by number, ${BATCH} a query`, inBatches((batch) => edition.byNumbers(batch.map(numberOf)))],
    ['by name, one by one', timeEach(places, (i) => edition.bearers([normaliseName(nameOf(i))]))],
    [
      `by name, ${BATCH} a query`,
      inBatches((batch) => edition.bearers(batch.map((i) => normaliseName(nameOf(i))))),
    ],
  ];
  return table(
    ['look-up (a company)', 'median', 'p99'],
    lines.map(([what, times]) => [what, micros(quantile(times, 0.5)), micros(quantile(times, 0.99))]),
  );
}

function importTable(file: string, edition: string, figures: ImportFigures): string {
  const { rows, seconds, indexing_seconds, peak_mb, cpu_seconds } = figures;
  return table(
    ['import', ''],
    [
      ['rows', whole(rows)],
      ['file', megabytes(file)],
      ['edition', `${megabytes(edition)}, ${whole(statSync(edition).size / rows)} bytes a company`],
      ['time', `${seconds.toFixed(1)} s, ${indexing_seconds.toFixed(1)} s of it for the indexes`],
      ['rows/s, all in', whole(rows / seconds)],
      ['processor', `${((cpu_seconds / rows) * 1e6).toFixed(1)} us a row, over all threads`],
      ['peak memory', `${whole(peak_mb)} MB`],
    ],
  );
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS });
  const rows = Number(values.rows);
  const folder = mkdtempSync(join(tmpdir(), 'bench-register-'));
  try {
    const file = join(folder, `BasicCompanyData-2024-07-01.csv${values.gz ? '.gz' : ''}`);
    await writeNationalFile(file, rows);
    const program = join(__dirname, 'support', 'import-once.js');
    const figures = JSON.parse(
      execFileSync(process.execPath, [program, folder, file], { encoding: 'utf8' }),
    ) as ImportFigures;
    const path = editionPath(folder, 'companies', activeEdition(folder, 'companies') ?? '');
    const edition = CompaniesEdition.open(path);
    console.log(machine());
    console.log(importTable(file, path, figures));
    console.log(lookUpTable(edition, figures.rows));
    edition.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
