import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentOf, failureOf, runCommand } from '../../../test/support/run-command.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { suppressCommands } from '../../cli/suppress.commands.js';

const folder = forEachTest(() => new TemporaryFolder());

const run = (...words: readonly string[]) =>
  runCommand([suppressCommands], words, { DATA_DIR: folder.path, OPERATOR: 'alice' });
interface Changed {
  readonly values: readonly { value: string; kind: string; id: string; changed: boolean }[];
}
const MAIL = 'Jane.Doe@Example.co.uk';

it('suppresses, asks, lists and lifts, and shows no value that it was not given', async () => {
  const { values } = documentOf<Changed>(await run('suppress', MAIL, 'SC123456', '--json'));
  expect(values).toMatchObject([
    { value: MAIL, kind: 'email', changed: true },
    { value: 'SC123456', kind: 'company_number', changed: true },
  ]);
  const again = documentOf<Changed>(await run('suppress', MAIL.toLowerCase(), '--json'));
  expect(again.values).toEqual([{ ...values[0], value: MAIL.toLowerCase(), changed: false }]);

  const asked = await run('suppressed', MAIL, 'SC654321', '--json');
  expect(asked.code).toBe(1);
  expect(
    asked.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject([
    { value: MAIL, id: values[0]?.id, suppressed_at: expect.any(String) as unknown },
    { value: 'SC654321', suppressed_at: null },
  ]);

  const listed = await run('suppressed', '--json');
  expect(
    listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toMatchObject(values.map(({ id, kind }) => ({ id, kind, suppressed_by: 'alice', effective: true })));
  expect(listed.stdout.toLowerCase()).not.toContain(MAIL.toLowerCase());

  const lifted = await run('suppress', '--lift', values[0]?.id ?? '', 'sc123456', '--json');
  expect(documentOf<Changed>(lifted).values.map(({ changed }) => changed)).toEqual([true, true]);
  expect((await run('suppressed')).stdout).toContain('Nothing is suppressed.');
});

it('suppresses nothing where one of the values may be of several kinds', async () => {
  const refused = await run('suppress', MAIL, '01234567', '--json');
  expect(refused.code).toBe(2);
  expect(failureOf(refused)).toMatchObject({ error: 'ambiguous_value' });
  expect((await run('suppressed')).stdout).toContain('Nothing is suppressed.');
  const named = documentOf<Changed>(await run('suppress', '01234567', '--kind', 'company_number', '--json'));
  expect(named.values).toMatchObject([{ kind: 'company_number', changed: true }]);
});

it('keeps of an officer who is suppressed by name neither the name nor the month of birth', async () => {
  const { values } = documentOf<Changed>(await run('suppress', 'Mrs Jane Doe born 1970-05', '--json'));
  expect(values).toMatchObject([{ kind: 'person_name', changed: true }]);
  const again = documentOf<Changed>(await run('suppress', 'DOE, Jane born 1970-05', '--json'));
  expect(again.values).toMatchObject([{ id: values[0]?.id, changed: false }]);
  const bytes = Buffer.concat(
    readdirSync(folder.path)
      .filter((name) => name.startsWith('events.db'))
      .map((name) => readFileSync(join(folder.path, name))),
  ).toString('latin1');
  expect(bytes).toContain('person_name');
  expect(bytes).not.toMatch(/Jane|Doe\b|1970-05/i);
});

it('says what it does not know', async () => {
  expect(failureOf(await run('suppress', 'Jane Doe', '--json'))).toMatchObject({ error: 'unknown_value' });
  expect(failureOf(await run('suppress', '--lift', '0123456789abcdef', '--json'))).toMatchObject({
    error: 'unknown_suppression',
  });
});

it('tells which suppressions have no effect since the secret changed', async () => {
  await run('suppress', MAIL);
  const under = { DATA_DIR: folder.path, KEY_HASH_SECRET: 'another secret altogether' };
  const listed = await runCommand([suppressCommands], ['suppressed', '--json'], under);
  expect(documentOf(listed)).toMatchObject({ kind: 'email', effective: false });
});
