/** One `register changes` in a process of its own. Arguments: data directory, the time since when. */
import { registerChanges } from '../../packages/enrichment/src/register/changes/register-changes.js';

export interface ChangesFigures {
  readonly companies: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly peak_mb: number;
}

async function main(): Promise<void> {
  const [dataDir = '', from = ''] = process.argv.slice(2);
  const started = performance.now();
  const request = {
    from,
    to: new Date().toISOString(),
    every: false,
    block: null,
    suppressions: null,
    build: true,
  };
  let [companies, bytes] = [0, 0];
  for await (const line of registerChanges(dataDir, request)) {
    if ('company_number' in line) companies += 1;
    bytes += JSON.stringify(line).length + 1;
  }
  const seconds = (performance.now() - started) / 1000;
  const figures: ChangesFigures = {
    companies,
    bytes,
    seconds,
    peak_mb: process.resourceUsage().maxRSS / 1024,
  };
  process.stdout.write(JSON.stringify(figures));
}

void main();
