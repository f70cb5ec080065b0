import * as fc from 'fast-check';
import type { Append, NewEvent, StreamName } from '../event-store.js';
import { packAppends, unpackAppends } from './packed-appends.js';

const shared = { actor: 'worker', time: '2026-11-23T12:00:00.000Z' };
const anEvent: fc.Arbitrary<NewEvent> = fc.record({
  id: fc.uuid(),
  type: fc.constantFrom('Begun', 'WentOn', 'Over'),
  format: fc.constantFrom('json', 'binary'),
  data: fc.uint8Array({ maxLength: 40 }),
  metadata: fc.oneof(fc.constant(shared), fc.dictionary(fc.string(), fc.string())),
});
const anAppend: fc.Arbitrary<Append> = fc.record({
  stream: fc.string({ minLength: 1 }).map((name) => name as StreamName),
  expected: fc.oneof(fc.constantFrom('no_stream' as const, 'any' as const), fc.nat()),
  events: fc.array(anEvent, { minLength: 1, maxLength: 5 }),
});

const idOf = (payload: Uint8Array): string => Buffer.from(payload.subarray(0, 16)).toString('hex');

test('appends come out of their pack as they went in, also after the way to another thread', () => {
  fc.assert(
    fc.property(fc.array(anAppend, { maxLength: 5 }), (appends) => {
      const stored = unpackAppends(structuredClone(packAppends(appends)));
      expect(
        stored.map(({ events, ...append }) => ({
          ...append,
          events: events.map(({ metadata, payload, ...event }) => ({
            ...event,
            metadata: JSON.parse(metadata) as unknown,
            id: idOf(payload),
            data: [...payload.subarray(16)],
          })),
        })),
      ).toEqual(
        appends.map(({ events, ...append }) => ({
          ...append,
          events: events.map(({ id, data, metadata, ...event }) => ({
            ...event,
            metadata: JSON.parse(JSON.stringify(metadata)) as unknown,
            id: id.replaceAll('-', ''),
            data: [...data],
          })),
        })),
      );
    }),
  );
});

test('metadata that neighbours share are carried once', () => {
  const event = (metadata: NewEvent['metadata']): NewEvent => ({
    ...{ id: '0e37df36-f698-41e6-8c9a-7a5a2b8b1c0d', type: 'Begun', format: 'json', data: new Uint8Array() },
    metadata,
  });
  const other = { actor: 'operator' };
  const events = [event(shared), event(shared), event(other)];
  const { metadata, described } = packAppends([{ stream: 's-1' as StreamName, expected: 'any', events }]);
  expect(metadata).toEqual([JSON.stringify(shared), JSON.stringify(other)]);
  expect(described).toEqual([0, 0, 1]);
});
