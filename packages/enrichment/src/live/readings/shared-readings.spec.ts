import { readFileSync } from 'node:fs';
import { TemporaryFolder } from '../../../../../test/support/system/temporary-folder.js';
import { openSqliteReadings } from '../../../../platform/src/readings/sqlite/sqlite-readings.js';
import type { ReadingStore } from '../../../../platform/src/readings/reading-store.js';
import { StoredReadings } from './kept-readings.js';
import { nameOf, type FetchTerms, type Reading } from './readings.js';
import { SharedReadings } from './shared-readings.js';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const KEY = { kind: 'register_answer', key: '00227590/charges' } as const;
const TERMS: FetchTerms = { priority: 'job', keep: true };

let now = NOON;
let folder: TemporaryFolder;
let store: ReadingStore;
let faults: unknown[];
beforeEach(async () => {
  now = NOON;
  faults = [];
  folder = new TemporaryFolder();
  store = await openSqliteReadings({ file: folder.file('readings.db'), hosting: 'direct' });
});
afterEach(async () => {
  await store.close();
  folder.remove();
});

const read = (answer: unknown): Reading<'register_answer'> => ({
  status: 'read',
  reading: { fetched_on: new Date(now).toISOString().slice(0, 10), answers: [answer] },
  checked: { checked_live: true, checked_at: new Date(now).toISOString() },
});

/** Readings whose register answers so, and what was counted. */
function readings(answer: (key: string) => Promise<Reading<'register_answer'>> | Reading<'register_answer'>) {
  const told: string[] = [];
  const kept = new StoredReadings({
    store,
    days: 30,
    clock: { now: () => new Date(now) },
    onFault: (error) => faults.push(error),
  });
  const metrics = {
    fetched: () => told.push('fetched'),
    kept: () => told.push('kept'),
    failed: (_kind: string, reason: string) => told.push(reason),
  };
  const shared = new SharedReadings({ register_answer: async (key) => answer(key) }, { kept, metrics });
  const found = async (since: string | null = null) => (await shared.kept([KEY], since)).get(nameOf(KEY));
  return { shared, told, found, fetch: (terms = TERMS) => shared.fetch(KEY.kind, KEY.key, terms) };
}

it('is fetched once for all who ask meanwhile, and found afterwards as it was', async () => {
  let asked = 0;
  const { fetch, found, told } = readings(() => read({ number: ++asked }));
  const [one, other] = await Promise.all([fetch(), fetch()]);
  expect(one).toBe(other);
  const checked = { checked_live: false, checked_at: '2026-11-21T12:00:00.000Z' };
  expect(await found()).toEqual({ ...read({ number: 1 }), checked });
  expect(told).toEqual(['fetched', 'kept']);
});

it('counts as checked live for work that began before it was fetched', async () => {
  const { fetch, found } = readings(() => read(1));
  await fetch();
  expect((await found('2026-11-21T12:00:00.000Z'))?.checked.checked_live).toBe(true);
  expect((await found('2026-11-21T12:00:00.001Z'))?.checked.checked_live).toBe(false);
});

it('is not found once it is older than the days for which it is kept', async () => {
  const { fetch, found } = readings(() => read(1));
  await fetch();
  now = NOON + 30 * 86_400_000;
  expect(await found()).toBeDefined();
  now += 1;
  expect(await found()).toBeUndefined();
});

it('is kept where one of those who wait lets it be, and not where none does', async () => {
  const { fetch, found } = readings(() => read(1));
  await fetch({ ...TERMS, keep: false });
  expect(await found()).toBeUndefined();
  await Promise.all([fetch({ ...TERMS, keep: false }), fetch()]);
  expect(await found()).toBeDefined();
});

it('that could not be had is not kept, counts by its reason, and is asked for again', async () => {
  let asked = 0;
  const busy = { status: 'not_read', reason: 'source_busy', again_in_ms: 1_000 } as const;
  const { fetch, found, told } = readings(() => {
    asked += 1;
    if (asked === 1) throw new Error('down');
    return asked === 2 ? busy : read(1);
  });
  await expect(fetch()).rejects.toThrow('down');
  expect(await fetch()).toEqual(busy);
  expect(await found()).toBeUndefined();
  expect(await fetch()).toMatchObject({ status: 'read' });
  expect(told).toEqual(['error', 'source_busy', 'fetched']);
});

it('is as good as none where it is damaged or the store is away, which the log is told', async () => {
  const { fetch, found } = readings(() => read(1));
  await store.keep({ ...KEY, fetchedAt: NOON, content: Buffer.from('no deflate') });
  expect(await found()).toBeUndefined();
  await store.close();
  expect(await found()).toBeUndefined();
  expect(await fetch()).toMatchObject({ status: 'read' });
  expect(faults).toHaveLength(3);
  store = await openSqliteReadings({ file: folder.file('readings.db'), hosting: 'direct' });
});

it('is asked for again for a client that waits, where it met a job for which there was no room', async () => {
  const busy = { status: 'not_read', reason: 'source_busy', again_in_ms: 60_000 } as const;
  const asked: string[] = [];
  const shared = new SharedReadings({
    register_answer: async (_key, priority) => {
      asked.push(priority);
      return priority === 'job' ? busy : read(1);
    },
  });
  const fetch = (priority: FetchTerms['priority']) =>
    shared.fetch(KEY.kind, KEY.key, { priority, keep: true });
  const [job, ...resolves] = await Promise.all([fetch('job'), fetch('resolve'), fetch('resolve')]);
  expect(job).toEqual(busy);
  expect(resolves).toEqual([read(1), read(1)]);
  expect(asked).toEqual(['job', 'resolve']);
});

it('is found by a key that holds a whole question, of which nothing is kept', async () => {
  const key = JSON.stringify({ instructions: 'Say it.', data: 'QUAGMIRE '.repeat(200) });
  const { shared } = readings(() => read({}));
  await shared.fetch('register_answer', key, TERMS);
  const name = { kind: 'register_answer', key } as const;
  expect([...(await shared.kept([name], null)).keys()]).toEqual([nameOf(name)]);
  expect([...(await shared.kept([{ ...name, key: `${key} ` }], null)).keys()]).toEqual([]);
  await store.close();
  expect(readFileSync(folder.file('readings.db')).includes('QUAGMIRE')).toBe(false);
});
