/**
 * Reads of one stream and of the whole log: which ends are included, and what is missing, empty or an error.
 */
import { binaryEvent } from '@eventstore/db-client';
import { eventually } from '../../../stand-in-process/test/eventually.js';
import {
  append,
  bytesEvent,
  facts,
  headPosition,
  idsOf,
  newCategory,
  newStream,
  readAll,
  readStream,
  refusal,
  type GetServer,
} from './plain-client.js';

export function readingConforms(server: GetServer): void {
  async function streamOf(count: number) {
    const stream = newStream();
    const list = facts(count);
    await append(server(), stream, list, 'no_stream');
    return { stream, list };
  }

  test.each([
    ['forwards from a revision, which is included', { fromRevision: 2n }, [2, 3, 4]],
    ['forwards, so many', { fromRevision: 1n, maxCount: 2 }, [1, 2]],
    ['forwards from past the end: nothing', { fromRevision: 9n }, []],
    ['backwards from a revision, which is included', { direction: 'backwards', fromRevision: 2n }, [2, 1, 0]],
    ['backwards from the end', { direction: 'backwards', fromRevision: 'end', maxCount: 2 }, [4, 3]],
    ['backwards without a revision: from the start', { direction: 'backwards' }, [0]],
  ] as const)('a stream reads %s', async (_title, options, revisions) => {
    const { stream, list } = await streamOf(5);
    const found = await readStream(server(), stream, options);
    expect(idsOf(found)).toEqual(revisions.map((revision) => list[revision]?.id));
    expect(found.map(({ revision }) => revision)).toEqual(revisions.map(BigInt));
  });

  test('a stream that never was is not found', async () => {
    const stream = newStream();
    expect(await refusal(readStream(server(), stream))).toMatchObject({
      type: 'stream-not-found',
      streamName: stream,
    });
  });

  test.each([
    ['of no events', { maxCount: 0 }],
    ['forwards from the end', { fromRevision: 'end' }],
  ] as const)('a read %s is an error', async (_title, options) => {
    const { stream } = await streamOf(1);
    await refusal(readStream(server(), stream, options));
  });

  test('the whole log reads forwards with the event at the position, backwards without it', async () => {
    const { stream } = await streamOf(3);
    const [first, second, third] = await readStream(server(), stream);
    const position = second?.position;
    if (position === undefined) throw new Error('an event without a position');
    const forwards = await readAll(server(), { fromPosition: position, maxCount: 2 });
    const backwards = await readAll(server(), {
      direction: 'backwards',
      fromPosition: position,
      maxCount: 1,
    });
    expect(idsOf(forwards)).toEqual([second?.id, third?.id]);
    expect(idsOf(backwards)).toEqual([first?.id]);
  });

  test('backwards from the end its newest event comes first', async () => {
    const { stream } = await streamOf(1);
    const found = await eventually('the stream at the head', async () => {
      const newest = await readAll(server(), { direction: 'backwards', fromPosition: 'end', maxCount: 50 });
      return newest.find((event) => event.streamId === stream);
    });
    expect(found.position.commit).toBeLessThanOrEqual((await headPosition(server())).commit);
  });

  test('an invented position is an error', async () => {
    await streamOf(2);
    const { commit } = await headPosition(server());
    const invented = { commit: commit - 1n, prepare: commit - 1n };
    await refusal(readAll(server(), { fromPosition: invented, maxCount: 1 }));
  });

  test('positions grow with every event', async () => {
    const start = await headPosition(server());
    const stream = newStream();
    await append(server(), stream, facts(2), 'no_stream');
    await append(server(), newStream(), bytesEvent(5_000), 'no_stream');
    await append(server(), stream, facts(2), 1n);
    const found = await readAll(server(), { fromPosition: start, maxCount: 6 });
    const commits = found.map(({ position }) => position.commit);
    expect(commits.every((commit, index) => index === 0 || commit > (commits[index - 1] ?? commit))).toBe(
      true,
    );
  });

  test('metadata of a stream can be set and read; $maxCount leaves the newest', async () => {
    const { stream, list } = await streamOf(4);
    expect(await server().client.getStreamMetadata(stream)).toEqual({ streamName: stream });
    await server().client.setStreamMetadata(stream, { maxCount: 2, purpose: 'test' });
    expect((await server().client.getStreamMetadata(stream)).metadata).toEqual({
      maxCount: 2,
      purpose: 'test',
    });
    expect(idsOf(await readStream(server(), stream))).toEqual(idsOf(list.slice(2)));
  });

  test('a stream whose events are all too old reads as empty, not as missing', async () => {
    const { stream } = await streamOf(2);
    await server().client.setStreamMetadata(stream, { maxAge: 1 });
    await eventually('its age', async () => (await readStream(server(), stream)).length === 0);
  });

  test('a read of the log that is given up early lets the client go on', async () => {
    const category = newCategory();
    await append(
      server(),
      newStream(category),
      binaryEvent({ type: 'Packed', data: new Uint8Array(10) }),
      'any',
    );
    const read = server().client.readAll({ maxCount: 1_000 });
    for await (const _ of read) break;
    await read.cancel();
    expect(await readAll(server(), { maxCount: 1 })).toHaveLength(1);
  });
}
