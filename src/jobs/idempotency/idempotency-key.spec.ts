import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { idempotencyKeyIn } from './idempotency-key.js';

/** @param headers each line of a name that was sent */
function keyOf(headers: Readonly<Record<string, string[]>>): ReturnType<typeof idempotencyKeyIn> {
  const raw = new IncomingMessage(new Socket());
  raw.headersDistinct = headers;
  return idempotencyKeyIn({ raw });
}

const X = 'x-idempotency-key';
const PLAIN = 'idempotency-key';
const LONG = 'x'.repeat(256);
const TWICE = 'This header was sent more than once.';
const DIFFERS = 'Must be the same as X-Idempotency-Key, where both are sent. Send one of them.';

it('is none where no header was sent', () => {
  expect(keyOf({})).toEqual({ key: null, faults: [] });
});

it.each([X, PLAIN])('is the text of %s', (name) => {
  expect(keyOf({ [name]: ['a list'] })).toEqual({ key: 'a list', faults: [] });
  expect(keyOf({ [name]: ['x'.repeat(255)] })).toEqual({ key: 'x'.repeat(255), faults: [] });
});

it.each([X, PLAIN])('has its faults under the name that was sent: %s', (name) => {
  expect(keyOf({ [name]: [''] }).faults).toEqual([[name, 'Must not be empty.']]);
  expect(keyOf({ [name]: [LONG] }).faults).toEqual([[name, 'May have at most 255 characters.']]);
  expect(keyOf({ [name]: ['a', 'b'] }).faults).toEqual([[name, TWICE]]);
  expect(keyOf({ [name]: ['a', 'a'] }).faults).toEqual([[name, TWICE]]);
});

it('may be sent under both names, the same text each', () => {
  expect(keyOf({ [X]: ['a'], [PLAIN]: ['a'] })).toEqual({ key: 'a', faults: [] });
  expect(keyOf({ [X]: ['a'], [PLAIN]: ['b'] }).faults).toEqual([[PLAIN, DIFFERS]]);
  expect(keyOf({ [X]: ['a'], [PLAIN]: ['A'] }).faults).toEqual([[PLAIN, DIFFERS]]);
});

it('has the faults of each header where both were sent', () => {
  expect(keyOf({ [X]: ['a'], [PLAIN]: [''] }).faults).toEqual([[PLAIN, 'Must not be empty.']]);
  expect(keyOf({ [X]: ['a', 'a'], [PLAIN]: [LONG] }).faults).toEqual([
    [X, TWICE],
    [PLAIN, 'May have at most 255 characters.'],
  ]);
});
