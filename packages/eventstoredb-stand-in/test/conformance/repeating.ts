/** Idempotency by event id and expected revision: what makes a lost answer harmless, and where it doesn't. */
import type { EventData } from '@eventstore/db-client';
import {
  append,
  APPEND_PATHS,
  fact,
  facts,
  idsOf,
  newStream,
  readStream,
  refusal,
  type AppendPath,
  type GetServer,
} from './plain-client.js';

export function repeatingConforms(server: GetServer): void {
  /** Five events, written as two and three. */
  async function fiveEvents(path: AppendPath = 'a call of its own') {
    const stream = newStream();
    const list = facts(5);
    const first = await append(server(), stream, list.slice(0, 2), 'no_stream', path);
    const second = await append(server(), stream, list.slice(2), 1n, path);
    return { stream, list, first, second };
  }
  const isUnchanged = async (stream: string, list: readonly EventData[]): Promise<void> => {
    expect(idsOf(await readStream(server(), stream))).toEqual(idsOf(list));
  };

  describe.each(APPEND_PATHS)('as %s', (path) => {
    test('the same ids at the same expected revision succeed with the old place and write nothing', async () => {
      const { stream, list, second } = await fiveEvents(path);
      expect(await append(server(), stream, list.slice(2), 1n, path)).toEqual(second);
      await isUnchanged(stream, list);
    });

    test('also when the stream has grown since', async () => {
      const { stream, list, first } = await fiveEvents(path);
      expect(await append(server(), stream, list.slice(0, 2), 'no_stream', path)).toEqual(first);
      await isUnchanged(stream, list);
    });
  });

  test.each([
    ['the beginning of what was written there', 1n, [2, 3]],
    ['"no stream" with the ids the stream begins with', 'no_stream', [0]],
    ['more than one append wrote', 'no_stream', [0, 1, 2, 3, 4]],
  ] as const)('a repeat may be %s', async (_title, expected, picked) => {
    const { stream, list } = await fiveEvents();
    const part = picked.map((index) => list[index] ?? fact());
    const result = await append(server(), stream, part, expected);
    expect(result.nextExpectedRevision).toBe(BigInt(picked.at(-1) ?? 0));
    await isUnchanged(stream, list);
  });

  test.each<[string, (list: EventData[]) => EventData[]]>([
    ['partly new', (list) => [...list.slice(2, 4), fact()]],
    ['longer than what was written', (list) => [...list.slice(2), fact()]],
    ['in another order', (list) => list.slice(2).reverse()],
  ])('a repeat that is %s is a wrong expected version', async (_title, change) => {
    const { stream, list } = await fiveEvents();
    expect(await refusal(append(server(), stream, change(list), 1n))).toMatchObject({
      type: 'wrong-expected-version',
      actualVersion: 4n,
    });
    await isUnchanged(stream, list);
  });

  test('the same ids at a later, right revision are written a second time', async () => {
    const { stream, list } = await fiveEvents();
    await append(server(), stream, list.slice(2), 4n);
    await isUnchanged(stream, [...list, ...list.slice(2)]);
  });

  test('other data or another type under the same ids succeed, and the old ones stay', async () => {
    const stream = newStream();
    const { id } = fact();
    await append(server(), stream, fact({ id, type: 'First', n: 1 }), 'no_stream');
    await append(server(), stream, fact({ id, type: 'Second', n: 2 }), 'no_stream');
    expect((await readStream(server(), stream)).map(({ type, data }) => [type, data])).toEqual([
      ['First', { n: 1 }],
    ]);
  });

  test('two equal ids in one append are both written', async () => {
    const stream = newStream();
    const twice = fact();
    await append(server(), stream, [twice, twice], 'no_stream');
    await isUnchanged(stream, [twice, twice]);
  });

  test('another stream takes the same id as new', async () => {
    const same = fact();
    const [one, other] = [newStream(), newStream()];
    await append(server(), one, same, 'no_stream');
    await append(server(), other, same, 'no_stream');
    await isUnchanged(other, [same]);
  });

  test('with "any" the ids just written are known too', async () => {
    const stream = newStream();
    const list = facts(2);
    await append(server(), stream, list, 'any');
    expect((await append(server(), stream, list, 'any')).nextExpectedRevision).toBe(1n);
    await isUnchanged(stream, list);
  });

  test('equal appends at the same moment are written once; who times out succeeds with a repeat', async () => {
    const stream = newStream();
    const list = facts(3);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => append(server(), stream, list, 'no_stream')),
    );
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect([4, 10]).toContain((outcome.reason as { code?: number }).code);
    }
    expect((await append(server(), stream, list, 'no_stream')).nextExpectedRevision).toBe(2n);
    await isUnchanged(stream, list);
  });
}
