/** The README's way to a service with the published register, from the stand-in of the publishers' sites. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PublishersProcess } from '../../../packages/publishers-stand-in/src/index.js';
import { PublishedFiles } from '../../support/published/published-files.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { ShellPage } from './shell-page.js';

const ROOT = join(__dirname, '..', '..', '..');
const ACCOUNTS = join(ROOT, 'test', 'fixtures', 'accounts', 'Prod224_0088_11426842_20200630.xml');

const published = forAllTests(() => new PublishedFiles());
const publishers = forAllTests(() => PublishersProcess.start(published.path));
const page = forAllTests(() => new ShellPage('README.md'));
const data = forAllTests(() => new TemporaryFolder());

async function publish(): Promise<void> {
  await published.companies('2020-05-01');
  const controller = {
    company_number: '02443921',
    data: {
      kind: 'super-secure-person-with-significant-control',
      ceased: false,
      description: 'super-secure-persons-with-significant-control',
      etag: '1',
      links: { self: '/company/02443921/persons-with-significant-control/super-secure/1' },
    },
  };
  await published.zip('companies-house', 'psc-snapshot-2026-11-26_1of1.zip', {
    'psc-snapshot-2026-11-26_1of1.txt': Buffer.from(`${JSON.stringify(controller)}\n`),
  });
  for (const archive of ['Accounts_Monthly_Data-October2026', 'Accounts_Bulk_Data-2026-11-03'])
    await published.zip('companies-house', `${archive}.zip`, {
      'Prod224_0088_11426842_20200630.xml': readFileSync(ACCOUNTS),
    });
  await published.zip('statistics', 'ONSPD_AUG_2013_UK.zip', {
    'Data/ONSPD_AUG_2013_UK.csv': readFileSync(join(ROOT, 'samples/published/NSPL_2013-08_UK_sample.csv')),
  });
  published.payGap();
  await published.goldenCopy();
  published.contracts();
}

/** `npx` finds the checkout's own command in its folder; here it is a folder of its own. */
function commands(): string {
  const bin = join(page.folder, 'bin');
  mkdirSync(bin);
  symlinkSync(join(ROOT, 'bin', 'company-data.js'), join(bin, 'company-data'));
  writeFileSync(join(bin, 'npx'), '#!/bin/sh\nexec "$@"\n', { mode: 0o755 });
  return bin;
}

it('leads from the published files to a key', async () => {
  await publish();
  const [printed = ''] = await page.outputs({
    dataDir: data.path,
    path: [commands()],
    env: publishers.settings,
  });
  for (const source of ['companies', 'psc', 'postcodes', 'pay_gap', 'entity_ids'])
    expect(printed).toMatch(new RegExp(`│ ${source} +│ synced `));
  expect(printed).toMatch(/svc_live_/);
});
