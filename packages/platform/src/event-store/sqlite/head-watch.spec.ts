import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from '../../../../../test/support/system/temporary-folder.js';
import { HeadWatch, type WatchPauses } from './head-watch.js';

const NEVER = 1_000_000;
const SOON = 10;

let folder: string;
let others: DatabaseSyncInstance;
let ours: DatabaseSyncInstance;
beforeEach(() => {
  folder = temporaryFolder('head');
  others = new DatabaseSync(join(folder, 'log'));
  others.exec('PRAGMA journal_mode=WAL; CREATE TABLE log(event)');
  ours = new DatabaseSync(join(folder, 'log'));
});
afterEach(() => {
  others.close();
  ours.close();
  rmSync(folder, { recursive: true });
});

const commit = (): void => others.exec('INSERT INTO log VALUES (1)');

/** A watch, and how often it told that the head has moved. */
function watching(pauses: WatchPauses, journalOf = 'log'): { watch: HeadWatch; times: () => number } {
  let times = 0;
  const watch = new HeadWatch(ours, join(folder, journalOf), () => times++, pauses);
  watch.turn(true);
  return { watch, times: () => times };
}

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds() && waited < 4_000; waited += 5) await pause(5);
  expect(holds()).toBe(true);
}

it('tells of the head at once, and then of each commit of another connection', async () => {
  const { watch, times } = watching({ often: SOON, restAfter: NEVER, seldom: NEVER });
  expect(times()).toBe(1);
  for (const expected of [2, 3]) {
    commit();
    await until(() => times() >= expected);
  }
  watch.turn(false);
  expect(times()).toBe(3);
});

it('learns at rest from the system that there is a commit, and again at the next rest', async () => {
  const { watch, times } = watching({ often: SOON, restAfter: 30, seldom: NEVER });
  for (const expected of [2, 3]) {
    await pause(150);
    commit();
    await until(() => times() >= expected);
  }
  watch.turn(false);
});

it('looks by itself at rest where the system tells nothing', async () => {
  const { watch, times } = watching({ often: SOON, restAfter: 30, seldom: SOON }, 'elsewhere');
  await pause(100);
  commit();
  await until(() => times() >= 2);
  watch.turn(false);
});

it('tells nothing once it is turned off', async () => {
  const { watch, times } = watching({ often: SOON, restAfter: 30, seldom: SOON });
  await pause(100);
  watch.turn(false);
  commit();
  await pause(100);
  expect(times()).toBe(1);
});
