import * as fc from 'fast-check';
import type { NewEvent } from '../event-store.js';
import { wireEvent } from './recorded-events.js';

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
