/** A `restore` that is killed between two of its moves: nothing starts on what it leaves, and the same restore goes on. */
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CommandLineOn } from '../support/cli.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { forAllTests } from '../support/worlds/for-each-test.js';

jest.setTimeout(600_000);

const DIE_AT_MOVE = join(__dirname, 'programs', 'die-at-move.js');
const LONG = process.env['TEST_LONG'] !== undefined;
/** In a short run one kill, while some of the copy has come. */
const MOVES = LONG ? Array.from({ length: 40 }, (_, index) => index + 1) : [8];
const STORES = ['coordination.db', 'events.db', 'read-models.db', 'secrets'];

const folder = forAllTests(() => new TemporaryFolder());

const commandsOn = (dataDir: string, settings: Readonly<Record<string, string>> = {}): CommandLineOn =>
  new CommandLineOn('as processes', settings, dataDir);
const accountsIn = async (dataDir: string): Promise<unknown[]> =>
  (await commandsOn(dataDir).lines('accounts', 'list')).map(({ name }) => name);

/** A data directory with one account. */
async function withAccount(name: string): Promise<string> {
  const dataDir = folder.file(name);
  mkdirSync(dataDir);
  await commandsOn(dataDir).json('accounts', 'create', '--email', 'a@example.co.uk', '--name', name);
  return dataDir;
}

it('loses nothing and mixes nothing, wherever it was killed', async () => {
  const earlier = await withAccount('Earlier');
  const copy = folder.file('copy');
  await commandsOn(await withAccount('Restored')).json('backup', copy);
  const halfway: number[] = [];
  for (const move of MOVES) {
    const dataDir = folder.file(`killed-at-${move}`);
    cpSync(earlier, dataDir, { recursive: true });
    const dying = { NODE_OPTIONS: `--require ${DIE_AT_MOVE}`, DIE_AT: String(move) };
    const { code } = await commandsOn(dataDir, dying).run('restore', copy);
    if (code !== null) break; // it has no move with this number: it is over
    const files = readdirSync(dataDir);
    if (files.includes('restore.pending')) {
      halfway.push(move);
      const started = await commandsOn(dataDir).run('serve');
      expect([started.code, started.stderr]).toEqual([2, expect.stringContaining('was broken off')]);
      expect(readdirSync(dataDir)).toEqual(files);
    } else expect([['Earlier'], ['Restored']]).toContainEqual(await accountsIn(dataDir));
    const restored = await commandsOn(dataDir).json('restore', copy);
    expect(await accountsIn(dataDir)).toEqual(['Restored']);
    const aside = String(restored['moved_aside']);
    expect(readdirSync(aside)).toEqual(expect.arrayContaining(STORES));
    if (halfway.includes(move)) expect(await accountsIn(aside)).toEqual(['Earlier']);
    for (const left of ['restore.pending', 'restore.unfinished'])
      expect(existsSync(join(dataDir, left))).toBe(false);
  }
  expect(halfway).toContain(8);
  expect(halfway.length).toBeGreaterThanOrEqual(LONG ? 9 : 1);
});
