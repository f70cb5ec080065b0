/** What every ReadModels promises about ranged reads, by examples and against a model of a few lines. */
import fc from 'fast-check';
import type {
  KeyedDocument,
  RangeQuery,
  ReadModels,
} from '../../../packages/platform/src/read-models/read-models.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import {
  keys,
  newCollection,
  newName,
  position,
  put,
  utf8,
  write,
  type TwoReadModels,
} from './read-models-under-test.js';

const RUNS = process.env['TEST_LONG'] === undefined ? 60 : 1_500;

const INDEXES = [
  { name: 'by_account', fields: ['account', 'created'] },
  { name: 'by_created', fields: ['created'] },
];

const DOCUMENTS: readonly (readonly [string, JsonObject])[] = [
  ['j1', { account: 'a', created: 3 }],
  ['j2', { account: 'a', created: 1 }],
  ['j3', { account: 'b', created: 2 }],
  ['j4', { account: 'a', created: 3 }],
  ['j5', { account: 'a', created: 2 }],
  ['j6', { account: 'a' }],
  ['j7', { account: 'ab', created: 1 }],
];

/** Text in the order of its UTF-8 bytes, numbers before text, what is missing before all. */
function compareValues(a: unknown, b: unknown): number {
  const rank = (value: unknown): number =>
    typeof value === 'string' ? 2 : typeof value === 'number' ? 1 : 0;
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(utf8(a), utf8(b));
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0;
}

function compareBy(fields: readonly string[]) {
  return (one: KeyedDocument, two: KeyedDocument): number => {
    for (const field of fields) {
      const order = compareValues(one.fields[field], two.fields[field]);
      if (order !== 0) return order;
    }
    return compareValues(one.key, two.key);
  };
}

/** The range that the port promises, from all documents. */
function expectedRange(documents: readonly KeyedDocument[], query: RangeQuery): string[] {
  const fields = INDEXES.find(({ name }) => name === query.index)?.fields ?? [];
  const equals = query.equals ?? [];
  const next = fields[equals.length];
  const valueOf = (document: KeyedDocument): unknown =>
    next === undefined ? document.key : document.fields[next];
  const compare = compareBy(fields);
  const sign = query.order === 'descending' ? -1 : 1;
  const { from, to, after } = query;
  return keys(
    documents
      .filter((document) => equals.every((value, index) => document.fields[fields[index] ?? ''] === value))
      .filter((document) => from === undefined || compareValues(valueOf(document), from) >= 0)
      .filter((document) => to === undefined || compareValues(valueOf(document), to) < 0)
      .filter((document) => after === undefined || sign * compare(document, after) > 0)
      .sort((one, two) => sign * compare(one, two))
      .slice(0, query.limit ?? 1_000),
  );
}

const value = fc.constantFrom<string | number>('a', 'b', 'ab', 'ä', '\uffee', '🦊', '', 0, 1, 2, -1, 1.5);
const document = fc.record({
  key: fc.constantFrom('k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'ä', '日', '\uffee', '🦊'),
  fields: fc.record({ account: value, created: value }, { requiredKeys: [] }),
});
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const query = fc.record({
  index: optional(fc.constantFrom('by_account', 'by_created')),
  equals: optional(fc.array(value, { maxLength: 2 })),
  from: optional(value),
  to: optional(value),
  after: optional(document),
  order: optional(fc.constantFrom('ascending', 'descending')),
  limit: optional(fc.integer({ min: 1, max: 5 })),
});

/** Drops what is undefined and values without a field; a page resumes after a document of the same range. */
function asQuery(raw: typeof query extends fc.Arbitrary<infer Q> ? Q : never): RangeQuery {
  const fields = INDEXES.find(({ name }) => name === raw.index)?.fields ?? [];
  const equals = raw.equals?.slice(0, fields.length);
  const fixed = Object.fromEntries((equals ?? []).map((value, index) => [fields[index] ?? '', value]));
  const after = raw.after && { key: raw.after.key, fields: { ...raw.after.fields, ...fixed } };
  const whole = { ...raw, equals, after };
  return Object.fromEntries(Object.entries(whole).filter(([, part]) => part !== undefined));
}

export function rangesContract(stores: () => TwoReadModels): void {
  const filled = async (): Promise<{ models: ReadModels; collection: string }> => {
    const collection = await newCollection(stores(), INDEXES);
    await write(
      stores().models,
      ...DOCUMENTS.map(([key, fields]) => put(collection, key, fields, utf8(key))),
    );
    return { models: stores().models, collection };
  };

  test.each<[string, RangeQuery, string]>([
    ['all, by key', {}, 'j1 j2 j3 j4 j5 j6 j7'],
    ['keys from one, included, to another, excluded', { from: 'j2', to: 'j5' }, 'j2 j3 j4'],
    ['backwards', { order: 'descending', limit: 3 }, 'j7 j6 j5'],
    ['a first part, by limit', { limit: 2 }, 'j1 j2'],
    [
      'one value of the first field: by the second, then by key',
      { index: 'by_account', equals: ['a'] },
      'j6 j2 j5 j1 j4',
    ],
    ['the same backwards', { index: 'by_account', equals: ['a'], order: 'descending' }, 'j4 j1 j5 j2 j6'],
    ['bounds on the second field', { index: 'by_account', equals: ['a'], from: 2, to: 3 }, 'j5'],
    ['values of both fields: by key', { index: 'by_account', equals: ['a', 3] }, 'j1 j4'],
    [
      'values of both fields, with bounds on the key',
      { index: 'by_account', equals: ['a', 3], from: 'j2' },
      'j4',
    ],
    [
      'no value: the whole index, what lacks the field first',
      { index: 'by_created' },
      'j6 j2 j7 j3 j5 j1 j4',
    ],
    ['bounds on the first field', { index: 'by_account', from: 'ab' }, 'j7 j3'],
    ['a value that nothing has', { index: 'by_account', equals: ['z'] }, ''],
  ])('a range gives %s', async (_title, range, expected) => {
    const { models, collection } = await filled();
    const found = await models.range(collection, range);
    expect(keys(found).join(' ')).toBe(expected);
    expect(found.every(({ key, body }) => Buffer.compare(body ?? utf8(''), utf8(key)) === 0)).toBe(true);
  });

  test.each<[string, RangeQuery]>([
    ['by key', {}],
    ['by an index', { index: 'by_created' }],
    ['by an index with a value', { index: 'by_account', equals: ['a'] }],
    ['backwards', { index: 'by_account', equals: ['a'], order: 'descending' }],
    ['within bounds', { index: 'by_created', from: 1, to: 3 }],
  ])(
    'pages read %s, each after the last document of the one before, join without gap or double',
    async (_title, range) => {
      const { models, collection } = await filled();
      const whole = keys(await models.range(collection, range));
      for (const limit of [1, 2, 3]) {
        const joined: string[] = [];
        let page = await models.range(collection, { ...range, limit });
        while (page.length > 0) {
          joined.push(...keys(page));
          const after = page.at(-1);
          page = await models.range(collection, { ...range, limit, ...(after && { after }) });
        }
        expect(joined).toEqual(whole);
      }
    },
  );

  test('a page may be resumed after a document that has changed or gone since', async () => {
    const { models, collection } = await filled();
    const [first] = await models.range(collection, { index: 'by_created', from: 1, limit: 1 });
    await write(models, { op: 'delete', collection, key: 'j2' });
    const rest = await models.range(collection, { index: 'by_created', ...(first && { after: first }) });
    expect([first?.key, keys(rest)]).toEqual(['j2', ['j7', 'j3', 'j5', 'j1', 'j4']]);
  });

  test('a document that changes moves in its indexes', async () => {
    const { models, collection } = await filled();
    await write(models, put(collection, 'j2', { account: 'b', created: 9 }));
    expect(keys(await models.range(collection, { index: 'by_account', equals: ['a'] }))).not.toContain('j2');
    expect(keys(await models.range(collection, { index: 'by_account', equals: ['b'] }))).toEqual([
      'j3',
      'j2',
    ]);
  });

  test('a range gives 1,000 documents where no limit is named', async () => {
    const collection = await newCollection(stores());
    const many = Array.from({ length: 1_001 }, (_, index) => put(collection, String(index).padStart(5, '0')));
    await write(stores().models, ...many);
    expect(await stores().models.range(collection, {})).toHaveLength(1_000);
  });

  test.each<[string, RangeQuery]>([
    ['an index that was not declared', { index: 'by_nothing' }],
    ['more values than the index has fields', { index: 'by_created', equals: [1, 2] }],
    ['values without an index', { equals: [1] }],
  ])('a range by %s is refused as a mistake of the caller', async (_title, range) => {
    const { models, collection } = await filled();
    await expect(models.range(collection, range)).rejects.toThrow();
  });

  test('any range over any documents gives what sorting and filtering all of them gives', async () => {
    const { models } = stores();
    const collection = await newCollection(stores(), INDEXES);
    const name = newName();
    let step = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { maxLength: 12 }),
        fc.array(query, { minLength: 3, maxLength: 8 }),
        async (documents, queries) => {
          const expected = step === 0 ? null : position(step);
          await models.commit(
            [
              { op: 'deleteRange', collection, from: '', to: '\u{10ffff}' },
              ...documents.map(({ key, fields }) => put(collection, key, fields)),
            ],
            { name, expected, next: position(++step) },
          );
          const living = [...new Map(documents.map((one) => [one.key, one])).values()];
          for (const range of queries.map(asQuery)) {
            expect([range, keys(await models.range(collection, range))]).toEqual([
              range,
              expectedRange(living, range),
            ]);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
}
