/**
 * The baseline of `bench:jobs`, run as a process of its own: looks the same companies up and writes the same
 * JSON to a file, with no log, no charge and no interface. Arguments: data directory, rows, blocks.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askedRows } from '../../src/processes/demo/rows.js';
import { RegisterEnricher } from '../../packages/enrichment/src/pipeline/register-enricher.js';
import { BLOCK_KEYS } from '../../packages/contract/src/block-key.js';
import { grantOptions } from '../../packages/contract/src/options.js';

const BATCH = 500;
const NEWLINE = Buffer.from('\n');

async function main(): Promise<void> {
  const [dataDir = '', count = '0', blocks = ''] = process.argv.slice(2);
  const rows = askedRows(Number(count));
  const asked = new Set(blocks.split(','));
  const job = {
    operation: 'enrich_job',
    blocks: BLOCK_KEYS.filter((key) => asked.has(key)),
    not_enabled: [],
    options: grantOptions({}, 'enrich_job'),
    rows: rows.length,
  } as const;
  const enricher = new RegisterEnricher({
    dataDir,
    onFault: (_where, error) => {
      throw error;
    },
  });
  const editions = await enricher.currentEditions(job.blocks);
  const folder = mkdtempSync(join(tmpdir(), 'bare-loop-'));
  const file = openSync(join(folder, 'rows.ndjson'), 'w');
  const started = performance.now();
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = await enricher.enrich({ job, editions, from, rows: rows.slice(from, from + BATCH) });
    writeSync(file, Buffer.concat(batch.flatMap(({ json }) => [json, NEWLINE])));
  }
  const seconds = (performance.now() - started) / 1000;
  closeSync(file);
  rmSync(folder, { recursive: true });
  enricher.close();
  process.stdout.write(JSON.stringify({ rows_per_second: rows.length / seconds }));
}

void main();
