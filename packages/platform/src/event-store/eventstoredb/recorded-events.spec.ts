import type { RecordedEvent as WireEvent } from '@eventstore/db-client';
import * as fc from 'fast-check';
import type { NewEvent } from '../event-store.js';
import { recordedEvent, wireEvent } from './recorded-events.js';

const event = (text: string): NewEvent => ({
  id: '0190c2f0-0000-7000-8000-000000000001',
  type: 'RowsRecorded',
  format: 'json',
  data: new TextEncoder().encode(text),
  metadata: { $correlationId: 'request-1' },
});

test('whatever JSON.stringify wrote goes out as an object that it writes the same again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      const sent = wireEvent(event(text));
      expect(sent.contentType).toBe('application/json');
      expect(JSON.stringify(sent.data)).toBe(text);
    }),
  );
});

test.each([
  ['{ "row": 1 }', 'spaces'],
  ['{"b":1,"2":1,"1":1}', 'an order of keys that an object does not keep'],
  ['{"n":1.0}', 'a number written otherwise'],
  ['{"a":1,"a":2}', 'a key twice'],
  ['{"name":"\\u0041"}', 'an escape nobody needs'],
])('%s would come back changed (%s) and is refused', (text) => {
  expect(() => wireEvent(event(text))).toThrow(TypeError);
});

test.each(['', '{', 'undefined', '\ufeff{}'])('%p is no json and is refused', (text) => {
  expect(() => wireEvent(event(text))).toThrow(TypeError);
});

test('bytes that are no UTF-8 are refused as json, and sent as they are as binary', () => {
  const data = Uint8Array.from([0xff, 0xfe, 0x00]);
  expect(() => wireEvent({ ...event(''), data })).toThrow(TypeError);
  expect(wireEvent({ ...event(''), data, format: 'binary' })).toMatchObject({
    contentType: 'application/octet-stream',
    data,
  });
});

/** An event of another program, as the client hands it out. */
const received = (data: string, metadata: unknown): WireEvent =>
  ({
    ...{
      id: '0190c2f0-0000-7000-8000-000000000002',
      type: 'TheirsHappened',
      data: JSON.parse(data) as unknown,
    },
    ...{ metadata, isJson: true, streamId: 'job-123', revision: 0n, created: new Date(0) },
    position: { commit: 1n, prepare: 1n },
  }) as unknown as WireEvent;
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

test.each<[string, string, unknown]>([
  ['data nested deeply', DEEP, {}],
  ['metadata nested deeply', '{}', { a: JSON.parse(DEEP) as unknown }],
  ['metadata with names of functions', '{}', { a: { toString: 1, valueOf: null }, b: [{ toString: 1 }] }],
  ['a list as metadata', '[]', [null, 1]],
  ['text as metadata', 'null', 'v'],
  ['no metadata', '"text"', null],
])('an event of another program is read, whatever it holds: %s', (_, data, metadata) => {
  expect(recordedEvent(received(data, metadata))).toMatchObject({ stream: 'job-123', revision: 0 });
  expect(recordedEvent(received(data, metadata)).metadata['v']).toBeUndefined();
});
