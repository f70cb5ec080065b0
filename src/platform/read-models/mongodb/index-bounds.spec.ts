import { MaxKey, MinKey } from 'mongodb';
import type { RangeQuery } from '../read-models.js';
import { boundedFind, keyPattern, patternFields } from './index-bounds.js';

const LOW = expect.any(MinKey) as unknown;
const HIGH = expect.any(MaxKey) as unknown;
const FIELDS = ['owner', 'created'];
const at = (owner: unknown, created: unknown, key: unknown) => ({
  'i.owner': owner,
  'i.created': created,
  _id: key,
});
const document = { key: 'j2', fields: { owner: 'a', created: 2 } };

describe('a range by an index', () => {
  it.each<[string, RangeQuery, object, object]>([
    ['everything', {}, at(LOW, LOW, LOW), at(HIGH, HIGH, HIGH)],
    ['one value', { equals: ['a'] }, at('a', LOW, LOW), at('a', HIGH, HIGH)],
    ['bounds on the next field', { equals: ['a'], from: 1, to: 3 }, at('a', 1, LOW), at('a', 3, LOW)],
    ['bounds on the first field', { from: 'b' }, at('b', LOW, LOW), at(HIGH, HIGH, HIGH)],
    ['bounds on the key', { equals: ['a', 3], from: 'j', to: 'k' }, at('a', 3, 'j'), at('a', 3, 'k')],
    ['what comes after', { equals: ['a'], after: document }, at('a', 2, 'j2\0'), at('a', HIGH, HIGH)],
    [
      'what comes after, backwards',
      { equals: ['a'], after: document, order: 'descending' },
      at('a', LOW, LOW),
      at('a', 2, 'j2'),
    ],
    [
      'what comes after a document without the fields',
      { after: { key: 'j1', fields: {} } },
      at(null, null, 'j1\0'),
      at(HIGH, HIGH, HIGH),
    ],
    [
      'the later of a bound and what comes after',
      { from: 'b', after: document },
      at('b', LOW, LOW),
      at(HIGH, HIGH, HIGH),
    ],
  ])('reads %s between two places of it', (_title, query, min, max) => {
    const direction = query.order === 'descending' ? -1 : 1;
    expect(boundedFind(FIELDS, query)).toEqual({
      filter: {},
      options: {
        hint: at(1, 1, 1),
        sort: at(direction, direction, direction),
        min,
        max,
      },
    });
  });

  it.each<[string, RangeQuery]>([
    ['bounds that cross', { from: 'b', to: 'a' }],
    ['bounds that meet', { from: 'b', to: 'b' }],
    ['text up to a number', { from: 'b', to: 7 }],
    ['a place after the bound', { equals: ['a'], to: 2, after: document }],
    ['a place before the bound, backwards', { equals: ['a'], from: 3, after: document, order: 'descending' }],
  ])('asks for nothing where there are %s', (_title, query) => {
    expect(boundedFind(FIELDS, query)).toBeUndefined();
  });

  it('compares text by its bytes: a letter outside the first plane comes last', () => {
    expect(boundedFind(['a'], { from: '🦊', to: '\uffee' })).toBeUndefined();
    expect(boundedFind(['a'], { from: '\uffee', to: '🦊' })).toBeDefined();
  });

  it('refuses more values than the index has fields', () => {
    expect(() => boundedFind(['a'], { equals: [1, 2] })).toThrow(RangeError);
    expect(() => boundedFind([], { equals: [1] })).toThrow(RangeError);
  });
});

describe('a range by key', () => {
  it.each<[string, RangeQuery, object]>([
    ['everything', {}, {}],
    ['bounds', { from: 'a', to: 'b' }, { _id: { $gte: 'a', $lt: 'b' } }],
    ['what comes after', { to: 'k', after: document }, { _id: { $gte: 'j2\0', $lt: 'k' } }],
    ['what comes before', { after: document, order: 'descending' }, { _id: { $lt: 'j2' } }],
    ['from a number on, which is before every text', { from: 3 }, {}],
  ])('is a filter: %s', (_title, query, filter) => {
    expect(boundedFind([], query)).toMatchObject({ filter });
  });

  it('holds nothing up to a number', () => {
    expect(boundedFind([], { to: 3 })).toBeUndefined();
  });
});

it('an index is named by its fields, then the key, and tells them again', () => {
  expect(keyPattern(FIELDS)).toEqual(at(1, 1, 1));
  expect(Object.keys(keyPattern(FIELDS))).toEqual(['i.owner', 'i.created', '_id']);
  expect(patternFields(keyPattern(FIELDS))).toEqual(FIELDS);
  expect(patternFields({ _id: 1 })).toEqual([]);
});
