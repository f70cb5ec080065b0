/** The two ways to delete: softly, which protects against nothing, and by tombstone. */
import { streamNameFilter } from '@eventstore/db-client';
import { eventually } from '../../../stand-in-process/test/eventually.js';
import {
  append,
  APPEND_PATHS,
  fact,
  facts,
  Followed,
  headPosition,
  idsOf,
  newCategory,
  newStream,
  readAll,
  readStream,
  refusal,
  type GetServer,
} from './plain-client.js';

export function deletingConforms(server: GetServer): void {
  async function deleted(how: 'softly' | 'by tombstone') {
    const start = await headPosition(server());
    const stream = newStream();
    const list = facts(3);
    await append(server(), stream, list, 'no_stream');
    const { client } = server();
    const result = await (how === 'softly' ? client.deleteStream(stream) : client.tombstoneStream(stream));
    expect(result.position?.commit).toBeGreaterThan(start.commit);
    return { start, stream, list };
  }

  test('a softly deleted stream is not found, though the log still has its events', async () => {
    const { start, stream, list } = await deleted('softly');
    expect(await refusal(readStream(server(), stream))).toMatchObject({ type: 'stream-not-found' });
    const log = await readAll(server(), { fromPosition: start, maxCount: 100 });
    expect(idsOf(log)).toEqual(expect.arrayContaining(idsOf(list)));
  });

  test.each([
    ['its old head', 2n] as const,
    ['"no stream"', 'no_stream'] as const,
    ['anything', 'any'] as const,
  ])('an append at %s revives it, and numbering goes on', async (_title, expected) => {
    const { stream } = await deleted('softly');
    const late = facts(2);
    expect((await append(server(), stream, late, expected)).nextExpectedRevision).toBe(4n);
    const found = await readStream(server(), stream);
    expect(idsOf(found)).toEqual(idsOf(late));
    expect(found.map(({ revision }) => revision)).toEqual([3n, 4n]);
  });

  test('its first ids again at "no stream" report success and write nothing', async () => {
    const { stream, list } = await deleted('softly');
    expect((await append(server(), stream, list.slice(0, 2), 'no_stream')).nextExpectedRevision).toBe(1n);
    expect(await refusal(readStream(server(), stream))).toMatchObject({ type: 'stream-not-found' });
  });

  test('a tombstoned stream refuses reads and deletions for good', async () => {
    const { stream } = await deleted('by tombstone');
    const { client } = server();
    // Begun one by one: a call that is refused before it is awaited would be a rejection that nobody handles.
    for (const call of [
      () => readStream(server(), stream),
      () => readStream(server(), stream, { direction: 'backwards', fromRevision: 'end', maxCount: 1 }),
      () => client.deleteStream(stream),
      () => client.tombstoneStream(stream),
    ]) {
      expect(await refusal(call())).toMatchObject({ type: 'stream-deleted', streamName: stream });
    }
  });

  describe.each(APPEND_PATHS)('as %s', (path) => {
    test.each([['no_stream'], [2n], [0n], [7n], ['any']] as const)(
      'it refuses an append at %s',
      async (expected) => {
        const { stream, list } = await deleted('by tombstone');
        for (const late of [facts(1), list]) {
          expect(await refusal(append(server(), stream, late, expected, path))).toMatchObject({
            type: 'stream-deleted',
            streamName: stream,
          });
        }
      },
    );
  });

  test('the log tells the tombstone, with the greatest revision there is, to filters on the stream too', async () => {
    const start = await headPosition(server());
    const category = newCategory();
    const stream = newStream(category);
    await append(server(), stream, fact(), 'no_stream');
    await server().client.tombstoneStream(stream);
    const followed = new Followed(server(), start, streamNameFilter({ prefixes: [`${category}-`] }));
    await eventually('both', () => followed.events.length === 2);
    await followed.close();
    expect(followed.events[1]).toMatchObject({
      streamId: stream,
      type: '$streamDeleted',
      revision: 9_223_372_036_854_775_807n,
    });
  });

  test('deleting a stream that never was is a wrong expected version', async () => {
    expect(await refusal(server().client.deleteStream(newStream()))).toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: -1n,
    });
  });
}
