/** Random writes against a map: after each of them the collection holds what the map does. */
import fc from 'fast-check';
import type { Collection } from 'mongodb';
import { madeCollection, TRANSACTION, type GetServer, type Row } from './plain-client.js';

interface Entry {
  readonly n: number;
  readonly kind: string;
}

type Model = Map<string, Entry>;

type Step =
  | { readonly do: 'insert' | 'replace' | 'upsert'; readonly id: string; readonly entry: Entry }
  | { readonly do: 'add'; readonly kind: string; readonly by: number }
  | { readonly do: 'remove'; readonly id: string }
  | { readonly do: 'removeBelow'; readonly n: number };

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const kind = fc.constantFrom('x', 'y', 'z');
const n = fc.integer({ min: -3, max: 3 });
const entry = fc.record({ n, kind });

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('insert', 'replace', 'upsert'), id, entry }),
  fc.record({ do: fc.constant('add'), kind, by: n }),
  fc.record({ do: fc.constant('remove'), id }),
  fc.record({ do: fc.constant('removeBelow'), n }),
);

/** Steps that belong together, and whether they are kept. */
const unit = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  as: fc.constantFrom('single writes', 'a transaction', 'a transaction that is aborted'),
});

function onModel(model: Model, one: Step): void {
  switch (one.do) {
    case 'insert':
    case 'upsert':
      model.set(one.id, one.entry);
      return;
    case 'replace':
      if (model.has(one.id)) model.set(one.id, one.entry);
      return;
    case 'add':
      for (const [key, old] of model) {
        if (old.kind === one.kind) model.set(key, { ...old, n: old.n + one.by });
      }
      return;
    case 'remove':
      model.delete(one.id);
      return;
    case 'removeBelow':
      for (const [key, old] of model) if (old.n < one.n) model.delete(key);
  }
}

type Options = Parameters<Collection<Row>['insertOne']>[1];

async function onServer(collection: Collection<Row>, one: Step, options: Options): Promise<void> {
  switch (one.do) {
    case 'insert':
      await collection.deleteOne({ _id: one.id }, options);
      await collection.insertOne({ _id: one.id, ...one.entry }, options);
      return;
    case 'replace':
      await collection.replaceOne({ _id: one.id }, { ...one.entry }, options);
      return;
    case 'upsert':
      await collection.updateOne({ _id: one.id }, { $set: one.entry }, { ...options, upsert: true });
      return;
    case 'add':
      await collection.updateMany({ kind: one.kind }, { $inc: { n: one.by } }, options);
      return;
    case 'remove':
      await collection.deleteOne({ _id: one.id }, options);
      return;
    case 'removeBelow':
      await collection.deleteMany({ n: { $lt: one.n } }, options);
  }
}

export function modelConforms(server: GetServer): void {
  async function run(collection: Collection<Row>, steps: readonly Step[], as: string): Promise<void> {
    if (as === 'single writes') {
      for (const one of steps) await onServer(collection, one, {});
      return;
    }
    await server().client.withSession(async (session) => {
      session.startTransaction(TRANSACTION);
      for (const one of steps) await onServer(collection, one, { session });
      await (as === 'a transaction' ? session.commitTransaction() : session.abortTransaction());
    });
  }

  async function expectEqual(collection: Collection<Row>, model: Model): Promise<void> {
    const all = [...model].map(([_id, one]) => ({ _id, ...one }));
    const byId = all.slice().sort((a, b) => (a._id < b._id ? -1 : 1));
    expect(await collection.find().sort({ _id: 1 }).toArray()).toEqual(byId);
    const ofKind = byId.filter((one) => one.kind === 'y' && one.n >= 0);
    const sorted = ofKind.sort((a, b) => b.n - a.n || (a._id < b._id ? -1 : 1));
    const found = collection.find({ kind: 'y', n: { $gte: 0 } }).sort({ n: -1, _id: 1 });
    expect(await found.toArray()).toEqual(sorted);
  }

  test.each([
    ['without indexes', []],
    ['with an index', [{ kind: 1, n: -1, _id: 1 }] as const],
  ])('%s, whatever was written is what is found', async (_title, indexes) => {
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { maxLength: 8 }), async (units) => {
        const collection = await madeCollection<Row>(server());
        for (const index of indexes) await collection.createIndex(index);
        const model: Model = new Map();
        for (const { steps, as } of units) {
          await run(collection, steps, as);
          if (as !== 'a transaction that is aborted') for (const one of steps) onModel(model, one);
          await expectEqual(collection, model);
        }
        await collection.drop();
      }),
      { numRuns: process.env.TEST_LONG === undefined ? 25 : 500, seed: 20_261_121 },
    );
  });
}
