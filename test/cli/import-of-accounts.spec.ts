/** What `register import` tells an operator of documents that are held without being readable. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipArchive } from '../support/basic-company-data.js';
import { CommandLineOn } from '../support/cli.js';
import { filedDocument } from '../support/filed-accounts.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

const DOCUMENT = 'Prod223_3384_14033910_20220831.html';

const cli = forAllTests(() => new CommandLineOn());

const imported = async (day: string, members: Readonly<Record<string, Buffer>>): Promise<string> => {
  const archive = join(cli.dataDir, `Accounts_Bulk_Data-${day}.zip`);
  writeFileSync(archive, zipArchive(members));
  return (await cli.run('register', 'import', '--source', 'accounts', archive)).stdout;
};

it('counts documents that name another company than their file among those held, not readable', async () => {
  const told = await imported('2022-12-01', {
    'Prod223_1_00000001_20220831.html': filedDocument(DOCUMENT),
    [DOCUMENT]: filedDocument(DOCUMENT),
  });
  expect(told).toMatch(/^held, not readable +1 other_company$/m);
  expect(told).toMatch(/^rejected +0$/m);
});

it('has no such line where every document is readable', async () => {
  expect(await imported('2022-12-02', { [DOCUMENT]: filedDocument(DOCUMENT) })).not.toContain('not readable');
});
