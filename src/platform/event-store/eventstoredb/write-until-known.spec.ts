import type { EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailableError } from '../event-store.js';
import { Connection } from './connection.js';
import { connectionTarget } from './connection-string.js';
import { writeUntilKnown } from './write-until-known.js';

const NOT_LEADER = Object.assign(new Error('not the leader'), { type: 'not-leader', code: 5 });

function writing(patienceMs: number, answer: (tries: number, deadline: number) => Promise<string>) {
  const connection = new Connection(connectionTarget('esdb://localhost:2113?tls=false&defaultDeadline=40'));
  let tries = 0;
  const attempt = (_client: EventStoreDBClient, deadline: number) => answer(++tries, deadline);
  const write = () => writeUntilKnown(connection, { attempt, repeatable: true, patienceMs });
  return { write, close: () => connection.close() };
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
