/** What every ReadModels promises about single documents, collections and batches. */
import fc from 'fast-check';
import {
  DocumentTooLargeError,
  MAX_DOCUMENT_BYTES,
  type ReadModels,
  type Write,
} from '../../../packages/platform/src/read-models/read-models.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import {
  keys,
  newCollection,
  newName,
  plain,
  position,
  put,
  utf8,
  write,
  type TwoReadModels,
} from './read-models-under-test.js';

export function documentsContract(stores: () => TwoReadModels): void {
  test('a document keeps its fields and the bytes of its body', async () => {
    const collection = await newCollection(stores());
    const fields = {
      text: 'Zürich 株式会社 🦊',
      number: 1.5,
      none: null,
      list: [1, { deep: true }],
    };
    const body = Uint8Array.from([0, 255, 10, 128, 0]);
    await write(stores().models, put(collection, 'key', fields, body));
    const found = await stores().models.get(collection, 'key');
    expect(found && plain(found)).toEqual({ key: 'key', fields, body: [...body] });
  });

  test('fields of any name and depth come back as they were, in their order', async () => {
    const collection = await newCollection(stores(), [{ name: 'by_n', fields: ['n'] }]);
    let deep: JsonObject = { end: true };
    for (let level = 0; level < 150; level++) deep = { deep };
    const names = [
      'a.b',
      '$where',
      '$a',
      '',
      'nul\0',
      '_id',
      '10',
      '9',
      'b',
      '__proto__',
      'constructor',
      '日本',
    ];
    const nested = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:1`).join()}}`) as JsonObject;
    const fields = { ...nested, nested: [nested], deep, n: 1 };
    await write(stores().models, put(collection, 'key', fields));
    const [found] = await stores().models.range(collection, { index: 'by_n', equals: [1] });
    expect(JSON.stringify(found?.fields)).toBe(JSON.stringify(fields));
  });

  test('any JSON comes back as it was', async () => {
    const collection = await newCollection(stores());
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (raw) => {
        const fields = JSON.parse(JSON.stringify(raw)) as JsonObject;
        await write(stores().models, put(collection, 'key', fields));
        expect((await stores().models.get(collection, 'key'))?.fields).toEqual(fields);
      }),
      { numRuns: 30 },
    );
  });

  test('a field that is undefined is left out, and numbers keep all their digits', async () => {
    const collection = await newCollection(stores());
    const numbers = [0.1, -1, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, 1e-300, 1.7976931348623157e308];
    await write(stores().models, put(collection, 'key', { absent: undefined, numbers }));
    const found = await stores().models.get(collection, 'key');
    expect(found?.fields).toStrictEqual({ numbers });
  });

  test('a document that no store could hold is refused before anything of its batch is written', async () => {
    const { models } = stores();
    const [collection, name] = [await newCollection(stores()), newName()];
    const most = new Uint8Array(MAX_DOCUMENT_BYTES - 100);
    await write(models, put(collection, 'most', {}, most));
    expect((await models.get(collection, 'most'))?.body?.length).toBe(most.length);
    for (const large of [
      put(collection, 'large', {}, new Uint8Array(MAX_DOCUMENT_BYTES)),
      put(collection, 'large', { text: 'ä'.repeat(MAX_DOCUMENT_BYTES / 3) }),
    ]) {
      const move = { name, expected: null, next: position(1) };
      await expect(models.commit([put(collection, 'a'), large], move)).rejects.toThrow(DocumentTooLargeError);
    }
    expect(keys(await models.range(collection, { to: 'b' }))).toEqual([]);
    expect(await models.checkpoint(name)).toBeNull();
  });

  test('no body and an empty body are different things', async () => {
    const collection = await newCollection(stores());
    await write(stores().models, put(collection, 'none', {}), put(collection, 'empty', {}, new Uint8Array()));
    const [none, empty] = await stores().models.getMany(collection, ['none', 'empty']);
    expect([none?.body === undefined, empty?.body?.length]).toEqual([true, 0]);
  });

  test('a large body comes back whole', async () => {
    const collection = await newCollection(stores());
    const body = Uint8Array.from({ length: 3_000_000 }, (_, index) => index % 251);
    await write(stores().models, put(collection, 'large', {}, body), put(collection, 'small', {}, utf8('x')));
    const [large, small] = await stores().models.getMany(collection, ['large', 'small']);
    expect(Buffer.compare(large?.body ?? utf8(''), body)).toBe(0);
    expect(small && plain(small)).toEqual({ key: 'small', fields: {}, body: [120] });
  });

  test('putting again replaces all of a document', async () => {
    const collection = await newCollection(stores());
    await write(stores().models, put(collection, 'key', { a: 1, b: 2 }, utf8('old')));
    await write(stores().models, put(collection, 'key', { a: 3 }));
    expect(await stores().models.get(collection, 'key')).toEqual({ key: 'key', fields: { a: 3 } });
  });

  test('keys may be of any script and length, and differ by case', async () => {
    const collection = await newCollection(stores());
    const list = ['a', 'A', 'ä', '日本', '🦊', 'x'.repeat(500), 'with "quotes" % _ \\ and spaces'];
    await write(stores().models, ...list.map((key) => put(collection, key)));
    expect(keys(await stores().models.getMany(collection, list))).toEqual(list);
  });

  test('what is not there is undefined, or left out of many, which come in the order asked for', async () => {
    const collection = await newCollection(stores());
    await write(stores().models, put(collection, 'a'), put(collection, 'b'), put(collection, 'c'));
    expect(await stores().models.get(collection, 'd')).toBeUndefined();
    expect(keys(await stores().models.getMany(collection, ['c', 'd', 'a']))).toEqual(['c', 'a']);
    expect(await stores().models.getMany(collection, [])).toEqual([]);
  });

  test('deleting takes away one document, and none where it is not there', async () => {
    const collection = await newCollection(stores());
    await write(stores().models, put(collection, 'a'), put(collection, 'b'));
    await write(
      stores().models,
      { op: 'delete', collection, key: 'a' },
      { op: 'delete', collection, key: 'never' },
    );
    expect(keys(await stores().models.range(collection, {}))).toEqual(['b']);
  });

  test('deleting a range takes the keys from the first, included, to the last, excluded', async () => {
    const collection = await newCollection(stores());
    await write(stores().models, ...['a', 'b', 'ba', 'c', 'd'].map((key) => put(collection, key)));
    await write(stores().models, { op: 'deleteRange', collection, from: 'b', to: 'd' });
    expect(keys(await stores().models.range(collection, {}))).toEqual(['a', 'd']);
  });

  test('deleting a range of thousands leaves none of it, and nothing else gone', async () => {
    const { models } = stores();
    const [collection, name] = [await newCollection(stores()), newName()];
    const many = Array.from({ length: 2_500 }, (_, n) => put(collection, `b${String(n).padStart(5, '0')}`));
    await models.commit([...many, put(collection, 'a'), put(collection, 'c')], {
      name,
      expected: null,
      next: position(1),
    });
    const writes: readonly Write[] = [
      { op: 'deleteRange', collection, from: 'b', to: 'c' },
      put(collection, 'b00007', { back: true }),
    ];
    const late = { name, expected: position(0), next: position(1) };
    expect(await models.commit(writes, late)).toBe('superseded');
    expect(await models.getMany(collection, ['b00000', 'b02499'])).toHaveLength(2);
    const move = { name, expected: position(1), next: position(2) };
    expect(await models.commit(writes, move)).toBe('committed');
    expect(keys(await models.range(collection, {}))).toEqual(['a', 'b00007', 'c']);
  });

  test('the writes of a batch happen in their order', async () => {
    const collection = await newCollection(stores());
    await write(
      stores().models,
      put(collection, 'a', { n: 1 }, utf8('first')),
      { op: 'delete', collection, key: 'a' },
      put(collection, 'a', { n: 2 }),
      put(collection, 'b', { n: 3 }),
      { op: 'deleteRange', collection, from: 'b', to: 'z' },
      put(collection, 'c', { n: 4 }, utf8('last')),
    );
    expect((await stores().models.range(collection, {})).map(plain)).toEqual([
      { key: 'a', fields: { n: 2 }, body: undefined },
      { key: 'c', fields: { n: 4 }, body: [...utf8('last')] },
    ]);
  });

  test('a commit is seen by every adapter as soon as it is acknowledged', async () => {
    const { models, other } = stores();
    const collection = await newCollection(stores());
    for (let n = 0; n < 20; n++) {
      await write(n % 2 === 0 ? models : other, put(collection, 'key', { n }));
      const found = await (n % 2 === 0 ? other : models).get(collection, 'key');
      expect(found?.fields).toEqual({ n });
    }
  });

  describe('collections', () => {
    test('may be declared again, and by many adapters at once, and keep their documents', async () => {
      const { models, other } = stores();
      const spec = { name: newName(), indexes: [{ name: 'by_n', fields: ['n'] }] };
      await Promise.all([
        models.declare([spec]),
        other.declare([spec]),
        models.declare([spec, { name: newName() }]),
      ]);
      await write(models, put(spec.name, 'a', { n: 1 }));
      await other.declare([spec]);
      expect(keys(await other.range(spec.name, { index: 'by_n' }))).toEqual(['a']);
    });

    test('an index declared later covers the documents that are there', async () => {
      const { models, other } = stores();
      const collection = await newCollection(stores(), [{ name: 'by_a', fields: ['a'] }]);
      await write(models, put(collection, 'x', { a: 1, b: 'two' }), put(collection, 'y', { a: 2, b: 'one' }));
      expect(keys(await other.range(collection, { index: 'by_a' }))).toEqual(['x', 'y']);
      await models.declare([{ name: collection, indexes: [{ name: 'by_b', fields: ['b', 'a'] }] }]);
      for (const reader of [models, other]) {
        expect(keys(await reader.range(collection, { index: 'by_b' }))).toEqual(['y', 'x']);
        expect(keys(await reader.range(collection, { index: 'by_a' }))).toEqual(['x', 'y']);
      }
    });

    test('one that was never declared reads as empty', async () => {
      const name = newName();
      expect(await stores().models.get(name, 'key')).toBeUndefined();
      expect(await stores().models.getMany(name, ['key'])).toEqual([]);
      expect(await stores().models.range(name, {})).toEqual([]);
    });

    test('a dropped one is empty for every adapter, with its checkpoint, and can be declared anew', async () => {
      const { models, other } = stores();
      const [collection, kept, checkpoint] = [
        await newCollection(stores()),
        await newCollection(stores()),
        newName(),
      ];
      const many = Array.from({ length: 700 }, (_, index) => put(collection, `k${index}`, {}, utf8('data')));
      await models.commit([...many, put(kept, 'k')], { name: checkpoint, expected: null, next: position(1) });
      expect(await other.range(collection, {})).toHaveLength(700);
      await models.drop([collection, newName()], [checkpoint, newName()]);
      for (const reader of [models, other]) await expectGone(reader, collection, checkpoint);
      await other.declare([{ name: collection, indexes: [{ name: 'by_n', fields: ['n'] }] }]);
      await write(models, put(collection, 'new', { n: 1 }));
      expect(keys(await models.range(collection, { index: 'by_n' }))).toEqual(['new']);
      expect(keys(await other.range(kept, {}))).toEqual(['k']);
    });

    test.each(['', 'Upper', 'with space', 'a"b', 'a-b'])('%p is no name for one', async (name) => {
      await expect(stores().models.declare([{ name }])).rejects.toThrow(TypeError);
    });
  });
}

async function expectGone(reader: ReadModels, collection: string, checkpoint: string): Promise<void> {
  expect(await reader.get(collection, 'k1')).toBeUndefined();
  expect(await reader.range(collection, {})).toEqual([]);
  expect(await reader.checkpoint(checkpoint)).toBeNull();
}
