/**
 * Random lives of the whole service in virtual time: everything accepted ends, once, in order, and is billed
 * as the independent sum says. `npm run simulate` lives others, and shrinks and replays those that fail.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { liveThrough } from './life.js';
import { PLANTED } from './planted.js';

const LONG = process.env['TEST_LONG'] !== undefined;
const LIVES = LONG ? 20_000 : 300;
/** Milliseconds after which the short form lives no more: on a busy machine it lives fewer. */
const LONGEST_MS = LONG ? Infinity : 15_000;
/** Lives within which a planted fault must show; the short form begins near one that shows it. */
const MAX_LIVES = 1_000;
const FIRST = LONG ? 1 : 240;

jest.setTimeout(3_600_000);

const ROOT = join(__dirname, '..', '..');

function digestInAnotherProcess(seed: number): string {
  const program = ['-r', './packages/stand-in-process/typescript.cjs', 'test/simulate/main.ts'];
  const { stdout } = spawnSync(process.execPath, [...program, '--replay', String(seed), '--digest'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return stdout.trim();
}

describe('whatever clients ask, and whatever becomes of hosts, stores and clocks,', () => {
  it('everything that was accepted ends, once, in order, and costs what it should', async () => {
    const began = performance.now();
    for (let seed = 1; seed <= LIVES && performance.now() - began < LONGEST_MS; seed++) {
      const { problems } = await liveThrough(seed);
      expect({ seed, problems }).toEqual({ seed, problems: [] });
    }
  });
});

describe('a life', () => {
  it('is the same from the same seed, in this process and in another', async () => {
    const once = await liveThrough(41);
    const again = await liveThrough(41);
    expect(again.digest).toBe(once.digest);
    expect(digestInAnotherProcess(41)).toBe(once.digest);
    expect((await liveThrough(42)).digest).not.toBe(once.digest);
  });

  it.each(Object.keys(PLANTED))('shows a planted fault: %s', async (name) => {
    const planted = PLANTED[name];
    let found: readonly string[] = [];
    for (let seed = FIRST; seed < FIRST + MAX_LIVES && found.length === 0; seed++)
      found = (await liveThrough(seed, { planted })).problems;
    expect(found).not.toEqual([]);
  });
});
