import * as fc from 'fast-check';
import type { Document, KeyedDocument, ReadModelReader, Write } from '../read-models/read-models.js';
import { BatchDocuments } from './batch-documents.js';
import type { Change } from './projection.js';

const KEYS = ['a.1', 'a.2', 'a.3', 'b.1', 'b.2', 'c.1'];

type Step =
  | { readonly op: 'put'; readonly key: string; readonly by: number }
  | { readonly op: 'add'; readonly key: string; readonly by: number }
  | { readonly op: 'delete'; readonly key: string; readonly by: number }
  | { readonly op: 'deleteRange'; readonly from: string; readonly to: string };

const key = fc.constantFrom(...KEYS);
const bound = fc.constantFrom('a.', 'a.2', 'b.', 'b.2', 'c.', 'd');
const by = fc.integer({ min: 1, max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ op: fc.constantFrom('put' as const, 'add' as const, 'delete' as const), key, by }),
  fc.record({ op: fc.constant('deleteRange' as const), from: bound, to: bound }),
);

const document = (count: number): Document => ({ fields: { count } });
const count = (stored: Document | undefined): number => Number(stored?.fields['count'] ?? 0);
/** Takes a document away where its number becomes a multiple of five, so that changes delete too. */
const adding =
  (amount: number): Change =>
  (current) =>
    (count(current) + amount) % 5 === 0 ? undefined : document(count(current) + amount);

class Stored implements Pick<ReadModelReader, 'getMany'> {
  readonly documents = new Map<string, Document>();
  reads = 0;

  async getMany(_collection: string, keys: readonly string[]): Promise<readonly KeyedDocument[]> {
    this.reads += keys.length;
    return keys.flatMap((wanted) => {
      const found = this.documents.get(wanted);
      return found === undefined ? [] : [{ key: wanted, ...found }];
    });
  }

  write(writes: readonly Write[]): void {
    for (const write of writes) {
      if (write.op === 'put') this.documents.set(write.key, write.document);
      else if (write.op === 'delete') this.documents.delete(write.key);
      else
        for (const at of [...this.documents.keys()])
          if (at >= write.from && at < write.to) this.documents.delete(at);
    }
  }
}

/** The same steps, one by one on a plain map. */
function oneByOne(documents: Map<string, Document>, steps: readonly Step[]): void {
  const set = (at: string, next: Document | undefined): void => {
    if (next === undefined) documents.delete(at);
    else documents.set(at, next);
  };
  for (const each of steps) {
    if (each.op === 'put') set(each.key, document(each.by));
    else if (each.op === 'delete') set(each.key, undefined);
    else if (each.op === 'add') set(each.key, adding(each.by)(documents.get(each.key)));
    else
      for (const at of [...documents.keys()].filter((one) => one >= each.from && one < each.to))
        set(at, undefined);
  }
}

async function inBatches(stored: Stored, batches: readonly (readonly Step[])[]): Promise<void> {
  for (const batch of batches) {
    const documents = new BatchDocuments(stored, 'things');
    for (const each of batch) {
      if (each.op === 'put') documents.set(each.key, document(each.by));
      else if (each.op === 'delete') documents.set(each.key, undefined);
      else if (each.op === 'add') documents.update(each.key, adding(each.by));
      else documents.deleteRange(each);
    }
    stored.write(await documents.writes());
  }
}

describe('documents of a batch', () => {
  it('say of what is written over stored data for good that it erases, and of nothing else', async () => {
    const stored = new Stored();
    stored.documents.set('a.1', document(1)).set('a.2', document(1));
    const documents = new BatchDocuments(stored, 'things');
    documents.update('a.1', adding(1), true);
    documents.update('a.1', adding(1));
    documents.update('a.2', adding(1));
    const [first, second] = await documents.writes();
    expect(first).toEqual({
      op: 'put',
      collection: 'things',
      key: 'a.1',
      document: document(3),
      erases: true,
    });
    expect(second).toEqual({ op: 'put', collection: 'things', key: 'a.2', document: document(2) });
  });

  it('are what the operations make one by one, however they are cut into batches', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 12 }), { maxLength: 6 }), async (batches) => {
        const stored = new Stored();
        await inBatches(stored, batches);
        const plain = new Map<string, Document>();
        oneByOne(plain, batches.flat());
        expect(Object.fromEntries(stored.documents)).toEqual(Object.fromEntries(plain));
      }),
    );
  });

  it('are read once and written once, however often a batch touches them', async () => {
    const stored = new Stored();
    stored.write([{ op: 'put', collection: 'things', key: 'a.1', document: document(1) }]);
    const documents = new BatchDocuments(stored, 'things');
    for (let i = 0; i < 100; i++) documents.update('a.1', (current) => document(count(current) + 1));
    expect(await documents.writes()).toEqual([
      { op: 'put', collection: 'things', key: 'a.1', document: document(101) },
    ]);
    expect(stored.reads).toBe(1);
  });

  it('are not written where nothing changed', async () => {
    const stored = new Stored();
    stored.write([{ op: 'put', collection: 'things', key: 'a.1', document: document(1) }]);
    const documents = new BatchDocuments(stored, 'things');
    documents.update('a.1', (current) => current);
    expect(await documents.writes()).toEqual([]);
  });

  it('are neither written nor deleted where they begin and end in the batch', async () => {
    const stored = new Stored();
    stored.write([{ op: 'put', collection: 'things', key: 'a.2', document: document(1) }]);
    const documents = new BatchDocuments(stored, 'things');
    await documents.load(['a.1', 'a.2']);
    documents.set('a.1', document(1));
    documents.set('a.1', undefined);
    documents.set('a.2', undefined);
    expect(await documents.writes()).toEqual([{ op: 'delete', collection: 'things', key: 'a.2' }]);
  });

  it('of a range that goes are written as new ones, and not at all where they go again', async () => {
    const stored = new Stored();
    for (const key of ['a.1', 'a.2']) stored.documents.set(key, document(1));
    const documents = new BatchDocuments(stored, 'things');
    await documents.load(['a.1', 'a.2']);
    const range = { from: 'a.', to: 'b.' };
    documents.deleteRange(range);
    documents.set('a.1', document(2));
    documents.set('a.1', undefined);
    documents.set('a.2', document(3));
    expect(await documents.writes()).toEqual([
      { op: 'deleteRange', collection: 'things', ...range },
      { op: 'put', collection: 'things', key: 'a.2', document: document(3) },
    ]);
  });

  it('can be looked up as the batch leaves them, once announced', async () => {
    const stored = new Stored();
    stored.write([{ op: 'put', collection: 'things', key: 'a.1', document: document(1) }]);
    const documents = new BatchDocuments(stored, 'things');
    expect(() => documents.get('a.2')).toThrow('not announced');
    await documents.load(['a.1']);
    documents.update('a.1', (current) => document(count(current) + 1));
    expect(documents.get('a.1')).toEqual(document(2));
    documents.deleteRange({ from: 'a.', to: 'b.' });
    expect(documents.get('a.1')).toBeUndefined();
    expect(documents.get('a.3')).toBeUndefined();
  });
});
