import fc from 'fast-check';
import { DocumentTooLargeError, MAX_DOCUMENT_BYTES, type Write } from '../read-models.js';
import { planWrites, portionsOf } from './planned-writes.js';
import { storedDocument } from './stored-document.js';

const KEYS = ['a', 'b', 'ba', 'c', 'ä', '日', '🦊', '\uffee'];
const key = fc.constantFrom(...KEYS);
const bound = fc.constantFrom('', 'a', 'b', 'c', 'z', '日', '\uffff', '🦊');
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({
    op: fc.constant('put' as const),
    collection: fc.constantFrom('one', 'two'),
    key,
    document: fc.record({ fields: fc.record({ n: fc.nat(99) }) }),
  }),
  fc.record({ op: fc.constant('delete' as const), collection: fc.constantFrom('one', 'two'), key }),
  fc.record({
    op: fc.constant('deleteRange' as const),
    collection: fc.constantFrom('one', 'two'),
    from: bound,
    to: bound,
  }),
);

type State = Record<string, string>;

const before = (at: string, to: string): boolean => Buffer.compare(Buffer.from(at), Buffer.from(to)) < 0;
const removeRange = (state: Map<string, string>, { from, to }: { from: string; to: string }): void => {
  for (const at of [...state.keys()]) if (!before(at, from) && before(at, to)) state.delete(at);
};
const filled = (collection: string): Map<string, string> =>
  new Map(KEYS.map((at) => [`${at}`, `${collection} before`]));

/** One write after the other. */
function inTheirOrder(writes: readonly Write[], collection: string): State {
  const state = filled(collection);
  for (const each of writes.filter((one) => one.collection === collection)) {
    if (each.op === 'put') state.set(each.key, JSON.stringify(each.document.fields));
    else if (each.op === 'delete') state.delete(each.key);
    else removeRange(state, each);
  }
  return Object.fromEntries(state);
}

function asPlanned(writes: readonly Write[], collection: string): State {
  const state = filled(collection);
  const plan = planWrites(writes).find((one) => one.collection === collection);
  for (const range of plan?.deletedRanges ?? []) removeRange(state, range);
  for (const at of plan?.deleted ?? []) state.delete(at);
  for (const { _id, f } of plan?.puts ?? []) state.set(_id, f);
  return Object.fromEntries(state);
}

describe('the writes of a batch', () => {
  it('have the same effect as planned as one after the other', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 20 }), (writes) => {
        for (const collection of ['one', 'two']) {
          expect(asPlanned(writes, collection)).toEqual(inTheirOrder(writes, collection));
        }
      }),
    );
  });

  it('name each key at most once', () => {
    fc.assert(
      fc.property(fc.array(write, { maxLength: 20 }), (writes) => {
        for (const { deleted, puts } of planWrites(writes)) {
          const named = [...deleted, ...puts.map(({ _id }) => _id)];
          expect(new Set(named).size).toBe(named.length);
        }
      }),
    );
  });

  it('with a document that no store can hold are refused as a whole', () => {
    const put = (body: number): Write => ({
      op: 'put',
      collection: 'one',
      key: 'k',
      document: { fields: {}, body: new Uint8Array(body) },
    });
    expect(planWrites([put(MAX_DOCUMENT_BYTES - 5)])).toHaveLength(1);
    expect(() => planWrites([put(1), put(MAX_DOCUMENT_BYTES)])).toThrow(DocumentTooLargeError);
  });
});

describe('portions', () => {
  const put = (index: number, bytes: number) =>
    storedDocument('c', `k${index}`, { fields: {}, body: new Uint8Array(bytes) });

  it('hold at most 1,000 documents, in order, none left out', () => {
    const puts = Array.from({ length: 2_500 }, (_, index) => put(index, 1));
    const portions = [...portionsOf(puts)];
    expect(portions.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
    expect(portions.flat()).toEqual(puts);
  });

  it('hold at most 8 MB, but always one document', () => {
    const portions = [...portionsOf([3, 3, 3, 9, 1].map((megabytes, index) => put(index, megabytes * 1e6)))];
    expect(portions.map((portion) => portion.map(({ _id }) => _id))).toEqual([
      ['k0', 'k1'],
      ['k2'],
      ['k3'],
      ['k4'],
    ]);
  });

  it('of nothing are none', () => {
    expect([...portionsOf([])]).toEqual([]);
  });
});
