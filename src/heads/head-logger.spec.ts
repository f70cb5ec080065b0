import { createHash, createHmac } from 'node:crypto';
import {
  canonical,
  faultIn,
  openNote,
  verifierOf,
  type Entry,
} from '../../test/support/heads/outside-checker.js';
import {
  CHECKPOINT_KEY,
  HEADS_CONTEXT,
  ORIGIN,
  entriesIn,
  headOf,
  headsIn,
  introduceKey,
  issued,
  logged,
  loggerOn,
} from '../../test/support/heads/logs-of-heads.js';
import { allEvents, sealed, sealsIn } from '../../test/support/seals/sealed-logs.js';
import { aSubmission } from '../../test/support/logs/job-builders.js';
import { KEY_OF_TESTS } from '../../test/support/statements/statements.js';
import { FaultyEventStore, failWrite, type Fault } from '../../test/support/stores/faulty-event-store.js';
import { aLog } from '../../test/support/verified.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { newPrivateKey, signingKey } from '../../packages/statement-check/src/format/signature.js';
import { LOG_START, type EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { NotDone } from '../../packages/platform/src/errors/refusal.js';
import { vkeyOf } from './signed-note.js';

const log = forEachTest(aLog);
const kinds = async (): Promise<string[]> => (await entriesIn(log.store)).map(({ kind }) => kind);

/** Two statements of October, one of November, a partial one, and two seals. */
async function aYear(): Promise<void> {
  await introduceKey(log);
  await sealed(log.store);
  await issued(log, 1001, '2026-10');
  await issued(log, 1002, '2026-11', true);
  await issued(log, 1002, '2026-10');
  await sealed(log.store);
  await issued(log, 1001, '2026-11');
}
const OF_A_YEAR = [
  ...['key_set', 'month_key', 'statement', 'statement', 'month_key', 'statement'],
  ...['seal', 'seal'],
];

it('given a log without seals and statements, nothing begins', async () => {
  expect((await logged(log.store)).size).toBe(0);
  expect(await kinds()).toEqual([]);
});

it('given statements and seals of earlier, it begins with the keys, then has all statements, then all seals', async () => {
  await aYear();
  await logged(log.store);
  expect(await kinds()).toEqual(OF_A_YEAR);
  const entries = await entriesIn(log.store);
  expect(entries[0]).toEqual({
    kind: 'key_set',
    keys: [
      { use: 'checkpoint', vkey: vkeyOf(ORIGIN, CHECKPOINT_KEY.public_key) },
      { use: 'statement', vkey: vkeyOf(ORIGIN, KEY_OF_TESTS.public_key) },
    ],
    signed_by: null,
    time: expect.any(String) as unknown,
  });
  const seals = (await sealsIn(log.store)).map(({ leaves, root, last_event }) => ({
    leaves,
    root,
    last_event,
  }));
  expect(entries.filter(({ kind }) => kind === 'seal')).toMatchObject(seals);
});

it('given a statement, its entry has the slot and the salted head that its customer can compute', async () => {
  await aYear();
  await logged(log.store);
  const heads = await headsIn(log.store);
  const key = heads.find(({ entry }) => entry.kind === 'month_key' && entry.month === '2026-10');
  const secret = Buffer.from(key?.secret ?? '', 'hex');
  expect(secret).toHaveLength(32);
  expect(key?.entry).toMatchObject({ sha256: createHash('sha256').update(secret).digest('hex') });
  const statement = heads[3];
  expect(statement?.entry).toEqual({
    kind: 'statement',
    month: '2026-10',
    slot: createHmac('sha256', secret).update('1002/2026-10').digest('hex'),
    head: createHash('sha256')
      .update(Buffer.from(statement?.secret ?? '', 'hex'))
      .update(canonical(headOf(1002, '2026-10')))
      .digest('hex'),
    time: expect.any(String) as unknown,
  });
  const salts = heads.flatMap(({ secret: one }) => one ?? []);
  expect(new Set(salts).size).toBe(5);
});

it('given that everything is logged, it logs what is new and nothing twice, also in another process', async () => {
  await aYear();
  const logger = loggerOn(log.store);
  await logger.catchUp(HEADS_CONTEXT);
  await logger.catchUp(HEADS_CONTEXT);
  await logged(log.store);
  expect(await kinds()).toEqual(OF_A_YEAR);
  await issued(log, 1003, '2026-11');
  await logged(log.store);
  await issued(log, 1004, '2026-11');
  await logger.catchUp(HEADS_CONTEXT);
  expect((await kinds()).slice(OF_A_YEAR.length)).toEqual(['statement', 'statement']);
});

it('given several writers at once, none forks the log or doubles an entry', async () => {
  await aYear();
  await Promise.all(Array.from({ length: 4 }, () => logged(log.store)));
  await issued(log, 1003, '2026-11');
  await Promise.all(Array.from({ length: 4 }, () => logged(log.store)));
  expect(await kinds()).toEqual([...OF_A_YEAR, 'statement']);
});

it('given a quiet log, seals and their entries call forth no further seal', async () => {
  await aYear();
  await sealed(log.store);
  await logged(log.store);
  const before = await sealsIn(log.store);
  await sealed(log.store);
  await logged(log.store);
  expect(await sealsIn(log.store)).toEqual(before);
});

it('given a new key of statements, the key set before it signs the new one', async () => {
  await aYear();
  await logged(log.store);
  await introduceKey(log, signingKey(newPrivateKey()));
  await logged(log.store);
  const last = (await entriesIn(log.store)).at(-1);
  if (last?.kind !== 'key_set') throw new Error('no key set');
  const { signed_by, ...signed } = last;
  expect(signed.keys).toHaveLength(3);
  const note = `${canonical(signed)}\n\n${signed_by}\n`;
  expect(openNote(note, verifierOf(vkeyOf(ORIGIN, CHECKPOINT_KEY.public_key)))).toBe(
    `${canonical(signed)}\n`,
  );
});

it('given another key of checkpoints than the log names, a machine logs nothing', async () => {
  await aYear();
  await logged(log.store);
  await issued(log, 1003, '2026-11');
  const other = loggerOn(log.store, { key: () => signingKey(newPrivateKey()) });
  await expect(other.catchUp(HEADS_CONTEXT)).rejects.toMatchObject({ code: 'other_key' });
  expect(await kinds()).toEqual(OF_A_YEAR);
});

/** Whatever happened before, the log is what it would be without it. */
async function expectWhole(): Promise<void> {
  await logged(log.store);
  expect(await kinds()).toEqual(OF_A_YEAR);
  expect(faultIn((await entriesIn(log.store)) as unknown as Entry[])).toBeNull();
}

describe('a writer that dies', () => {
  it.each<Fault>(['crash_before', 'crash_after', 'unknown_written', 'unknown_not_written', 'unavailable'])(
    'at any of its writes loses and doubles nothing: %s',
    async (fault) => {
      await aYear();
      for (let write = 0; write < OF_A_YEAR.length; write++) {
        const store = new FaultyEventStore(log.store, failWrite(write % 3, fault));
        await logged(store).catch(() => undefined);
      }
      await expectWhole();
    },
  );
});

it('given a log in use, its events are leaves of the seals', async () => {
  await aYear();
  await logged(log.store);
  await log.run(aSubmission(3, 2));
  const seal = await sealed(log.store);
  expect(seal?.leaves).toBe(
    (await allEvents(log.store)).filter(({ stream }) => !stream.startsWith('rowdata')).length - 1,
  );
});

it('given a log that grows at every look, it ends once all that stood there at a look has its entry', async () => {
  await aYear();
  const busy = Object.create(log.store) as EventStore;
  let looks = 0;
  busy.head = async () => {
    looks += 1;
    if (looks > 20) throw new Error('it never ends');
    await log.openAccount();
    return log.store.head();
  };
  await loggerOn(busy).catchUp(HEADS_CONTEXT);
  expect(await kinds()).toEqual(OF_A_YEAR);
});

it('without a key it reads each statement and seal once, however often it tries', async () => {
  await aYear();
  const from: unknown[] = [];
  const watched = Object.create(log.store) as EventStore;
  watched.readAll = (read) => {
    from.push(read?.after);
    return log.store.readAll(read);
  };
  let key: typeof CHECKPOINT_KEY | null = null;
  const missing = new NotDone('no_checkpoint_key', 'There is none.');
  const logger = loggerOn(watched, {
    key: () => {
      if (key === null) throw missing;
      return key;
    },
  });
  for (let tries = 0; tries < 3; tries++) await expect(logger.catchUp(HEADS_CONTEXT)).rejects.toBe(missing);
  expect(from.filter((after) => after === LOG_START)).toHaveLength(2);
  key = CHECKPOINT_KEY;
  await logger.catchUp(HEADS_CONTEXT);
  expect(await kinds()).toEqual(OF_A_YEAR);
});
