/** What happens to a commit when its transaction, its answer or its primary is lost: all of it once, or none of it. */
import { forAllTests } from '../../support/worlds/for-each-test.js';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../packages/platform/src/event-store/event-store.js';
import { MongoDbProcess, type CommandFault } from '../../../packages/mongodb-stand-in/src/index.js';
import { CommitTooLargeError } from '../../../packages/platform/src/read-models/read-models.js';
import { pause } from '../../../packages/platform/src/time/pause.js';
import { eventually } from '../../support/eventually.js';
import { testPatienceMs } from '../patience.js';
import { newName, position, put, write } from '../read-models/read-models-under-test.js';
import { Steps, inTrouble, withTrouble } from './troubled-mongo.js';

jest.setTimeout(testPatienceMs);

const TRANSIENT = ['TransientTransactionError'];

describe('a commit happens once and says so', () => {
  const running = forAllTests(() => MongoDbProcess.start());

  test.each<[string, readonly CommandFault[]]>([
    ['the connection breaks before the checkpoint moves', [{ commands: ['update'], isDropped: true }]],
    ['the connection breaks after it', [{ commands: ['update'], isDone: true, isDropped: true }]],
    [
      'documents meet a write conflict, thrice',
      [{ commands: ['update'], times: 3, error: { code: 112, labels: TRANSIENT } }],
    ],
    [
      'documents meet a write conflict that carries no label, as on other servers of the protocol',
      [{ commands: ['update'], times: 2, error: { code: 112, labels: [] } }],
    ],
    [
      'the checkpoint, and then the documents, meet one that is told of a statement, as on some of them',
      [
        { commands: ['update'], error: { code: 112, ofStatement: true } },
        { commands: ['update'], isDone: true },
        { commands: ['update'], error: { code: 112, ofStatement: true } },
      ],
    ],
    ['no answer comes to the documents', [{ commands: ['update'], isStalled: true }]],
    ['the connection breaks before the commit', [{ commands: ['commitTransaction'], isDropped: true }]],
    [
      'the connection breaks after it was committed',
      [{ commands: ['commitTransaction'], isDone: true, isDropped: true }],
    ],
    [
      'that happens three times',
      [{ commands: ['commitTransaction'], times: 3, isDone: true, isDropped: true }],
    ],
    [
      'it is committed and no answer comes',
      [{ commands: ['commitTransaction'], isDone: true, isStalled: true }],
    ],
    [
      'the primary changes at the commit',
      [{ commands: ['commitTransaction'], error: { code: 91, labels: ['RetryableWriteError'] } }],
    ],
    [
      'it is committed, and the new primary has never heard of the transaction',
      [
        { commands: ['commitTransaction'], isDone: true, isDropped: true },
        { commands: ['commitTransaction'], error: { code: 251, labels: TRANSIENT } },
      ],
    ],
    [
      'a majority was not heard from in time',
      [
        {
          commands: ['commitTransaction'],
          isDone: true,
          writeConcernError: {
            code: 64,
            codeName: 'WriteConcernFailed',
            errmsg: 'waiting for replication timed out',
          },
        },
      ],
    ],
  ])('where %s', async (_title, faults) => {
    await inTrouble(running, async ({ server, readModels }) => {
      const steps = await Steps.begin(readModels);
      for (const fault of faults) await server.control.fail(fault);
      expect(await steps.commit(readModels, 1)).toBe('committed');
      expect(await server.control.isWellBehaved()).toBe(true);
      expect(await steps.seen(readModels)).toEqual({ at: 1, documents: 3, last: 1 });
      expect(await steps.commit(readModels, 2)).toBe('committed');
    });
  });

  test('where it is the first of its checkpoint, and its answer was lost with the transaction', async () => {
    await inTrouble(running, async ({ server, readModels }) => {
      await server.control.fail({ commands: ['commitTransaction'], isDone: true, isDropped: true });
      await server.control.fail({ commands: ['commitTransaction'], error: { code: 251, labels: TRANSIENT } });
      const steps = await Steps.begin(readModels);
      expect(await steps.seen(readModels)).toEqual({ at: 0, documents: 2, last: 0 });
    });
  });
});

test.each<[string, CommandFault]>([
  ['before it', { isDropped: true }],
  ['after it', { isDone: true, isDropped: true }],
])('a checkpoint that moves alone does so once where the connection breaks %s', async (_title, fault) => {
  await withTrouble({}, async ({ server, readModels }) => {
    const name = newName();
    await readModels.checkpoint(name);
    const steps = [
      { commands: ['insert'], move: { name, expected: null, next: position(1) } },
      { commands: ['update'], move: { name, expected: position(1), next: position(2) } },
    ];
    for (const { commands, move } of steps) {
      await server.control.fail({ commands, ...fault });
      expect(await readModels.commit([], move)).toBe('committed');
      expect(await server.control.isWellBehaved()).toBe(true);
      expect(await readModels.commit([], move)).toBe('superseded');
    }
    expect(await readModels.checkpoint(name)).toBe(position(2));
  });
});

test('a commit that another projector overtook while it was taken back is superseded', async () => {
  await withTrouble({}, async ({ server, readModels, open }) => {
    const steps = await Steps.begin(readModels);
    const other = await open();
    await server.control.fail({ commands: ['update'], delayMs: 50, error: { code: 112, labels: TRANSIENT } });
    const [first, second] = await Promise.all([
      steps.commit(readModels, 1),
      steps.commit(other.readModels, 1),
    ]);
    expect([first, second].sort()).toEqual(['committed', 'superseded']);
    expect(await steps.seen(readModels)).toEqual({ at: 1, documents: 3, last: 1 });
  });
});

test('a commit that is taken back for too long is given up, and nothing of it is there', async () => {
  await withTrouble({ patienceMs: 300 }, async ({ server, readModels }) => {
    const steps = await Steps.begin(readModels);
    await server.control.fail({
      commands: ['update'],
      times: 1_000,
      error: { code: 112, labels: TRANSIENT },
    });
    await expect(steps.commit(readModels, 1)).rejects.toThrow(StoreUnavailableError);
    await server.control.behave();
    expect(await steps.seen(readModels)).toEqual({ at: 0, documents: 2, last: 0 });
  });
});

test.each([
  ['for the cache', 359, 'update'],
  ['at its end', 359, 'commitTransaction'],
  ['for the log of the server', 257, 'update'],
])(
  'a commit that is too large %s says so and what helps, and nothing of it is there',
  async (_for, code, command) => {
    await withTrouble({}, async ({ server, readModels }) => {
      const steps = await Steps.begin(readModels);
      await server.control.fail({ commands: [command], error: { code, labels: [] } });
      const error: unknown = await steps.commit(readModels, 1).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CommitTooLargeError);
      expect(String(error)).toContain('cacheSizeGB');
      expect(await steps.seen(readModels)).toEqual({ at: 0, documents: 2, last: 0 });
      expect(await steps.commit(readModels, 1)).toBe('committed');
    });
  },
);

test('a commit whose end nobody tells is reported as unknown, and what became of it can be read', async () => {
  await withTrouble({ patienceMs: 300 }, async ({ server, readModels }) => {
    const steps = await Steps.begin(readModels);
    await server.control.nextCommits('drop-after-write', 1_000);
    await server.control.fail({ commands: ['find'], times: 1_000, isDropped: true });
    await expect(steps.commit(readModels, 1)).rejects.toThrow(OutcomeUnknownError);
    await server.control.behave();
    expect(await steps.seen(readModels)).toEqual({ at: 1, documents: 3, last: 1 });
    expect(await steps.commit(readModels, 1)).toBe('superseded');
  });
});

test('a commit whose answers are all lost is known by the checkpoint that it moved', async () => {
  await withTrouble({ patienceMs: 300 }, async ({ server, readModels }) => {
    const steps = await Steps.begin(readModels);
    await server.control.nextCommits('drop-after-write', 1_000);
    expect(await steps.commit(readModels, 1)).toBe('committed');
    await server.control.behave();
    expect(await steps.seen(readModels)).toEqual({ at: 1, documents: 3, last: 1 });
  });
});

/** Longer than a client looks for a primary before it gives up a call. */
const LONG_AWAY_MS = 1_500;

test('a commit that arrived, and whose answer was lost with its primary for long, is repeated until it is known', async () => {
  await withTrouble({}, async ({ server, readModels, open }) => {
    const steps = await Steps.begin(readModels);
    const other = (await open()).readModels;
    await server.control.nextCommits('drop-after-write', 1_000);
    const commit = steps.commit(readModels, 1);
    await eventually('the commit is there', async () => (await other.checkpoint(steps.name)) === position(1));
    await server.control.refuseConnections();
    await pause(LONG_AWAY_MS);
    await server.control.behave();
    await server.control.restart();
    expect(await commit).toBe('committed');
    expect(await steps.seen(readModels)).toEqual({ at: 1, documents: 3, last: 1 });
  });
});

test('a transaction that finds no primary for long is begun anew once there is one', async () => {
  await withTrouble({}, async ({ server, readModels }) => {
    const steps = await Steps.begin(readModels);
    await server.control.stepDown();
    const commit = steps.commit(readModels, 1);
    await pause(LONG_AWAY_MS);
    await server.control.stepUp();
    expect(await commit).toBe('committed');
    expect(await steps.seen(readModels)).toEqual({ at: 1, documents: 3, last: 1 });
  });
});

test('while the primary steps down and up again commits wait, and none is lost or doubled', async () => {
  await withTrouble({}, async ({ server, readModels }) => {
    const steps = await Steps.begin(readModels);
    let to = 1;
    let lost = 0;
    const commits = (async () => {
      while (to <= 40) {
        const outcome = await steps.commit(readModels, to).catch(() => 'lost');
        if (outcome === 'lost') lost += 1;
        to = (await steps.seen(readModels).catch(() => ({ at: to - 1 }))).at + 1;
      }
    })();
    for (let change = 0; change < 3; change++) {
      const before = to;
      await new Promise<void>((resolve) => {
        const watch = setInterval(() => {
          if (to < before + 3 && to <= 40) return;
          clearInterval(watch);
          resolve();
        }, 1);
      });
      await server.control.stepDown();
      await server.control.stepUp();
    }
    await commits;
    expect(await steps.seen(readModels)).toEqual({ at: 40, documents: 42, last: 40 });
    expect(lost).toBeLessThan(40);
  });
});

test('a large range that is deleted in portions is finished by whoever comes after one that died', async () => {
  await withTrouble({ patienceMs: 1, socketMs: 30_000 }, async ({ server, readModels, open }) => {
    const steps = await Steps.begin(readModels);
    const { collection, name } = steps;
    const rows = Array.from({ length: 3_500 }, (_, n) =>
      put(collection, `row ${String(n).padStart(5, '0')}`),
    );
    await readModels.commit(rows, { name, expected: position(0), next: position(1) });
    const erase = { op: 'deleteRange', collection, from: 'row ', to: 'row~' } as const;
    const move = { name, expected: position(1), next: position(2) };
    // The first portion goes, the second is never committed.
    await server.control.fail({ commands: ['delete'], isDone: true });
    await server.control.fail({
      commands: ['delete'],
      times: 1_000,
      error: { code: 112, labels: TRANSIENT },
    });
    await expect(readModels.commit([erase], move)).rejects.toThrow(StoreUnavailableError);
    expect(await readModels.checkpoint(name)).toBe(position(1));
    expect(await readModels.getMany(collection, ['row 00000', 'row 03499'])).toHaveLength(1);
    await server.control.behave();
    const other = (await open()).readModels;
    expect(await other.commit([erase, put(collection, 'marker')], move)).toBe('committed');
    expect(await readModels.commit([erase], move)).toBe('superseded');
    expect((await other.range(collection, {})).map(({ key }) => key)).toEqual(['last', 'marker', 'step 0']);
  });
});

test('a first commit that is large goes in portions that another first commit does not run through', async () => {
  await withTrouble({ socketMs: 30_000 }, async ({ server, readModels, open }) => {
    const { collection } = await Steps.begin(readModels);
    const other = (await open()).readModels;
    await write(other, ...Array.from({ length: 2_500 }, (_, n) => put(collection, `row ${n}`)));
    const erase = { op: 'deleteRange', collection, from: 'row ', to: 'row~' } as const;
    const move = { name: newName(), expected: null, next: position(1) };
    await server.control.fail({ commands: ['delete'], isDone: true, delayMs: 1_000 });
    const large = readModels.commit([erase], move);
    await eventually('a portion is under way', () => server.control.isWellBehaved());
    const outcomes = [await other.commit([put(collection, 'row 0')], move), await large];
    expect(outcomes.sort()).toEqual(['committed', 'superseded']);
    expect(await readModels.checkpoint(move.name)).toBe(position(1));
    expect(await readModels.checkpoints(move.name)).toEqual(new Map([[move.name, position(1)]]));
  });
});

describe('what is read in one moment', () => {
  test('is committed, and the commit repeated where its answer is lost', async () => {
    await withTrouble({}, async ({ server, readModels }) => {
      const steps = await Steps.begin(readModels);
      await server.control.nextCommits('drop-after-write', 3);
      expect(await steps.seen(readModels)).toEqual({ at: 0, documents: 2, last: 0 });
      expect(await server.control.isWellBehaved()).toBe(true);
    });
  });

  test('is no answer where no majority is heard of it', async () => {
    await withTrouble({}, async ({ server, readModels }) => {
      const steps = await Steps.begin(readModels);
      await server.control.nextCommits('drop-before-write', 1_000);
      await expect(steps.seen(readModels)).rejects.toThrow(StoreUnavailableError);
      await server.control.behave();
      await server.control.fail({ commands: ['commitTransaction'], error: { code: 251, labels: TRANSIENT } });
      await expect(steps.seen(readModels)).rejects.toThrow(StoreUnavailableError);
      expect(await steps.seen(readModels)).toEqual({ at: 0, documents: 2, last: 0 });
    });
  });
});

test('a majority that lags behind a checkpoint that moved alone is no fight over it: no session is ended', async () => {
  await withTrouble({}, async ({ server, readModels }) => {
    const steps = await Steps.begin(readModels);
    const ended = async () =>
      Object.entries(await server.control.commandsBegun()).filter(([name]) =>
        /^(kill|end)Sessions/.test(name),
      );
    const before = await ended();
    await server.control.fail({
      commands: ['update'],
      isDone: true,
      writeConcernError: { code: 50, codeName: 'MaxTimeMSExpired', errmsg: 'operation exceeded time limit' },
    });
    const move = { name: steps.name, expected: position(0), next: position(1) };
    expect(await readModels.commit([], move)).toBe('committed');
    expect(await server.control.isWellBehaved()).toBe(true);
    expect(await ended()).toEqual(before);
  });
});

test('a moment that the server keeps no longer is taken anew, whole', async () => {
  await withTrouble({}, async ({ server, readModels }) => {
    const steps = await Steps.begin(readModels);
    let moments = 0;
    const at = await readModels.snapshot(async (reader) => {
      moments += 1;
      await reader.checkpoint('any');
      if (moments === 1) await server.control.fail({ commands: ['find'], error: { code: 246 } });
      return reader.checkpoint(steps.name);
    });
    expect([at, moments]).toEqual([position(0), 2]);
  });
});
