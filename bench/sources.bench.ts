/**
 * `npm run bench:sources`: imports a file of each source in its publisher's form and of national shape,
 * beside a bare parse of the same bytes by the usual library, each in a process of its own. Arguments:
 * `--records N` (default 200,000), `--source S` (one of them alone). What it makes lies in a temporary folder
 * and is removed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { activeEdition, editionPath } from '../packages/enrichment/src/sources/kit/editions/edition.js';
import { machine, markdown, table, whole } from './support/figures.js';
import type { RunFigures } from './support/import-records.js';
import { INDEX_FORMS } from './support/national/index-records.js';
import type { NationalForm } from './support/national/national-form.js';
import { NATIONAL_FORMS, writeNationalRecords } from './support/national/national-records.js';

const PROGRAM = join(__dirname, 'support', 'import-records.js');
const runAlone = (...command: readonly string[]): RunFigures =>
  JSON.parse(execFileSync(process.execPath, [PROGRAM, ...command], { encoding: 'utf8' })) as RunFigures;

async function measured(form: NationalForm, records: number): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-sources-'));
  try {
    const file = join(folder, form.file);
    await writeNationalRecords(file, form, { records });
    const bare = runAlone('parse', form.parse, file);
    const imported = runAlone('import', form.source, folder, file);
    const edition = statSync(editionPath(folder, form.source, activeEdition(folder, form.source) ?? '')).size;
    const pace = records / imported.seconds;
    return [
      form.source,
      whole(records),
      `${whole(statSync(file).size / 1e6)} MB`,
      `${whole(pace)} (${(pace / (records / bare.seconds)).toFixed(2)})`,
      `${((imported.cpu_seconds / records) * 1e6).toFixed(1)} us`,
      `${whole(imported.peak_mb)} MB`,
      `${whole(imported.rows)}, ${whole(edition / Math.max(1, imported.rows))} bytes each`,
      whole(imported.rejected),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { records: { type: 'string', default: '200000' }, source: { type: 'string' } },
  });
  const forms = [...NATIONAL_FORMS, ...INDEX_FORMS].filter(
    ({ source }) => (values.source ?? source) === source,
  );
  const rows: string[][] = [];
  for (const form of forms) rows.push(await measured(form, Number(values.records)));
  const head = [
    'source',
    'records',
    'file',
    'records/s (of a bare parse)',
    'CPU a record',
    'peak memory',
    'subjects',
    'rejected',
  ];
  process.stdout.write(`${machine()}\n${table(head, rows)}\n\n${markdown(head, rows)}\n`);
}

void main();
