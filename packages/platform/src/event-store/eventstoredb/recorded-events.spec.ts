import * as fc from 'fast-check';
import type { NewEvent } from '../event-store.js';
import { recordedEvent, wireEvent, type WireEvent } from './recorded-events.js';

const event = (text: string): NewEvent => ({
  id: '0190c2f0-0000-7000-8000-000000000001',
  type: 'RowsRecorded',
  format: 'json',
  data: new TextEncoder().encode(text),
  metadata: { $correlationId: 'request-1' },
});

test.each([
  ['json', 'application/json'],
  ['binary', 'application/octet-stream'],
] as const)(
  'an event of %s is named so to the server, each time it is sent, and goes out as bytes',
  (format, name) => {
    const data = Uint8Array.from([0xff, 0xfe, 0x00]);
    const sent = wireEvent({ ...event(''), data, format });
    for (const _ of ['first', 'again']) {
      expect(sent.contentType).toBe(name);
      expect(sent.contentType).toBe('application/octet-stream');
      expect(sent.data).toBe(data);
    }
  },
);

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** An event as the server sends it. */
const received = (
  data: Uint8Array,
  metadata: string,
  about: Readonly<Record<string, string>>,
): WireEvent => ({
  getId: () => ({ getString: () => '0190c2f0-0000-7000-8000-000000000002' }),
  getStreamIdentifier: () => ({ getStreamName_asU8: () => bytes('job-été') }),
  getStreamRevision: () => (about['type'] === '$streamDeleted' ? '9223372036854775807' : '7'),
  getCommitPosition: () => '18446744073709551615',
  getPreparePosition: () => '12',
  getMetadataMap: () => ({ get: (key) => about[key] }),
  getCustomMetadata_asU8: () => bytes(metadata),
  getData_asU8: () => data,
});
const JSON_TYPE = { type: 'TheirsHappened', 'content-type': 'application/json' };

test('the data of an event come as the bytes that were stored, whatever they hold', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (data) => {
      expect(recordedEvent(received(data, '{}', JSON_TYPE))).toMatchObject({ format: 'json', data });
      expect(recordedEvent(received(data, '{}', { type: 'T' }))).toMatchObject({ format: 'binary', data });
    }),
  );
});

test('place, name, type and metadata are those of the server', () => {
  expect(recordedEvent(received(bytes('{ }'), '{"v":"2","$correlationId":"r"}', JSON_TYPE))).toEqual({
    id: '0190c2f0-0000-7000-8000-000000000002',
    type: 'TheirsHappened',
    format: 'json',
    data: bytes('{ }'),
    metadata: { v: '2', $correlationId: 'r' },
    stream: 'job-été',
    revision: 7,
    position: '18446744073709551615.00000000000000000012',
  });
});

test('a deletion has no data, and the greatest revision that a number holds', () => {
  expect(recordedEvent(received(bytes('x'), '', { type: '$streamDeleted' }))).toMatchObject({
    ...{ format: 'json', data: new Uint8Array(), revision: Number.MAX_SAFE_INTEGER, metadata: {} },
  });
});

const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

test.each([
  ['metadata nested deeply', `{"a":${DEEP}}`],
  ['metadata with names of functions', '{"a":{"toString":1,"valueOf":null},"b":[{"toString":1}]}'],
  ['a list as metadata', '[null,1]'],
  ['text as metadata', '"v"'],
  ['metadata that are no JSON', '{"v":"1"'],
  ['no metadata', ''],
])('an event of another program is read, whatever it holds: %s', (_, metadata) => {
  expect(recordedEvent(received(bytes('{}'), metadata, JSON_TYPE)).metadata['v']).toBeUndefined();
});
