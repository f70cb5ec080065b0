import { FaultyEventStore, failWrite } from '../../../../test/support/stores/faulty-event-store.js';
import { MemoryEventStore } from '../../../../test/support/stores/memory-event-store.js';
import { appendAllSurely, appendSurely } from './append-surely.js';
import type { NewEvent, StreamName } from './event-store.js';
import { OutcomeUnknownError, StoreUnavailableError } from './event-store.js';

const stream = 'thing-1' as StreamName;
const event: NewEvent = {
  id: '01234567-89ab-8def-8123-456789abcdef',
  type: 'Happened',
  format: 'json',
  data: Buffer.from('{}'),
  metadata: {},
};
const append = { stream, expected: 'no_stream' as const, events: [event] };
const patience = { deadlineMs: 1_000, pauseMs: 1 };

async function written(store: MemoryEventStore): Promise<number> {
  const slice = await store.readStream(stream);
  return slice.status === 'found' ? slice.events.length : 0;
}

describe('an append whose outcome the store did not tell', () => {
  it.each(['unknown_written', 'unknown_not_written'] as const)(
    '(%s) is asked again, and written once',
    async (fault) => {
      const beneath = new MemoryEventStore();
      const store = new FaultyEventStore(beneath, failWrite(0, fault));
      expect(await appendSurely(store, append, patience)).toMatchObject({ outcome: 'appended', revision: 0 });
      expect(await written(beneath)).toBe(1);
    },
  );

  it('is handed on once the deadline has passed', async () => {
    const store = new FaultyEventStore(new MemoryEventStore(), () => 'unknown_written');
    const hopeless = appendSurely(store, append, { deadlineMs: 5, pauseMs: 1 });
    await expect(hopeless).rejects.toBeInstanceOf(OutcomeUnknownError);
  });
});

describe('a sequence of appends', () => {
  const appends = [1, 2, 3].map((n) => ({
    stream: `thing-${n}` as StreamName,
    expected: 'no_stream' as const,
    events: [{ ...event, id: `${n}1234567-89ab-8def-8123-456789abcdef` }],
  }));

  it.each(['unknown_written', 'unknown_not_written'] as const)(
    'goes on where the outcome of one was not told (%s), and writes each once',
    async (fault) => {
      const beneath = new MemoryEventStore();
      const store = new FaultyEventStore(beneath, failWrite(1, fault));
      const { appended, stopped } = await appendAllSurely(store, appends, patience);
      expect(stopped).toBeNull();
      expect(appended).toHaveLength(3);
      expect(store.seen).toHaveLength(4);
      for (const each of appends)
        expect(await beneath.readStream(each.stream)).toMatchObject({ events: [{ revision: 0 }] });
    },
  );

  it('says how far it came once the deadline has passed', async () => {
    const store = new FaultyEventStore(new MemoryEventStore(), ({ index }) =>
      index === 0 ? null : 'unknown_not_written',
    );
    const { appended, stopped } = await appendAllSurely(store, appends, { deadlineMs: 5, pauseMs: 1 });
    expect(appended).toHaveLength(1);
    expect(stopped).toBeInstanceOf(OutcomeUnknownError);
  });
});

describe('any other answer', () => {
  it('is handed on at once: a conflict', async () => {
    const store = new MemoryEventStore();
    await store.append(stream, 'no_stream', [{ ...event, id: '11234567-89ab-8def-8123-456789abcdef' }]);
    expect(await appendSurely(store, append, patience)).toEqual({ outcome: 'conflict', actual: 0 });
  });

  it('is handed on at once: a store out of reach', async () => {
    const store = new FaultyEventStore(new MemoryEventStore(), failWrite(0, 'unavailable'));
    await expect(appendSurely(store, append, patience)).rejects.toBeInstanceOf(StoreUnavailableError);
  });
});
