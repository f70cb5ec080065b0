import type { JsonObject } from '../../../../packages/platform/src/values/json.js';
import type { KeyedDocument } from '../../../../packages/platform/src/read-models/read-models.js';
import {
  DocumentComparison,
  type Comparison,
} from '../../../../packages/platform/src/projector/compare-documents.js';

const document = (key: string, fields: JsonObject = {}, body?: Uint8Array): KeyedDocument => ({
  key,
  fields,
  ...(body === undefined ? {} : { body }),
});

function compared(
  live: readonly KeyedDocument[],
  rebuilt: readonly KeyedDocument[],
  collection = 'days',
): Comparison {
  const comparison = new DocumentComparison();
  comparison.begin(collection);
  comparison.add(live, rebuilt);
  return comparison.result();
}

it('documents are equal whatever the order of their fields', () => {
  const { live_digest, rebuilt_digest, ...rest } = compared(
    [document('a', { rows: 1, day: 'x' }), document('b', {}, Buffer.from('body'))],
    [document('a', { day: 'x', rows: 1 }), document('b', {}, Buffer.from('body'))],
  );
  expect(rest).toEqual({ equal: true, differences: [], differences_total: 0 });
  expect(live_digest).toBe(rebuilt_digest);
});

it('each that differs is named, and each that only one side has, with what both sides say', () => {
  const { live_digest, rebuilt_digest, ...rest } = compared(
    [document('a', { rows: 1 }), document('b', { rows: 1 }), document('d'), document('e', { rows: 5 })],
    [document('b', { rows: 2 }), document('c', { rows: 3 }), document('d'), document('f', { rows: 6 })],
  );
  expect(rest).toEqual({
    equal: false,
    differences_total: 5,
    differences: [
      { key: 'days/a', live: { rows: 1 }, rebuilt: null },
      { key: 'days/b', live: { rows: 1 }, rebuilt: { rows: 2 } },
      { key: 'days/c', live: null, rebuilt: { rows: 3 } },
      { key: 'days/e', live: { rows: 5 }, rebuilt: null },
      { key: 'days/f', live: null, rebuilt: { rows: 6 } },
    ],
  });
  expect(live_digest).not.toBe(rebuilt_digest);
});

it.each<[string, KeyedDocument, KeyedDocument]>([
  ['another body', document('a', {}, Buffer.from('x')), document('a', {}, Buffer.from('y'))],
  ['no body', document('a', {}, Buffer.from('x')), document('a')],
])('a document with %s is another', (_what, live, rebuilt) => {
  const { equal, live_digest, rebuilt_digest } = compared([live], [rebuilt]);
  expect([equal, live_digest === rebuilt_digest]).toEqual([false, false]);
});

it('the digest tells collections, keys and fields apart', () => {
  const digests = [
    compared([], []),
    compared([document('a')], []),
    compared([document('b')], []),
    compared([document('a', { rows: 1 })], []),
    compared([document('a')], [], 'weeks'),
  ].map(({ live_digest }) => live_digest);
  expect(new Set(digests).size).toBe(digests.length);
});

it('the first thousand are listed, and all are counted', () => {
  const many = Array.from({ length: 1_003 }, (_, at) => document(String(at).padStart(5, '0')));
  const { differences, differences_total } = compared(many, []);
  expect([differences.length, differences_total]).toEqual([1_000, 1_003]);
});
