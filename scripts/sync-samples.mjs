/**
 * `npm run try:sync`: the samples as their publishers would have them, served by the stand-in of the publishers' sites, and
 * `register sync` from there. It goes to `DATA_DIR`, else to `data-of-samples`: they are samples, and not the register.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import yazl from 'yazl';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STAND_IN = join(ROOT, 'packages/publishers-stand-in/bin/publishers-stand-in.js');
const COMPANIES = 'BasicCompanyDataAsOneFile-2020-05-01';
const folder = mkdtempSync(join(tmpdir(), 'published-'));

function place(publisher, name) {
  mkdirSync(join(folder, publisher), { recursive: true });
  return join(folder, publisher, name);
}

async function zipped(sample, target, member) {
  const zip = new yazl.ZipFile();
  zip.addFile(join(ROOT, 'samples', sample), member, { mtime: new Date(0), mode: 0o100644 });
  zip.end();
  const out = createWriteStream(target);
  zip.outputStream.pipe(out);
  await once(out, 'close');
}

await zipped(
  'BasicCompanyData-2020-05-01-sample.csv',
  place('companies-house', `${COMPANIES}.zip`),
  `${COMPANIES}.csv`,
);
await zipped(
  'published/NSPL_2013-08_UK_sample.csv',
  place('statistics', 'ONSPD_AUG_2013_UK.zip'),
  'Data/ONSPD_AUG_2013_UK.csv',
);
copyFileSync(
  join(ROOT, 'samples/published/UK_Gender_Pay_Gap_Data_2021_to_2022_sample.csv'),
  place('pay-gap', 'UK_Gender_Pay_Gap_Data_2021_to_2022.csv'),
);

const standIn = spawn(process.execPath, [STAND_IN, '--files', folder], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [said] = await once(standIn.stdout, 'data');
const url = String(said).trim();
const words = ['register', 'sync', '--source', 'companies,postcodes,pay_gap'];
const sync = spawn(
  process.execPath,
  [join(ROOT, 'bin/company-data.js'), ...words, ...process.argv.slice(2)],
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
const [code] = await once(sync, 'close');
standIn.kill();
rmSync(folder, { recursive: true, force: true });
process.exitCode = code ?? 1;
