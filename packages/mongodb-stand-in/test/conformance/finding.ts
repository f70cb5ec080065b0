import { Binary, Long, MaxKey, MinKey, ObjectId, Timestamp, type Document } from 'mongodb';
import { commandsSent, idsOf, newCollection, refusal, rows, type GetServer } from './plain-client.js';

const numbered = (count: number): { _id: number }[] => Array.from({ length: count }, (_, _id) => ({ _id }));

/** One of each type, in the order in which the documentation compares them. */
const IN_ORDER: readonly unknown[] = [
  new MinKey(),
  null,
  Number.NEGATIVE_INFINITY,
  -1.5,
  0,
  Long.fromString('9007199254740992'),
  Long.fromString('9007199254740993'),
  '',
  '10',
  '9',
  'Z',
  'a',
  'ä',
  { a: 1 },
  { a: 1, b: 0 },
  { b: 0 },
  new Binary(Buffer.from([9])),
  new Binary(Buffer.from([1, 2])),
  new ObjectId('0123456789abcdef01234567'),
  false,
  true,
  new Date(-1),
  new Date(1),
  new Timestamp({ t: 1, i: 1 }),
  new MaxKey(),
];

export function findingConforms(server: GetServer): void {
  test('everything that a collection has, in batches that the client asks for', async () => {
    const collection = newCollection<{ _id: number }>(server());
    await collection.insertMany(numbered(250));
    const more = await commandsSent(server(), 'getMore', async () => {
      expect(await collection.find().batchSize(100).toArray()).toHaveLength(250);
    });
    expect(more).toHaveLength(2);
  });

  test('a first batch is 101 documents where none is asked for', async () => {
    const collection = newCollection<{ _id: number }>(server());
    await collection.insertMany(numbered(102));
    const { cursor } = await server()
      .client.db(server().database)
      .command({ find: collection.collectionName });
    expect((cursor as { firstBatch: unknown[] }).firstBatch).toHaveLength(101);
  });

  test('a batch is at most 16 MB, whatever was asked for', async () => {
    const collection = newCollection<{ _id: number; text: string }>(server());
    const text = 'x'.repeat(6_000_000);
    for (const _id of [1, 2, 3]) await collection.insertOne({ _id, text });
    const more = await commandsSent(server(), 'getMore', async () => {
      expect(await collection.find().batchSize(10).toArray()).toHaveLength(3);
    });
    expect(more.length).toBeGreaterThan(0);
  });

  test('a cursor that was closed is not found', async () => {
    const collection = newCollection<{ _id: number }>(server());
    await collection.insertMany(numbered(10));
    const { client, database } = server();
    const { cursor } = await client.db(database).command({ find: collection.collectionName, batchSize: 2 });
    const { id } = cursor as { id: Long };
    const getMore = { getMore: Long.fromValue(id), collection: collection.collectionName };
    await client
      .db(database)
      .command({ killCursors: collection.collectionName, cursors: [Long.fromValue(id)] });
    expect(await refusal(client.db(database).command(getMore))).toMatchObject({ code: 43 });
  });

  test('sort, skip, limit', async () => {
    const collection = newCollection<{ _id: number }>(server());
    await collection.insertMany(numbered(10).reverse());
    expect(idsOf(await collection.find().sort({ _id: 1 }).skip(3).limit(2).toArray())).toEqual([3, 4]);
    expect(idsOf(await collection.find().sort({ _id: -1 }).limit(2).toArray())).toEqual([9, 8]);
    expect(
      idsOf(
        await collection
          .find({ _id: { $gte: 4, $lt: 8, $ne: 5 } })
          .sort({ _id: 1 })
          .toArray(),
      ),
    ).toEqual([4, 6, 7]);
  });

  test('without a sort, documents come as they were written', async () => {
    const collection = newCollection(server());
    await collection.insertMany(rows('c', 'a', 'b'));
    await collection.updateOne({ _id: 'c' }, { $set: { n: 1 } });
    expect(idsOf(await collection.find().toArray())).toEqual(['c', 'a', 'b']);
  });

  test('by several fields, each its own way round', async () => {
    const collection = newCollection<{ _id: number; a: number; b: string }>(server());
    await collection.insertMany([
      { _id: 1, a: 1, b: 'x' },
      { _id: 2, a: 2, b: 'x' },
      { _id: 3, a: 1, b: 'y' },
    ]);
    expect(idsOf(await collection.find().sort({ a: -1, b: 1 }).toArray())).toEqual([2, 1, 3]);
    expect(idsOf(await collection.find().sort({ b: -1, a: -1 }).toArray())).toEqual([3, 2, 1]);
  });

  test.each(['as a field', 'as an indexed field'])('types order one behind the other, %s', async (title) => {
    const collection = newCollection<{ _id: number; value: unknown }>(server());
    if (title.includes('indexed')) await collection.createIndex({ value: 1 });
    const shuffled = IN_ORDER.map((value, _id) => ({ _id, value })).sort((a, b) => (a._id % 7) - (b._id % 7));
    await collection.insertMany(shuffled);
    const sorted = await collection
      .find({ value: { $exists: true } })
      .sort({ value: 1 })
      .toArray();
    expect(idsOf(sorted)).toEqual(IN_ORDER.map((_, _id) => _id));
    const turned = await collection.find().sort({ value: -1 }).toArray();
    expect(idsOf(turned)).toEqual(IN_ORDER.map((_, _id) => _id).reverse());
  });

  test('as an _id too, and a range stays within its type', async () => {
    const collection = newCollection(server());
    const ids = IN_ORDER.filter((value) => !(value instanceof MinKey) && !(value instanceof MaxKey));
    await collection.insertMany(ids.map((_id) => ({ _id: _id as string }))); // the driver lets it be anything
    expect(await collection.countDocuments({})).toBe(ids.length);
    const texts = await collection
      .find({ _id: { $gt: '' } })
      .sort({ _id: 1 })
      .toArray();
    expect(idsOf(texts)).toEqual(['10', '9', 'Z', 'a', 'ä']);
    const numbers = await collection
      .find({ _id: { $lt: 1 } })
      .sort({ _id: 1 })
      .toArray();
    expect(idsOf(numbers)).toEqual([Number.NEGATIVE_INFINITY, -1.5, 0]);
  });

  const DOCUMENTS: readonly Document[] = [
    { _id: 1, n: 1, t: 'abc', list: [1, 5], at: { x: 1, y: 2 } },
    { _id: 2, n: 2, t: 'abd', list: [7], at: { y: 2, x: 1 } },
    { _id: 3, n: null, list: [], rows: [{ k: 1 }, { k: 3 }] },
    { _id: 4, rows: [{ k: 2 }] },
    { _id: 5, n: '2', t: '' },
  ];

  test.each<[string, Document, number[]]>([
    ['equality', { n: 2 }, [2]],
    ['a number is no text', { n: '2' }, [5]],
    ['null is null or nothing', { n: null }, [3, 4]],
    ['not null', { n: { $ne: null } }, [1, 2, 5]],
    ['$exists', { n: { $exists: true } }, [1, 2, 3, 5]],
    ['$exists: false', { n: { $exists: false } }, [4]],
    ['$in', { n: { $in: [1, '2', 9] } }, [1, 5]],
    ['$in with null', { n: { $in: [1, null] } }, [1, 3, 4]],
    ['$nin', { n: { $nin: [1, null] } }, [2, 5]],
    ['$gt', { t: { $gt: 'abc' } }, [2]],
    ['$gte and $lt', { t: { $gte: 'ab', $lt: 'abd' } }, [1]],
    ['$not', { n: { $not: { $gt: 1 } } }, [1, 3, 4, 5]],
    ['an element', { list: 5 }, [1]],
    ['a list', { list: [1, 5] }, [1]],
    ['an element above and another below', { list: { $gt: 4, $lt: 2 } }, [1]],
    ['$elemMatch', { list: { $elemMatch: { $gt: 4, $lt: 6 } } }, [1]],
    ['$size', { list: { $size: 0 } }, [3]],
    ['$all', { list: { $all: [5, 1] } }, [1]],
    ['a field of an element', { 'rows.k': 3 }, [3]],
    ['a field of the second element', { 'rows.1.k': 3 }, [3]],
    ['a document, in the order of its fields', { at: { x: 1, y: 2 } }, [1]],
    ['a field of a document', { 'at.x': 1 }, [1, 2]],
    ['$or', { $or: [{ n: 1 }, { t: 'abd' }] }, [1, 2]],
    ['$and', { $and: [{ t: { $gte: 'abc' } }, { n: { $gt: 1 } }] }, [2]],
    ['$nor', { $nor: [{ n: 1 }, { t: 'abd' }] }, [3, 4, 5]],
    ['a pattern', { t: /^ab/ }, [1, 2]],
    ['$regex with options', { t: { $regex: '^AB', $options: 'i' } }, [1, 2]],
    ['$expr', { $expr: { $eq: ['$n', 2] } }, [2]],
    ['$mod', { n: { $mod: [2, 0] } }, [2]],
    ['$type', { n: { $type: 'string' } }, [5]],
  ])('filter: %s', async (_title, filter, ids) => {
    const collection = newCollection<Document>(server());
    await collection.insertMany(DOCUMENTS.map((document) => ({ ...document })));
    expect(idsOf(await collection.find(filter).sort({ _id: 1 }).toArray())).toEqual(ids);
    expect(await collection.countDocuments(filter)).toBe(ids.length);
  });

  test('longs that differ beyond 53 bits differ', async () => {
    const collection = newCollection<{ _id: number; n: Long }>(server());
    const [low, high] = [Long.fromString('9007199254740992'), Long.fromString('9007199254740993')];
    await collection.insertMany([
      { _id: 1, n: low },
      { _id: 2, n: high },
    ]);
    expect(idsOf(await collection.find({ n: high }).toArray())).toEqual([2]);
    expect(idsOf(await collection.find({ n: { $gt: low } }).toArray())).toEqual([2]);
  });

  test.each<[string, Document, Document]>([
    ['these fields and the _id', { b: 1 }, { _id: 1, b: { c: 1, d: 2 } }],
    ['these fields alone', { _id: 0, a: 1 }, { a: 1 }],
    ['a field within', { 'b.c': 1 }, { _id: 1, b: { c: 1 } }],
    ['a field within a list', { 'list.x': 1 }, { _id: 1, list: [{ x: 1 }, {}] }],
    ['all but these', { b: 0, list: 0 }, { _id: 1, a: 1 }],
    ['all but one within', { 'b.c': 0, list: 0, _id: 0 }, { a: 1, b: { d: 2 } }],
    ['the _id alone', { _id: 1 }, { _id: 1 }],
  ])('projection: %s', async (_title, projection, shown) => {
    const collection = newCollection<Document>(server());
    await collection.insertOne({ _id: 1, a: 1, b: { c: 1, d: 2 }, list: [{ x: 1 }, { y: 2 }] } as Document);
    expect(await collection.find({}, { projection }).toArray()).toEqual([shown]);
  });

  test('a projection that both shows and hides is refused', async () => {
    const collection = newCollection(server());
    await collection.insertOne({ _id: 1 });
    const call = collection.find({}, { projection: { a: 1, b: 0 } }).toArray();
    expect(await refusal(call)).toMatchObject({ code: 31254 });
  });

  test('what is not there is empty, not an error', async () => {
    const collection = newCollection(server());
    expect(await collection.find().toArray()).toEqual([]);
    expect(await collection.findOne({ _id: 1 })).toBeNull();
    expect(await collection.countDocuments({})).toBe(0);
    expect(await collection.estimatedDocumentCount()).toBe(0);
    expect(await collection.distinct('n')).toEqual([]);
  });

  test('counts and distinct values', async () => {
    const collection = newCollection<Document>(server());
    await collection.insertMany([{ n: 2 }, { n: 1 }, { n: [1, 3] }, {}]);
    expect(await collection.countDocuments({ n: 1 })).toBe(2);
    expect(await collection.countDocuments({}, { skip: 1, limit: 2 })).toBe(2);
    expect(await collection.estimatedDocumentCount()).toBe(4);
    expect((await collection.distinct('n')).sort()).toEqual([1, 2, 3]);
  });

  test('groups', async () => {
    const collection = newCollection<Document>(server());
    await collection.insertMany([
      { k: 'a', n: 1 },
      { k: 'b', n: 2 },
      { k: 'a', n: 3 },
    ]);
    const pipeline = [
      { $match: { n: { $gte: 1 } } },
      { $group: { _id: '$k', sum: { $sum: '$n' } } },
      { $sort: { _id: 1 } },
    ];
    expect(await collection.aggregate(pipeline).toArray()).toEqual([
      { _id: 'a', sum: 4 },
      { _id: 'b', sum: 2 },
    ]);
  });
}
