/** Copies of a data directory while it is in use, and what may be restored over what. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import type { Stores } from '../../packages/platform/src/stores/stores.js';
import { openStores } from '../../packages/platform/src/stores/stores.js';
import { CommandLineOn } from '../support/cli.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

const SAMPLE = join(__dirname, '..', '..', 'samples', 'BasicCompanyData-2020-05-01-sample.csv');

const folder = forAllTests(() => new TemporaryFolder());
let copy: string;
/** A running process's own clients of the stores that are copied. */
let running: Stores;
let original: CommandLineOn;
/** Asks, as a process of its own, whether those clients use a file. */
let outside: CommandLineOn;
let edition: unknown;
let keyId: unknown;
let others: CommandLineOn[] = [];

beforeAll(async () => {
  copy = folder.file('copy');
  original = new CommandLineOn();
  outside = new CommandLineOn('as processes', {}, original.dataDir);
  running = await openStores({ dataDir: original.dataDir });
  // A store's thread that nobody calls ends after seconds. The log's reader stays, as in a service.
  await running.eventStore.readAll({ after: LOG_START });
  await original.json('accounts', 'create', '--email', 'a@example.co.uk', '--name', 'First Ltd');
  ({ key_id: keyId } = await original.json('keys', 'issue', '--account', '1001', '--name', 'k'));
  ({ edition } = await original.json('register', 'import', '--source', 'companies', SAMPLE));
  await original.json('backup', copy, '--with-register');
  await original.json('accounts', 'create', '--email', 'b@example.co.uk', '--name', 'Second Ltd');
});
afterEach(() => {
  for (const other of others) other.remove();
  others = [];
});
afterAll(async () => {
  await running.close();
  original.remove();
});

/** Restored over by processes: commands inside the test would use its files on. */
function another(): CommandLineOn {
  const other = new CommandLineOn('as processes');
  others.push(other);
  return other;
}
const inside = ({ dataDir }: CommandLineOn): CommandLineOn => new CommandLineOn('inside', {}, dataDir);
const names = async (cli: CommandLineOn): Promise<unknown[]> =>
  (await inside(cli).lines('accounts', 'list')).map(({ name }) => name);
const secretOf = (cli: CommandLineOn): string => join(cli.dataDir, 'secrets', 'key-hash-secret');

describe('a backup that was taken while the stores were in use', () => {
  it('brings everything of its moment back: accounts, keys, secrets, editions', async () => {
    const other = another();
    expect(await other.json('restore', copy)).toMatchObject({ with_register: true, moved_aside: null });
    expect(await names(other)).toEqual(['First Ltd']);
    expect(await inside(other).lines('keys', 'list', '--account', '1001')).toMatchObject([{ key_id: keyId }]);
    expect(readFileSync(secretOf(other), 'utf8')).toBe(readFileSync(secretOf(original), 'utf8'));
    expect(statSync(secretOf(other)).mode & 0o077).toBe(0);
    expect(await inside(other).lines('register', 'status')).toMatchObject([
      { source: 'companies', edition, active: true },
      { source: 'register_api', live: true, on: false },
      { source: 'websites', live: true, on: false },
      { source: 'search_provider', live: true, on: false },
      { source: 'listing_provider', live: true, on: false },
      { source: 'ai_provider', live: true, on: false },
      { source: 'news_provider', live: true, on: false },
    ]);
  });

  it('moves aside what is there, and loses nothing of it', async () => {
    const other = another();
    await other.json('accounts', 'create', '--email', 'c@example.co.uk', '--name', 'Third Ltd');
    const aside = String((await other.json('restore', copy))['moved_aside']);
    expect(await names(other)).toEqual(['First Ltd']);
    for (const name of ['events.db', 'read-models.db', 'coordination.db', 'secrets'])
      expect(existsSync(join(aside, name))).toBe(true);
  });

  it('never takes the place of something else', async () => {
    expect(await original.refusal('backup', copy)).toMatchObject({ code: 2, error: 'not_empty' });
    const nowhere = join(folder.path, 'a', 'b');
    expect(await original.refusal('backup', nowhere)).toMatchObject({ code: 2, error: 'no_folder' });
  });
});

describe('a restore', () => {
  it('refuses a data directory in use', async () => {
    expect(await outside.refusal('restore', copy)).toMatchObject({ code: 2, error: 'in_use' });
    expect(await names(original)).toEqual(['First Ltd', 'Second Ltd']);
  });

  it('refuses what is no backup of this program', async () => {
    expect(await outside.refusal('restore', folder.path)).toMatchObject({ code: 2, error: 'no_backup' });
    folder.write('backup.json', '{"format":99}');
    expect(await outside.refusal('restore', folder.path)).toMatchObject({
      code: 2,
      error: 'unknown_backup',
    });
  });

  it('refuses a copy that cannot be opened, and changes nothing', async () => {
    const [other, broken] = [another(), folder.file('broken')];
    await original.json('backup', broken);
    writeFileSync(join(broken, 'events.db'), 'long enough to be read as a database, but none '.repeat(100));
    expect(await other.refusal('restore', broken)).toMatchObject({ code: 1, error: 'unavailable' });
    expect(existsSync(join(other.dataDir, 'events.db'))).toBe(false);
  });
});
