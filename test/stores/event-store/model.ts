/** The whole port against a model of a few lines: any sequence of calls, through two adapters in turn. */
import fc from 'fast-check';
import {
  STREAM_DELETED,
  StreamDeletedError,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type StreamName,
} from '../../../packages/platform/src/event-store/event-store.js';
import {
  appendSurely,
  event,
  ids,
  logEvents,
  newCategory,
  type TwoStores,
} from './event-store-under-test.js';

const STREAMS = 3;
const RUNS = process.env['TEST_LONG'] === undefined ? 40 : 1_000;
/** For all runs, on a busy machine and a server's stand-in. Only a hang reaches it. */
const MODEL_TIMEOUT_MS = 1_800_000;

/** What a call does; numbers pick streams, events and revisions of the model as it then is. */
type Step =
  | { readonly call: 'append'; readonly stream: number; readonly expected: number; readonly count: number }
  | { readonly call: 'repeat'; readonly stream: number; readonly from: number; readonly count: number }
  | { readonly call: 'delete'; readonly stream: number }
  | { readonly call: 'read'; readonly stream: number; readonly from: number; readonly backwards: boolean };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        call: fc.constant('append' as const),
        stream: fc.nat(STREAMS - 1),
        // -2: anything, -1: no stream; else that far from the head, mostly right.
        expected: fc.constantFrom(-2, -1, 0, 0, 0, 1, 2),
        count: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        call: fc.constant('repeat' as const),
        stream: fc.nat(STREAMS - 1),
        from: fc.nat(6),
        count: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ call: fc.constant('delete' as const), stream: fc.nat(STREAMS - 1) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        call: fc.constant('read' as const),
        stream: fc.nat(STREAMS - 1),
        from: fc.nat(6),
        backwards: fc.boolean(),
      }),
    },
  ),
  { minLength: 5, maxLength: 25 },
);

interface ModelStream {
  readonly name: StreamName;
  events: NewEvent[] | 'no_stream' | 'deleted';
}

class Model {
  readonly streams: readonly ModelStream[];
  /** Ids of living events, and names of deleted streams, in the order of the log. */
  private log: { readonly stream: StreamName; readonly shown: string }[] = [];

  constructor(category: string) {
    this.streams = Array.from({ length: STREAMS }, (_, index) => ({
      name: `${category}-${index}` as StreamName,
      events: 'no_stream',
    }));
  }

  async run(store: EventStore, step: Step): Promise<void> {
    const stream = this.streams[step.stream];
    if (stream === undefined) throw new Error('no such stream in the model');
    switch (step.call) {
      case 'append':
        return this.append(store, stream, step);
      case 'repeat':
        return this.repeat(store, stream, step);
      case 'delete':
        return this.delete(store, stream);
      case 'read':
        return this.read(store, stream, step);
    }
  }

  expectedLog(): string[] {
    return this.log.map(({ shown }) => shown);
  }

  private async append(store: EventStore, stream: ModelStream, step: Extract<Step, { call: 'append' }>) {
    const list = Array.from({ length: step.count }, () => event());
    const head = Array.isArray(stream.events) ? stream.events.length - 1 : -1;
    const expected = expectedOf(step.expected, head);
    if (stream.events === 'deleted') return refused(store, stream.name, expected, list);
    const right = expected === 'any' || (expected === 'no_stream' ? head === -1 : expected === head);
    const result = await appendSurely(store, stream.name, expected, list);
    if (!right) {
      expect(result).toEqual({ outcome: 'conflict', actual: head === -1 ? 'no_stream' : head });
      return;
    }
    expect(result).toMatchObject({ outcome: 'appended', revision: head + list.length });
    stream.events = [...(Array.isArray(stream.events) ? stream.events : []), ...list];
    this.log.push(...ids(list).map((shown) => ({ stream: stream.name, shown })));
  }

  private async repeat(store: EventStore, stream: ModelStream, step: Extract<Step, { call: 'repeat' }>) {
    if (!Array.isArray(stream.events)) return;
    const list = stream.events.slice(step.from, step.from + step.count);
    if (list.length === 0) return;
    const expected = step.from === 0 ? 'no_stream' : step.from - 1;
    expect(await appendSurely(store, stream.name, expected, list)).toMatchObject({
      outcome: 'appended',
      revision: step.from + list.length - 1,
    });
  }

  private async delete(store: EventStore, stream: ModelStream): Promise<void> {
    const expected = stream.events === 'no_stream' ? 'no_stream' : 'deleted';
    expect(await store.deleteStream(stream.name)).toBe(expected);
    if (!Array.isArray(stream.events)) return;
    stream.events = 'deleted';
    this.log = this.log.filter((entry) => entry.stream !== stream.name);
    this.log.push({ stream: stream.name, shown: `${stream.name} deleted` });
  }

  private async read(store: EventStore, stream: ModelStream, step: Extract<Step, { call: 'read' }>) {
    const { backwards } = step;
    if (!Array.isArray(stream.events)) {
      expect(await store.readStream(stream.name)).toEqual({ status: stream.events });
      return;
    }
    const from = backwards ? Math.min(step.from, stream.events.length - 1) : step.from;
    const wanted = backwards ? stream.events.slice(0, from + 1).reverse() : stream.events.slice(from);
    const slice = await store.readStream(stream.name, {
      from,
      direction: backwards ? 'backwards' : 'forwards',
    });
    expect(slice.status === 'found' ? ids(slice.events) : slice.status).toEqual(ids(wanted));
  }
}

function expectedOf(choice: number, head: number): ExpectedRevision {
  if (choice === -2) return 'any';
  const revision = head + (choice === -1 ? 0 : choice);
  return choice === -1 || revision < 0 ? 'no_stream' : revision;
}

async function refused(store: EventStore, stream: StreamName, expected: ExpectedRevision, list: NewEvent[]) {
  await expect(store.append(stream, expected, list)).rejects.toThrow(StreamDeletedError);
}

export function modelContract(stores: () => TwoStores): void {
  test(
    'any sequence of appends, repeats, deletions and reads, through two adapters in turn, does what the model does',
    async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          const { store, other } = stores();
          const [start, category] = [await store.head(), newCategory()];
          const model = new Model(category);
          for (const [index, step] of sequence.entries())
            await model.run(index % 2 === 0 ? store : other, step);
          const deleted = new Set(
            model.streams.filter(({ events }) => events === 'deleted').map(({ name }) => name),
          );
          const log = (await logEvents(store, start, [category]))
            .filter(({ stream, type }) => type === STREAM_DELETED || !deleted.has(stream))
            .map(({ stream, type, id }) => (type === STREAM_DELETED ? `${stream} deleted` : id));
          expect(log).toEqual(model.expectedLog());
        }),
        { numRuns: RUNS },
      );
    },
    MODEL_TIMEOUT_MS,
  );
}
