/**
 * `npm run bench:blocks`: what each block weighs in a row and takes to answer, alone and with all others,
 * over the sample register with made-up editions of every source and made accounts. Nothing is read live.
 * Arguments: `--rows N` of a chunk (default 500), `--rounds N`, how often it is answered for each (default
 * 6). What it makes lies in a temporary folder and is removed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { importCohorts } from '../packages/enrichment/src/sources/cohorts/cohorts-importer.js';
import { BLOCKS } from '../packages/enrichment/src/blocks/index.js';
import { companyNumbers } from '../src/processes/demo/rows.js';
import { sampleRegister } from '../src/processes/demo/samples.js';
import type { EnrichedRow } from '../packages/enrichment/src/pipeline/enricher.js';
import { RegisterEnricher } from '../packages/enrichment/src/pipeline/register-enricher.js';
import { SharedReadings } from '../packages/enrichment/src/live/readings/shared-readings.js';
import type { BlockKey } from '../packages/contract/src/block-key.js';
import { grantOptions } from '../packages/contract/src/options.js';
import { publishAccounts } from '../test/support/accounts-edition.js';
import { loadEverySource } from './support/every-source.js';
import { machine, markdown, quantile, table, whole } from './support/figures.js';
import { generatedCompanies } from './support/generated-accounts.js';
import { cliJson } from './support/service-process.js';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '500' }, rounds: { type: 'string', default: '6' } },
});
const chunkRows = Number(values.rows);
const ALL = BLOCKS.map(({ key }) => key);

async function load(dataDir: string): Promise<void> {
  cliJson(dataDir, 'register', 'import', '--source', 'companies', sampleRegister());
  await loadEverySource(dataDir);
  const numbers = companyNumbers(Infinity);
  const made = generatedCompanies(numbers.length);
  publishAccounts(
    dataDir,
    new Map(numbers.map((number, at) => [number, made[at] === undefined ? [] : [made[at].accounts]])),
  );
  await importCohorts(dataDir);
}

interface Answered {
  readonly rows: readonly EnrichedRow[];
  /** Of processor time, a row. */
  readonly microseconds: number;
}

async function answered(
  by: RegisterEnricher,
  blocks: readonly BlockKey[],
  rounds: number,
): Promise<Answered> {
  const rows = companyNumbers(chunkRows).map((company_number) => ({ company_number }));
  const batch = {
    job: {
      operation: 'enrich_job' as const,
      blocks,
      not_enabled: [],
      options: grantOptions({ discover: [] }, 'enrich_job'),
      rows: chunkRows,
    },
    editions: await by.currentEditions(blocks),
    from: 0,
    rows,
  };
  // What is remembered of trades, names and editions is there from the second chunk on.
  let last = await by.enrich(batch);
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) last = await by.enrich(batch);
  const { user, system } = process.cpuUsage(before);
  return { rows: last, microseconds: (user + system) / (rounds * chunkRows) };
}

interface Envelope {
  readonly status: string;
}
const envelopesOf = (rows: readonly EnrichedRow[], key: BlockKey): Envelope[] =>
  rows.flatMap((row) => {
    if (row.status !== 'delivered') return [];
    const { blocks } = JSON.parse(Buffer.from(row.json).toString('utf8')) as {
      blocks: Record<string, Envelope>;
    };
    return blocks[key] ?? [];
  });

function rowOf(key: BlockKey, { rows, microseconds }: Answered, bare: number): string[] {
  const envelopes = envelopesOf(rows, key);
  const available = envelopes.filter(({ status }) => status === 'available').length;
  const bytes = envelopes.map((envelope) => JSON.stringify(envelope).length);
  return [
    key,
    `${Math.round((100 * available) / Math.max(1, envelopes.length))} %`,
    whole(quantile(bytes, 0.5)),
    whole(Math.max(0, ...bytes)),
    (microseconds - bare).toFixed(1),
  ];
}

async function main(): Promise<void> {
  const rounds = Number(values.rounds);
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-blocks-'));
  try {
    await load(dataDir);
    const by = new RegisterEnricher({ dataDir, readings: new SharedReadings({}) });
    // Code that runs for the first time is slow, whichever block it belongs to.
    await answered(by, ALL, 2);
    const bare = (await answered(by, [], rounds)).microseconds;
    const rows: string[][] = [];
    for (const key of ALL) rows.push(rowOf(key, await answered(by, [key], rounds), bare));
    const together = await answered(by, ALL, rounds);
    by.close();
    const sizes = together.rows.map(({ json }) => json.length);
    const head = ['block', 'available', 'bytes, median', 'most', 'CPU a row, us'];
    const total = `${whole(bare)} us a row without a block; all ${ALL.length}: ${whole(together.microseconds)} us and ${whole(quantile(sizes, 0.5))} bytes a row (median; most ${whole(Math.max(...sizes))})`;
    process.stdout.write(`${machine()}\n${table(head, rows)}\n\n${markdown(head, rows)}\n\n${total}\n`);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

void main();
