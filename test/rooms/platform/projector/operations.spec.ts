import type { Document } from '../../../../packages/platform/src/read-models/read-models.js';
import {
  at,
  fieldsAt,
  put,
  removeRange,
  update,
} from '../../../../packages/platform/src/projector/operations.js';
import { typedCollection } from '../../../../packages/platform/src/projector/typed-collection.js';

const COUNTS = typedCollection<{ readonly count: number }>('counts');
const BODY = Buffer.from('body');

/** What becomes of a document. */
const changed = (
  before: Document | undefined,
  change: Parameters<typeof update<{ readonly count: number }>>[2],
): Document | undefined => {
  const operation = update(COUNTS, 'a', change);
  if (operation.op !== 'update') throw new Error('that is no update');
  expect([operation.collection, operation.key]).toEqual(['counts', 'a']);
  return operation.change(before);
};

describe('an update', () => {
  it('makes the fields anew and keeps the body', () => {
    expect(changed(undefined, (current) => ({ count: (current?.count ?? 0) + 1 }))).toEqual({
      fields: { count: 1 },
    });
    const before = { fields: { count: 1 }, body: BODY };
    expect(changed(before, (current) => ({ count: (current?.count ?? 0) + 1 }))).toEqual({
      fields: { count: 2 },
      body: BODY,
    });
  });

  it('leaves the very document where nothing changed, and none where there is to be none', () => {
    const before = { fields: { count: 1 } };
    expect(changed(before, (current) => current)).toBe(before);
    expect(changed(before, () => undefined)).toBeUndefined();
    expect(changed(undefined, () => undefined)).toBeUndefined();
  });
});

it('an update erases what is stored only where it says so', () => {
  const operations = [update(COUNTS, 'a', () => undefined), update(COUNTS, 'a', () => undefined, true)];
  expect(operations).toMatchObject([{ erases: false }, { erases: true }]);
});

it('other operations name their place', () => {
  expect(put(COUNTS, 'a', { count: 1 }, BODY)).toEqual({
    op: 'put',
    collection: 'counts',
    key: 'a',
    document: { fields: { count: 1 }, body: BODY },
  });
  expect(removeRange(COUNTS, { from: 'a', to: 'b' })).toEqual({
    op: 'deleteRange',
    collection: 'counts',
    from: 'a',
    to: 'b',
  });
  expect(at(COUNTS, 'a')).toEqual({ collection: 'counts', key: 'a' });
});

it('what was looked up is found as fields', () => {
  const found = (collection: string, key: string): Document | undefined =>
    collection === 'counts' && key === 'a' ? { fields: { count: 7 } } : undefined;
  expect(fieldsAt(found, COUNTS, 'a')).toEqual({ count: 7 });
  expect(fieldsAt(found, COUNTS, 'b')).toBeUndefined();
});
