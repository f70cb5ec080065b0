/** One import in a process of its own, so that its memory is its own. Arguments: data directory, file. */
import { importRegister } from '../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { companies } from '../../packages/enrichment/src/sources/companies/companies.source.js';

export interface ImportFigures {
  readonly rows: number;
  readonly seconds: number;
  /** Of them for the indexes at the end. */
  readonly indexing_seconds: number;
  readonly peak_mb: number;
  readonly cpu_seconds: number;
}

async function main(): Promise<void> {
  const [dataDir = '', file = ''] = process.argv.slice(2);
  const started = performance.now();
  let indexing = started;
  const outcome = await importRegister({
    source: companies,
    files: [file],
    dataDir,
    onProgress: ({ phase }) => {
      if (phase === 'indexing') indexing = performance.now();
    },
  });
  if (outcome.outcome === 'refused') throw new Error(outcome.detail);
  const ended = performance.now();
  const used = process.resourceUsage();
  const figures: ImportFigures = {
    rows: outcome.rows,
    seconds: (ended - started) / 1000,
    indexing_seconds: (ended - indexing) / 1000,
    peak_mb: used.maxRSS / 1024,
    cpu_seconds: (used.userCPUTime + used.systemCPUTime) / 1e6,
  };
  process.stdout.write(JSON.stringify(figures));
}

void main();
