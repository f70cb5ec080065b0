/**
 * `npm run try:sync`: from nothing to a register in force without a network. The samples lie as their publishers would have
 * them, the stand-in of the publishers' sites serves them, and `init --load` fetches them from there. It goes to `DATA_DIR`,
 * else to `data-of-samples`: they are samples, and not the register.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import yazl from 'yazl';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STAND_IN = join(ROOT, 'packages/publishers-stand-in/bin/publishers-stand-in.js');
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
async function zipped(target, members) {
  const zip = new yazl.ZipFile();
  for (const [member, sample] of Object.entries(members)) {
    const bytes = readFileSync(join(ROOT, sample));
    const plain = sample.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    zip.addBuffer(plain, member, { mtime: new Date(0), mode: 0o100644 });
  }
  zip.end();
  const out = createWriteStream(target);
  zip.outputStream.pipe(out);
  await once(out, 'close');
}

const documents = (...names) =>
  Object.fromEntries(names.map((name) => [basename(name, '.gz'), `${ACCOUNTS}/${name}`]));

await zipped(place('companies-house', `${COMPANIES}.zip`), {
  [`${COMPANIES}.csv`]: 'samples/BasicCompanyData-2020-05-01-sample.csv',
});
await zipped(place('companies-house', `${PSC}.zip`), {
  [`${PSC}.txt`]: `${RECORDS}/persons-with-significant-control-snapshot-2024-11-22_sample.jsonl`,
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

const standIn = spawn(process.execPath, [STAND_IN, '--files', folder], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [said] = await once(standIn.stdout, 'data');
const url = String(said).trim();
const load = ['--load', 'companies,psc,accounts,postcodes,pay_gap'];
const init = spawn(
  process.execPath,
  [join(ROOT, 'bin/company-data.js'), 'init', ...WHO, ...load, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: {
      DATA_DIR: 'data-of-samples',
      ...process.env,
      COMPANIES_HOUSE_FILES_URL: `${url}/companies-house`,
      POSTCODES_URL: `${url}/statistics`,
      PAY_GAP_URL: `${url}/pay-gap`,
    },
  },
);
const [code] = await once(init, 'close');
standIn.kill();
rmSync(folder, { recursive: true, force: true });
process.exitCode = code ?? 1;
