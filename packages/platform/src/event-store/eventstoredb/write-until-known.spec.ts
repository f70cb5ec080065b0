import type { EventStoreDBClient } from '@eventstore/db-client';
import { OutcomeUnknownError, StoreUnavailableError, UnfitStoreError } from '../event-store.js';
import { Connection } from './connection.js';
import { connectionTarget } from './connection-string.js';
import { writeUntilKnown } from './write-until-known.js';

const UNKNOWN_USER = Object.assign(new Error('who?'), { code: 16 });
const NOT_LEADER = Object.assign(new Error('not the leader'), { type: 'not-leader', code: 5 });

function writing(patienceMs: number, answer: (tries: number, deadline: number) => Promise<string>) {
  const connection = new Connection(connectionTarget('esdb://localhost:2113?tls=false&defaultDeadline=40'));
  let tries = 0;
  const attempt = (_client: EventStoreDBClient, deadline: number) => answer(++tries, deadline);
  const write = () => writeUntilKnown(connection, { attempt, repeatable: true, patienceMs });
  return { write, connection, close: () => connection.close() };
}

test('a write waits for the election of a leader, as long as its patience lasts', async () => {
  const { write, close } = writing(5_000, async (tries) => {
    if (tries < 5) throw NOT_LEADER;
    return 'written';
  });
  expect(await write()).toBe('written');
  await close();
  const hasty = writing(1, () => Promise.reject(NOT_LEADER));
  await expect(hasty.write()).rejects.toThrow(StoreUnavailableError);
  await hasty.close();
});

test('the deadline grows with each time that it passes, to four times, and falls once the server is quick', async () => {
  const given: number[] = [];
  let isSlow = true;
  const { write, close } = writing(5_000, async (_tries, deadline) => {
    given.push(deadline);
    if (!isSlow) return 'written';
    await new Promise((resolve) => setTimeout(resolve, deadline));
    if (given.length === 4) isSlow = false;
    throw Object.assign(new Error('Deadline exceeded'), { code: 4 });
  });
  await write();
  await write();
  expect(given).toEqual([40, 80, 160, 160, 160, 40]);
  await close();
});

test('a write that may have been done stays so, though the server then knows the user no more', async () => {
  const { write, connection, close } = writing(5_000, async () => {
    // As another call meets it while this one waits to repeat.
    void connection.unavailable(UNKNOWN_USER);
    throw Object.assign(new Error('lost'), { code: 4 });
  });
  await expect(write()).rejects.toThrow(OutcomeUnknownError);
  await expect(write()).rejects.toThrow(UnfitStoreError);
  await close();
});

describe('a server that does not know the user', () => {
  let clock = 0;
  beforeEach(() => {
    clock = 1_000;
    jest.spyOn(performance, 'now').mockImplementation(() => clock);
  });
  afterEach(() => jest.restoreAllMocks());
  const answers = (type: string) => Object.assign(new Error(type), { type, code: 9 });

  test('is asked again after five seconds, wherever the clock on the wall is set', async () => {
    const { connection, close } = writing(1, async () => 'written');
    jest.spyOn(Date, 'now').mockReturnValue(9_000_000);
    await expect(connection.read(() => Promise.reject(UNKNOWN_USER))).rejects.toThrow(UnfitStoreError);
    await expect(connection.read(async () => 'read')).rejects.toThrow(UnfitStoreError);
    jest.spyOn(Date, 'now').mockReturnValue(0);
    clock += 5_000;
    expect(await connection.read(async () => 'read')).toBe('read');
    await close();
  });

  test.each(['stream-not-found', 'stream-deleted'])('knows it again where it answers %s', async (type) => {
    const { connection, close } = writing(1, async () => 'written');
    await expect(connection.read(() => Promise.reject(UNKNOWN_USER))).rejects.toThrow(UnfitStoreError);
    clock += 5_000;
    await expect(connection.read(() => Promise.reject(answers(type)))).rejects.toThrow(type);
    expect(await connection.read(async () => 'read')).toBe('read');
    await close();
  });

  test('knows it again where it answers a write with wrong-expected-version', async () => {
    const { connection, write, close } = writing(1, () => Promise.reject(answers('wrong-expected-version')));
    await expect(connection.read(() => Promise.reject(UNKNOWN_USER))).rejects.toThrow(UnfitStoreError);
    clock += 5_000;
    await expect(write()).rejects.toThrow('wrong-expected-version');
    expect(await connection.read(async () => 'read')).toBe('read');
    await close();
  });
});
