/** How far a feed says it has looked, while it reads a history in which nothing matches. */
import { connectionTarget } from '../../../packages/platform/src/event-store/eventstoredb/connection-string.js';
import { Connection } from '../../../packages/platform/src/event-store/eventstoredb/connection.js';
import { AllFeed } from '../../../packages/platform/src/event-store/eventstoredb/all-feed.js';
import type { LogPage, Position } from '../../../packages/platform/src/event-store/event-store.js';
import type {
  EventStoreDbProcess,
  ServerVersion,
} from '../../../packages/eventstoredb-stand-in/src/index.js';
import { appended, events, ids, newCategory, newStream } from '../event-store/event-store-under-test.js';
import { PATIENT, withTrouble } from './troubled-server.js';

const LIMITS = { limit: 500, pageBytes: 1_000_000 };

const positionsOf = async (server: EventStoreDbProcess): Promise<string[]> =>
  (await server.control.records()).map(({ position }) => String(position).padStart(20, '0'));

/** Pages handed out at once, up to and with the one that reaches the head. */
async function untilHead(feed: AllFeed): Promise<LogPage[]> {
  const pages: LogPage[] = [];
  while (pages.at(-1)?.atHead !== true) pages.push((await feed.next(5_000, LIMITS)) ?? fail('a quiet feed'));
  return pages;
}

const fail = (what: string): never => {
  throw new Error(what);
};

async function withFeed(
  version: ServerVersion,
  body: (
    feed: AllFeed,
    server: EventStoreDbProcess,
    append: (category: string, count: number) => Promise<string[]>,
    category: string,
  ) => Promise<void>,
  checkpointsLie = false,
): Promise<void> {
  await withTrouble({ version, ...PATIENT }, async ({ server, store }) => {
    const category = newCategory();
    const append = async (to: string, count: number): Promise<string[]> => {
      const list = events(count);
      await appended(store, newStream(to), 'no_stream', list);
      return ids(list);
    };
    for (let at = 0; at < 6; at++) await append(newCategory(), 450);
    if (checkpointsLie) await server.control.lieAboutCheckpoints();
    const connection = new Connection(connectionTarget(server.url));
    const times = { stallMs: 5_000, pageMs: 0 };
    const feed = await AllFeed.open(connection, { ...times, after: '' as Position, categories: [category] });
    try {
      await body(feed, server, append, category);
    } finally {
      feed.close();
      await connection.close();
    }
  });
}

describe.each(['23.10', '26.1'] as const)('on %s', (version) => {
  test('a long scan tells its checkpoints on the way, and the head at its end', () =>
    withFeed(version, async (feed, server) => {
      const pages = await untilHead(feed);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.every((page) => page.events.length === 0)).toBe(true);
      const told = pages.map((page) => page.position);
      expect([...new Set(told)].sort()).toEqual(told);
      const places = await positionsOf(server);
      for (const position of told) expect(places).toContain(position.slice(0, 20));
      expect(told.at(-1)?.slice(0, 20)).toBe(places.at(-1));
    }));

  test('a checkpoint that names a place past the head is not believed: what is written there is not lost', () =>
    withFeed(
      version,
      async (feed, _server, append, category) => {
        await untilHead(feed);
        const written = await append(category, 20);
        const seen: string[] = [];
        while (seen.length < written.length)
          seen.push(...ids((await feed.next(5_000, LIMITS))?.events ?? []));
        expect(seen).toEqual(written);
      },
      true,
    ));
});
