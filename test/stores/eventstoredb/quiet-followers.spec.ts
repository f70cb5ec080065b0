/** Followers to whom nothing happens: how often they ask the server where its log ends. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, Position } from '../../../packages/platform/src/event-store/event-store.js';
import { Connection } from '../../../packages/platform/src/event-store/eventstoredb/connection.js';
import { eventually } from '../../support/eventually.js';
import { appended, events, newCategory, newStream } from '../event-store/event-store-under-test.js';
import { withTrouble } from './troubled-server.js';

const FOLLOWERS = 4;

/** Follows a category in which nothing happens. */
function quiet(store: EventStore): { position: Position } {
  const follower = { position: '' as Position };
  store.subscribe({ after: '' as Position, categories: [newCategory()] }, async (page) => {
    follower.position = page.position;
  });
  return follower;
}

test('one of them asks for all', () =>
  withTrouble({}, async ({ store }) => {
    const { position } = await appended(store, newStream(), 'no_stream', events(1));
    const followers = Array.from({ length: FOLLOWERS }, () => quiet(store));
    await eventually('all at the head', () => followers.every((follower) => follower.position >= position));
    const reads = jest.spyOn(Connection.prototype, 'read');
    await pause(3_000);
    // Each by itself every 250 ms would make 48.
    expect(reads.mock.calls.length).toBeGreaterThan(0);
    expect(reads.mock.calls.length).toBeLessThan(16);
    reads.mockRestore();
  }));

test('who needs no newer head than theirs asks nobody, while the server answers', () =>
  withTrouble({}, async ({ store, server, open }) => {
    const { position } = await appended(store, newStream(), 'no_stream', events(1));
    const follower = quiet(store);
    await eventually('it is at the head', () => follower.position >= position);
    const other = open();
    await eventually('the other has heard it', async () => (await other.head(60_000)) === position);
    const reads = jest.spyOn(Connection.prototype, 'read');
    for (let look = 0; look < 50; look++) {
      expect(await other.head(60_000)).toBe(position);
      await pause(20);
    }
    // Of the follower.
    expect(reads.mock.calls.length).toBeLessThan(10);
    reads.mockRestore();
    await server.control.silence();
    await eventually('the head is too old', () =>
      other.head(1_000).then(
        () => false,
        () => true,
      ),
    );
  }));

test('each passes the place of an append of which another heard', () =>
  withTrouble({}, async ({ store, open }) => {
    const followers = Array.from({ length: FOLLOWERS }, () => quiet(open()));
    for (let round = 0; round < 3; round++) {
      const { position } = await appended(store, newStream(), 'no_stream', events(1));
      await eventually('all at the head', () => followers.every((follower) => follower.position >= position));
    }
  }));
