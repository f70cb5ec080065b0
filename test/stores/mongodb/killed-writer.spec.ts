/**
 * A process that is killed in the midst of a commit leaves its transaction open on the server, for longer than any test
 * here waits: whoever comes after it goes on all the same.
 */
import { join } from 'node:path';
import type { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import { eventually } from '../../support/eventually.js';
import { startProgram } from '../../support/programs.js';
import { testPatienceMs } from '../patience.js';
import { position } from '../read-models/read-models-under-test.js';
import { Steps, withTrouble } from './troubled-mongo.js';

jest.setTimeout(testPatienceMs);

const PROGRAM = join(__dirname, '..', 'programs', 'commit-once.js');
const FOR_LONG = { patienceMs: 20_000, socketMs: 10_000 };

/** Its checkpoint is moved, and not committed, when it is killed. */
async function killInCommit(server: MongoDbProcess, { collection, name }: Steps, to: number): Promise<void> {
  // What it notes of itself passes; the checkpoint's own update is done, and its answer never comes.
  await server.control.fail({ commands: ['update'], isDone: true });
  await server.control.fail({ commands: ['update'], isDone: true, isStalled: true });
  const writer = startProgram(PROGRAM, server.url, collection, name, position(to - 1), position(to));
  await eventually('it is in its transaction', () => server.control.isWellBehaved());
  writer.process.kill('SIGKILL');
  await writer.ended;
}

test('the commit of the process that comes after it is made', async () => {
  await withTrouble(FOR_LONG, async ({ server, readModels }) => {
    const steps = await Steps.begin(readModels);
    await killInCommit(server, steps, 1);
    expect(await steps.commit(readModels, 1)).toBe('committed');
    expect(await steps.seen(readModels)).toEqual({ at: 1, documents: 3, last: 1 });
  });
});

test('a checkpoint that moves alone does', async () => {
  await withTrouble(FOR_LONG, async ({ server, readModels }) => {
    const steps = await Steps.begin(readModels);
    await killInCommit(server, steps, 1);
    const move = { name: steps.name, expected: position(0), next: position(1) };
    expect(await readModels.commit([], move)).toBe('committed');
    expect(await steps.seen(readModels)).toEqual({ at: 1, documents: 2, last: 0 });
  });
});

test('also after one that never got as far as a commit of its own, and was killed as the one before it', async () => {
  await withTrouble(FOR_LONG, async ({ server, readModels, open }) => {
    const steps = await Steps.begin(readModels);
    await killInCommit(server, steps, 1);
    expect(await steps.commit((await open()).readModels, 1)).toBe('committed');
    await killInCommit(server, steps, 2);
    expect(await steps.commit((await open()).readModels, 2)).toBe('committed');
    expect(await steps.seen(readModels)).toEqual({ at: 2, documents: 4, last: 2 });
  });
});

test('one that lives, and only was slow, makes its commit once or not at all', async () => {
  await withTrouble(FOR_LONG, async ({ server, readModels, open }) => {
    const steps = await Steps.begin(readModels);
    const other = (await open()).readModels;
    expect(await steps.commit(other, 1)).toBe('committed');
    await server.control.fail({ commands: ['update'], isDone: true, delayMs: 4_000 });
    const slow = steps.commit(readModels, 2);
    await eventually('it is in its transaction', () => server.control.isWellBehaved());
    expect([await steps.commit(other, 2), await slow].sort()).toEqual(['committed', 'superseded']);
    expect(await steps.seen(readModels)).toEqual({ at: 2, documents: 4, last: 2 });
  });
});
