/**
 * A process that is killed in the midst of a commit leaves its transaction open on the server, for longer than any test
 * here waits: whoever comes after it goes on all the same.
 */
import { join } from 'node:path';
import type { MongoDbProcess } from '../../../packages/mongodb-stand-in/src/index.js';
import type { ReadModels } from '../../../packages/platform/src/read-models/read-models.js';
import { eventually } from '../../support/eventually.js';
import { startProgram } from '../../support/programs.js';
import { testPatienceMs } from '../patience.js';
import { newName, position, put } from '../read-models/read-models-under-test.js';
import { Steps, withTrouble } from './troubled-mongo.js';

jest.setTimeout(testPatienceMs);

const PROGRAM = join(__dirname, '..', 'programs', 'commit-once.js');
const FOR_LONG = { patienceMs: 20_000, socketMs: 10_000 };

type Lane = Pick<Steps, 'collection' | 'name'>;

/** Its checkpoint is moved, and not committed, when it is killed. */
async function killInCommit(server: MongoDbProcess, { collection, name }: Lane, to: number): Promise<void> {
  // What it notes of itself passes; what it writes first of its documents is done, and its answer never comes.
  await server.control.fail({ commands: ['update'], times: 2, isDone: true });
  await server.control.fail({ commands: ['update'], isDone: true, isStalled: true });
  const before = to === 0 ? '' : position(to - 1);
  const writer = startProgram(PROGRAM, server.url, collection, name, before, position(to));
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

describe('of a checkpoint that has none yet', () => {
  const begin = async (server: MongoDbProcess, readModels: ReadModels): Promise<Lane> => {
    const lane = { collection: newName(), name: newName() };
    await readModels.declare([{ name: lane.collection }]);
    await readModels.checkpoint(lane.name);
    await killInCommit(server, lane, 0);
    return lane;
  };

  test.each([0, 1])('the first commit is made, of %d documents', async (documents) => {
    await withTrouble(FOR_LONG, async ({ server, readModels }) => {
      const { collection, name } = await begin(server, readModels);
      const writes = Array.from({ length: documents }, (_, n) => put(collection, `own ${n}`));
      const move = { name, expected: null, next: position(0) };
      expect(await readModels.commit(writes, move)).toBe('committed');
      expect(await readModels.range(collection, {})).toHaveLength(documents);
    });
  });

  test('what it was writing is dropped, with its checkpoint', async () => {
    await withTrouble(FOR_LONG, async ({ server, readModels }) => {
      const { collection, name } = await begin(server, readModels);
      await readModels.drop([collection], [name]);
      expect([await readModels.range(collection, {}), await readModels.checkpoint(name)]).toEqual([[], null]);
    });
  });
});

test('what it was writing is dropped, with a checkpoint that it had moved before', async () => {
  await withTrouble(FOR_LONG, async ({ server, readModels }) => {
    const { collection, name } = await Steps.begin(readModels);
    await killInCommit(server, { collection, name }, 1);
    await readModels.drop([], [name]);
    expect(await readModels.checkpoint(name)).toBeNull();
    await readModels.drop([collection], []);
    expect(await readModels.range(collection, {})).toEqual([]);
  });
});

test('while it can not be ended, the checkpoint is named that waits for it, and no longer', async () => {
  await withTrouble(FOR_LONG, async ({ server, readModels, open }) => {
    const steps = await Steps.begin(readModels);
    await killInCommit(server, steps, 1);
    const other = (await open()).readModels;
    expect(await other.held()).toEqual(new Map());
    await server.control.fail({ commands: ['killSessions'], times: 1_000, error: { code: 13 } });
    const commit = steps.commit(readModels, 1);
    await eventually('it is named', async () => (await other.held()).size > 0);
    expect([...(await other.held()).keys()]).toEqual([steps.name]);
    await server.control.behave();
    expect(await commit).toBe('committed');
    expect(await other.held()).toEqual(new Map());
  });
});
