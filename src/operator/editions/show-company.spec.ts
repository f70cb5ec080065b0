import { FILES } from '../../../test/support/basic-company-data.js';
import { documentOf, failureOf, runCommand } from '../../../test/support/run-command.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { registerCommands } from '../../cli/register.commands.js';
import { suppressCommands } from '../../cli/suppress.commands.js';
import { SOURCE_NAMES } from '../../../packages/enrichment/src/sources/index.js';

const folder = forEachTest(() => new TemporaryFolder());

const run = (...words: readonly string[]) =>
  runCommand([registerCommands, suppressCommands], words, { DATA_DIR: `${folder.path}/data` });
const imported = async (source: string, file: string): Promise<void> => {
  const { code, stderr } = await run('register', 'import', '--source', source, file);
  expect([code, stderr]).toEqual([0, '']);
};
const officers = (name: string): string =>
  `${JSON.stringify({
    company_number: '08209948',
    resource: 'officers',
    fetched_at: '2024-07-02T09:00:00Z',
    data: { items: [{ name, officer_role: 'director', appointed_on: '2020-01-02' }] },
  })}\n`;

it('shows what the edition in force holds of a company, its number written as it may be', async () => {
  await imported('companies', FILES.december2024);
  expect(documentOf(await run('register', 'show', 'companies', '8209948', '--json'))).toMatchObject({
    source: 'companies',
    as_of: '2024-12-01',
    part: false,
    number: '08209948',
    suppressed: false,
    records: [{ subject: '08209948', record: { name: '! LTD', office: { post_town: 'HARROGATE' } } }],
  });
  expect((await run('register', 'show', 'companies', '08209948')).stdout).toContain('office.post_town');
});

it('lets no text of a register move the cursor or begin a line', async () => {
  await imported('officers', folder.write('answers.jsonl', officers('EVIL\u001b[2J\u202e, Jane')));
  const { stdout } = await run('register', 'show', 'officers', '08209948');
  expect(stdout).toContain('EVIL');
  expect(stdout).not.toContain('\u001b');
  expect(stdout).not.toContain('\u202e');
});

it('says of a suppressed company that it is, and shows it to the operator', async () => {
  await imported('companies', FILES.december2024);
  await run('suppress', '--kind', 'company_number', '08209948');
  expect(documentOf(await run('register', 'show', 'companies', '08209948', '--json'))).toMatchObject({
    suppressed: true,
    records: [{ subject: '08209948' }],
  });
});

it.each(SOURCE_NAMES)('answers of %s that no edition is in force', async (source) => {
  const ran = await run('register', 'show', source, '08209948', '--json');
  expect([ran.code, failureOf(ran).error]).toEqual([1, 'no_edition']);
});

it('tells a company that is not there from an edition that is not', async () => {
  await imported('companies', FILES.december2024);
  const nobody = await run('register', 'show', 'companies', '00000001', '--json');
  expect([nobody.code, failureOf(nobody).error]).toEqual([1, 'not_on_file']);
  const none = await run(
    'register',
    'show',
    'companies',
    '08209948',
    '--edition',
    '2020-01-01-000000000000',
    '--json',
  );
  expect([none.code, failureOf(none).error]).toEqual([2, 'no_such_edition']);
});
