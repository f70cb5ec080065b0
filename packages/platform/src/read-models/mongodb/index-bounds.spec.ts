import type { RangeQuery } from '../read-models.js';
import { boundedFind, keyPattern, patternFields } from './index-bounds.js';

const FIELDS = ['owner', 'created'];
const INDEX = { 'i.owner': 1, 'i.created': 1, _id: 1 } as const;
const OWNER = 'i.owner';
const CREATED = 'i.created';
const document = { key: 'j2', fields: { owner: 'a', created: 2 } };

const NUMBERS = { $gte: -Infinity };
const TEXTS = { $gte: '' };

describe('a range by an index', () => {
  it.each<[string, RangeQuery, object]>([
    ['everything', {}, {}],
    ['one value', { equals: ['a'] }, { [OWNER]: 'a' }],
    [
      'bounds on the next field',
      { equals: ['a'], from: 1, to: 3 },
      { [OWNER]: 'a', [CREATED]: { $gte: 1, $lt: 3 } },
    ],
    ['bounds on the first field', { from: 'b' }, { [OWNER]: { $gte: 'b' } }],
    [
      'bounds on the key',
      { equals: ['a', 3], from: 'j', to: 'k' },
      { [OWNER]: 'a', [CREATED]: 3, _id: { $gte: 'j', $lt: 'k' } },
    ],
    [
      'all from a number on, and every text',
      { from: 3 },
      { $or: [{ [OWNER]: { $gte: 3 } }, { [OWNER]: TEXTS }] },
    ],
    [
      'all before a text, of every type',
      { to: 'b' },
      { $or: [{ [OWNER]: null }, { [OWNER]: NUMBERS }, { [OWNER]: { $gte: '', $lt: 'b' } }] },
    ],
    ['between a number and a text', { from: 3, to: '' }, { [OWNER]: { $gte: 3 } }],
    [
      'what comes after',
      { equals: ['a'], after: document },
      {
        $or: [
          { [OWNER]: 'a', [CREATED]: 2, _id: { $gte: 'j2\0' } },
          { [OWNER]: 'a', [CREATED]: { $gt: 2 } },
          { [OWNER]: 'a', [CREATED]: TEXTS },
        ],
      },
    ],
    [
      'what comes after, backwards',
      { equals: ['a'], from: 1, after: document, order: 'descending' },
      {
        $or: [
          { [OWNER]: 'a', [CREATED]: { $gte: 1, $lt: 2 } },
          { [OWNER]: 'a', [CREATED]: 2, _id: { $gte: '', $lt: 'j2' } },
        ],
      },
    ],
    [
      'what comes after in the whole index, up to a bound',
      { after: document, to: 'b' },
      {
        $or: [
          { [OWNER]: 'a', [CREATED]: 2, _id: { $gte: 'j2\0' } },
          { [OWNER]: 'a', [CREATED]: { $gt: 2 } },
          { [OWNER]: 'a', [CREATED]: TEXTS },
          { [OWNER]: { $gt: 'a', $lt: 'b' } },
        ],
      },
    ],
    [
      'what comes after a document without the fields',
      { after: { key: 'j1', fields: {} } },
      {
        $or: [
          { [OWNER]: null, [CREATED]: null, _id: { $gte: 'j1\0' } },
          { [OWNER]: null, [CREATED]: NUMBERS },
          { [OWNER]: null, [CREATED]: TEXTS },
          { [OWNER]: NUMBERS },
          { [OWNER]: TEXTS },
        ],
      },
    ],
    ['the later of a bound and what comes after', { from: 'b', after: document }, { [OWNER]: { $gte: 'b' } }],
  ])('reads %s as stretches of it', (_title, query, filter) => {
    const direction = query.order === 'descending' ? -1 : 1;
    const sort = { 'i.owner': direction, 'i.created': direction, _id: direction };
    expect(boundedFind(FIELDS, query)).toEqual({ filter, options: { hint: INDEX, sort } });
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
    ['what comes before', { after: document, order: 'descending' }, { _id: { $gte: '', $lt: 'j2' } }],
    ['from a number on, which is before every text', { from: 3 }, { _id: { $gte: '' } }],
  ])('is a filter, in order of the key: %s', (_title, query, filter) => {
    const sort = { _id: query.order === 'descending' ? -1 : 1 };
    expect(boundedFind([], query)).toEqual({ filter, options: { sort } });
  });

  it('holds nothing up to a number', () => {
    expect(boundedFind([], { to: 3 })).toBeUndefined();
  });
});

it('an index is named by its fields, then the key, and tells them again', () => {
  expect(keyPattern(FIELDS)).toEqual(INDEX);
  expect(Object.keys(keyPattern(FIELDS))).toEqual(['i.owner', 'i.created', '_id']);
  expect(patternFields(keyPattern(FIELDS))).toEqual(FIELDS);
  expect(patternFields({ _id: 1 })).toEqual([]);
});
