/**
 * `npm run try:sync`: from nothing to a register in force without a network. The samples lie as their publishers would have
 * them, the stand-in of the publishers' sites serves them, and `init --load` fetches them from there. It goes to `DATA_DIR`,
 * else to `data-of-samples`: they are samples, and not the register. `-- --scale 1`: as many records as the whole country
 * has, made up, or such a share of them; to `data-made-up`. `--load a,b`: of these sources alone, as of `init`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { writeArchive } from '../dist/bench/support/national/published/archive.js';
import { publishersOver } from '../dist/bench/support/publishers.js';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const RECORDS = 'test/fixtures/register/records';
const ACCOUNTS = 'test/fixtures/accounts';
const COMPANIES = 'BasicCompanyDataAsOneFile-2020-05-01';
const PSC = 'psc-snapshot-2024-11-22_1of1';
const POSTCODES = 'ONSPD_AUG_2013_UK';
const WHO = ['--email', 'data@example.co.uk', '--name', 'Example Ltd'];
const folder = mkdtempSync(join(tmpdir(), 'published-'));

function place(publisher, name) {
  mkdirSync(join(folder, publisher), { recursive: true });
  return join(folder, publisher, name);
}

/** @param members paths of samples by the names that they have in the archive */
const zipped = (target, members) =>
  writeArchive(
    target,
    Object.fromEntries(Object.entries(members).map(([name, path]) => [name, sample(path)])),
  );

function sample(path) {
  const bytes = readFileSync(join(ROOT, path));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

const documents = (...names) =>
  Object.fromEntries(names.map((name) => [basename(name, '.gz'), `${ACCOUNTS}/${name}`]));

/** @returns the sources that the samples hold */
async function publishSamples() {
  await zipped(place('companies-house', `${COMPANIES}.zip`), {
    [`${COMPANIES}.csv`]: 'samples/BasicCompanyData-2020-05-01-sample.csv',
  });
  await zipped(place('companies-house', `${PSC}.zip`), {
    [`${PSC}_sample.txt`]: `${RECORDS}/persons-with-significant-control-snapshot-2024-11-22_sample.jsonl`,
  });
  await zipped(
    place('companies-house', 'Accounts_Monthly_Data-January2026.zip'),
    documents(
      'Prod224_2601_00039177_20251231.html.gz',
      'Prod224_2601_08241288_20250430.html.gz',
      'Prod224_2601_08241882_20251031.html.gz',
    ),
  );
  await zipped(
    place('companies-house', 'Accounts_Bulk_Data-2026-02-03.zip'),
    documents('Prod224_2601_08241895_20250630.html.gz'),
  );
  await zipped(place('statistics', `${POSTCODES}.zip`), {
    [`Data/${POSTCODES}.csv`]: 'samples/published/NSPL_2013-08_UK_sample.csv',
  });
  copyFileSync(
    join(ROOT, 'samples/published/UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv'),
    place('pay-gap', 'UK_Gender_Pay_Gap_Data_2021_to_2022.csv'),
  );
  return ['companies', 'psc', 'accounts', 'postcodes', 'pay_gap'];
}

async function publishMadeUp(scale, load) {
  const { publish, PUBLISHED_SOURCES } =
    await import('../dist/bench/support/national/published/published-files.js');
  const sources = PUBLISHED_SOURCES.filter((source) => load?.split(',').includes(source) ?? true);
  for (const source of sources) {
    process.stderr.write(`Making up ${source}\n`);
    await publish(folder, source, Number(scale));
  }
  return sources;
}

let init;

async function main() {
  const { scale, load } = parseArgs({
    options: { scale: { type: 'string' }, load: { type: 'string' } },
  }).values;
  const { DATA_DIR: dataDir = scale === undefined ? 'data-of-samples' : 'data-made-up' } = process.env;
  const sources = await (scale === undefined ? publishSamples() : publishMadeUp(scale, load));
  const publishers = await publishersOver(folder);
  init = spawn(
    process.execPath,
    [join(ROOT, 'bin/company-data.js'), 'init', ...WHO, '--load', load ?? sources.join(',')],
    {
      stdio: 'inherit',
      env: { ...process.env, DATA_DIR: dataDir, ...publishers.settings },
    },
  );
  const [code] = await once(init, 'close');
  publishers.stop();
  process.exitCode = code ?? 1;
  if (code === 0) process.stdout.write(`\nHere: DATA_DIR=${dataDir} npx company-data serve\n`);
}

// What was made up may be large: it is removed also where this is broken off.
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => (init === undefined ? process.exit(1) : init.kill(signal)));

await main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
