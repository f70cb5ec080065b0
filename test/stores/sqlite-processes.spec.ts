/** The embedded event log shared by several processes, which may be killed at any moment. */
import { join } from 'node:path';
import type { EventStore, StreamName } from '../../packages/platform/src/event-store/event-store.js';
import { openSqliteEventStore } from '../../packages/platform/src/event-store/sqlite/sqlite-event-store.js';
import { eventually } from '../support/eventually.js';
import { runProgram, startProgram } from '../support/programs.js';
import { afterThisTest, forEachTest } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import {
  appended,
  event,
  events,
  ids,
  logPages,
  streamEvents,
} from './event-store/event-store-under-test.js';
import { testPatienceMs } from './patience.js';

jest.setTimeout(testPatienceMs);

const KILLS = process.env['TEST_LONG'] === undefined ? 3 : 20;
const PROCESSES = 4;

const program = (name: string): string => join(__dirname, 'programs', `${name}.js`);

interface Attempt {
  readonly outcome: string;
  readonly stream: StreamName;
  readonly revision: number;
  readonly ids: readonly string[];
}

const attempts = (output: string): Attempt[] =>
  output
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [outcome = '', stream = '', revision = '', ...rest] = line.split(' ');
      return { outcome, stream: stream as StreamName, revision: Number(revision), ids: rest };
    });

async function expectWritten(store: EventStore, { stream, revision, ids: expected }: Attempt): Promise<void> {
  const slice = await store.readStream(stream, { from: revision + 1, limit: 3 });
  expect(slice.status === 'found' ? ids(slice.events) : slice.status).toEqual(expected);
}

describe('the embedded event log of several processes', () => {
  const folder = forEachTest(() => new TemporaryFolder());
  let file: string;
  const open = async (): Promise<EventStore> => {
    const store = await openSqliteEventStore({ file });
    afterThisTest(() => store.close());
    return store;
  };

  beforeEach(() => {
    file = folder.file('events.db');
  });

  test('can be made by many that start at once, and loses no append of theirs; each ends without being told to', async () => {
    const runs = Array.from({ length: PROCESSES }, () =>
      runProgram(program('count-up'), file, 'shared-1', '40'),
    );
    await Promise.all(runs);
    const found = await streamEvents(await open(), 'shared-1' as StreamName);
    expect(found.map(({ revision }) => revision)).toEqual(
      Array.from({ length: PROCESSES * 40 }, (_, n) => n),
    );
    expect(new Set(ids(found)).size).toBe(PROCESSES * 40);
  });

  test('wakes a subscription in one process by an append in another', async () => {
    const store = await open();
    const seen: string[] = [];
    const subscription = store.subscribe({ after: await store.head() }, async (page) => {
      seen.push(...page.events.map(({ stream }) => stream));
    });
    await runProgram(program('count-up'), file, 'elsewhere-1', '3');
    await eventually('three events', () => seen.length === 3);
    await subscription.close();
    expect(seen).toEqual(['elsewhere-1', 'elsewhere-1', 'elsewhere-1']);
  });

  test('keeps whatever it acknowledged through kill -9, nothing of it twice or by half, and takes the rest when repeated', async () => {
    let unknownInAll = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const running = startProgram(program('append-forever'), file);
      // Some while under way, differently long each time.
      await eventually(
        'appends',
        () => running.output().length > 20_000 * (1 + kill) || running.process.exitCode !== null,
      );
      running.process.kill('SIGKILL');
      expect(await running.ended).toBe('SIGKILL');

      const store = await open();
      const all = attempts(running.output());
      const acknowledged = all.filter(({ outcome }) => outcome === 'appended');
      expect(acknowledged.length).toBeGreaterThan(20);
      for (const append of acknowledged) await expectWritten(store, append);

      const done = new Set(acknowledged.map(({ ids: [first] }) => first));
      const unknown = all.filter(({ outcome, ids: [first] }) => outcome === 'trying' && !done.has(first));
      unknownInAll += unknown.length;
      for (const { stream, revision, ids: tried } of unknown) {
        const list = tried.map((id) => event({ id }));
        await appended(store, stream, revision === -1 ? 'no_stream' : revision, list);
        await expectWritten(store, { outcome: 'repeated', stream, revision, ids: tried });
      }
      const log = (await logPages(store, '' as never)).flatMap((page) => page.events);
      expect(new Set(ids(log)).size).toBe(log.length);
      expect(log.length % 3).toBe(0);
    }
    // A single kill may come between two appends.
    expect(unknownInAll).toBeGreaterThan(0);
  });

  test('answers what was called before a close, and refuses what is called after', async () => {
    const store = await open();
    const pending = Array.from({ length: 50 }, (_, n) =>
      store.append(`closing-${n}` as StreamName, 'no_stream', events(2)),
    );
    await store.close();
    expect((await Promise.all(pending)).every(({ outcome }) => outcome === 'appended')).toBe(true);
    await expect(store.append('closing-1' as StreamName, 1, events(1))).rejects.toThrow(/closed/);
    await store.close();
    const later = await open();
    for (let n = 0; n < 50; n++)
      expect(await streamEvents(later, `closing-${n}` as StreamName)).toHaveLength(2);
  });
});
