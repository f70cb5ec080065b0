/**
 * Filtered subscriptions to the whole log: where they begin, what they tell of how far they looked, and how
 * they end.
 */
import { END, eventTypeFilter, START, streamNameFilter, type Filter } from '@eventstore/db-client';
import { eventually } from '../../../stand-in-process/test/eventually.js';
import {
  append,
  bytesEvent,
  fact,
  facts,
  Followed,
  headPosition,
  idsOf,
  newCategory,
  newStream,
  readStream,
  type GetServer,
  yearOf,
} from './plain-client.js';

const ofCategory = (category: string, window?: number): Filter =>
  streamNameFilter({
    prefixes: [`${category}-`],
    checkpointInterval: 1,
    ...(window !== undefined && { maxSearchWindow: window }),
  });

export function subscribingConforms(server: GetServer): void {
  test('confirmation comes first, then the history in order, then "caught up", then what is written', async () => {
    const start = await headPosition(server());
    const category = newCategory();
    const [stream, list] = [newStream(category), facts(5)];
    await append(server(), stream, list.slice(0, 3), 'no_stream');
    await append(server(), newStream(), facts(2), 'no_stream');
    const followed = new Followed(server(), start, ofCategory(category));
    await eventually('caught up', () => followed.has('caughtUp'));
    await eventually('history', () => followed.events.length === 3);
    await append(server(), stream, list.slice(3), 2n);
    await eventually('live events', () => followed.events.length === 5);
    await followed.close();
    expect(followed.log[0]).toBe('confirmation');
    expect(idsOf(followed.events)).toEqual(idsOf(list));
  });

  test('"caught up" comes where nothing matches, from the start, from a position and from the end', async () => {
    for (const from of [START, await headPosition(server()), END] as const) {
      const followed = new Followed(server(), from, ofCategory(newCategory(), 1_000));
      await eventually('caught up', () => followed.has('caughtUp'));
      await followed.close();
      expect(followed.events).toEqual([]);
    }
  });

  test('a prefix $idx- is one like any other; from 25 on it names an index, and one that is missing is told', async () => {
    const filter = streamNameFilter({ prefixes: [`$idx-ce-${newCategory()}`], checkpointInterval: 1 });
    const followed = new Followed(server(), await headPosition(server()), filter);
    if ((await yearOf(server())) >= 25) {
      await eventually('a refusal', () => followed.error?.code === 5);
    } else await eventually('caught up', () => followed.has('caughtUp'));
    await followed.close();
  });

  test('it begins after the position given', async () => {
    const category = newCategory();
    const [stream, list] = [newStream(category), facts(3)];
    await append(server(), stream, list, 'no_stream');
    const position = (await readStream(server(), stream))[0]?.position;
    if (position === undefined) throw new Error('an event without a position');
    const followed = new Followed(server(), position, ofCategory(category));
    await eventually('the rest', () => followed.events.length === 2);
    await followed.close();
    expect(idsOf(followed.events)).toEqual(idsOf(list.slice(1)));
  });

  test('the filter is on prefixes or a regular expression of the stream, or on the type', async () => {
    const start = await headPosition(server());
    const category = newCategory();
    const [mine, dashed, type] = [newStream(category), newStream(`${category}x`), `T${newCategory()}`];
    const found = async (filter: Filter): Promise<string[]> => {
      const followed = new Followed(server(), start, filter);
      await eventually('caught up', () => followed.has('caughtUp') && followed.events.length > 0);
      await followed.close();
      return followed.events.map(({ streamId }) => streamId);
    };
    await append(server(), mine, fact(), 'no_stream');
    await append(server(), dashed, fact({ type }), 'no_stream');
    expect(await found(streamNameFilter({ prefixes: [`${category}-`] }))).toEqual([mine]);
    expect(await found(streamNameFilter({ regex: `^[^$]*${category}` }))).toEqual([mine, dashed]);
    expect(await found(eventTypeFilter({ prefixes: [type] }))).toEqual([dashed]);
  });

  test('checkpoints come between matches, and resuming from each loses and repeats nothing', async () => {
    const start = await headPosition(server());
    const category = newCategory();
    const list = facts(8);
    const [stream, noise] = [newStream(category), newStream()];
    for (const [index, event] of list.entries()) {
      await append(server(), stream, event, 'any');
      if (index % 4 === 0) await append(server(), noise, facts(30), 'any');
    }
    const whole = new Followed(server(), start, ofCategory(category, 5));
    await eventually('all', () => whole.has('caughtUp') && whole.events.length === list.length);
    await whole.close();
    expect(whole.checkpoints.length).toBeGreaterThanOrEqual(5);
    for (const { position, before } of whole.checkpoints) {
      const rest = new Followed(server(), position, ofCategory(category, 5));
      await eventually('the rest', () => rest.has('caughtUp') && rest.events.length >= list.length - before);
      await rest.close();
      expect(idsOf(rest.events)).toEqual(idsOf(list.slice(before)));
    }
  });

  test('a burst ends a live subscription with code 10, or it catches up by itself; going on from its last event misses nothing', async () => {
    const category = newCategory();
    const start = await headPosition(server());
    const [stream, list] = [newStream(category), facts(600)];
    const seen: string[] = [];
    let position = start;
    let followed = new Followed(server(), position, ofCategory(category));
    await eventually('live', () => followed.has('caughtUp'));
    await append(server(), stream, list, 'no_stream');
    await eventually('all events', () => {
      if (followed.error !== undefined) {
        expect(followed.error).toMatchObject({ code: 10 });
        seen.push(...idsOf(followed.events));
        position = followed.events.at(-1)?.position ?? position;
        followed = new Followed(server(), position, ofCategory(category));
      }
      return seen.length + followed.events.length >= list.length;
    });
    await followed.close();
    expect([...seen, ...idsOf(followed.events)]).toEqual(idsOf(list));
  });

  test('a reader that pauses in a burst that goes on hears no event before one that it has not heard', async () => {
    const category = newCategory();
    const stream = newStream(category);
    const followed = new Followed(server(), await headPosition(server()), ofCategory(category));
    await eventually('live', () => followed.has('caughtUp'));
    followed.pause();
    const list = Array.from({ length: 600 }, () => bytesEvent(20_000));
    for (let from = 0; from < list.length; from += 20) {
      await append(server(), stream, list.slice(from, from + 20), 'any');
      if (from === 300) followed.resume();
    }
    await eventually(
      'all events, or an end',
      () => followed.events.length === 600 || followed.error !== undefined,
    );
    await followed.close();
    expect(idsOf(followed.events)).toEqual(idsOf(list.slice(0, followed.events.length)));
  });

  test('one that is closed hears nothing more', async () => {
    const category = newCategory();
    const followed = new Followed(server(), END, ofCategory(category));
    const other = new Followed(server(), END, ofCategory(category));
    await eventually('live', () => followed.has('caughtUp') && other.has('caughtUp'));
    await followed.close();
    await append(server(), newStream(category), fact(), 'no_stream');
    await eventually('the other one', () => other.events.length === 1);
    await other.close();
    expect(followed.events).toEqual([]);
    expect(followed.error).toBeUndefined();
  });

  test('the node that leads takes every call that requires the leader', async () => {
    const { client, credentials } = server();
    const options = { credentials, requiresLeader: true };
    const category = newCategory();
    const stream = newStream(category);
    await client.appendToStream(stream, fact(), { ...options, expectedRevision: 'no_stream' });
    const read = [];
    for await (const event of client.readStream(stream, { ...options, maxCount: 1 })) read.push(event);
    for await (const event of client.readAll({ ...options, maxCount: 1 })) read.push(event);
    expect(read).toHaveLength(2);
    const subscription = client.subscribeToAll({ ...options, filter: ofCategory(category, 1_000) });
    for await (const { event } of subscription) {
      expect(event?.streamId).toBe(stream);
      break;
    }
    await subscription.unsubscribe();
    await client.tombstoneStream(stream, options);
  });
}
