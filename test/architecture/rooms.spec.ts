/** The wall `no-room-circles`: rooms import each other in one direction, whatever their files do one by one. */
import path from 'node:path';
import { arrowsOf, floorsOf, importsIn } from './rooms.js';

const ROOT = path.resolve(__dirname, '../..');
const circleIn = (imports: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  floorsOf(arrowsOf(new Map(Object.entries(imports)))).circle;

describe('no-room-circles', () => {
  it('can fail, also where no file imports itself', () => {
    const planted = {
      'billing/prices.ts': ['shared/money.js'],
      'billing/explain.ts': ['jobs/status/job.js'],
      'jobs/record.ts': ['billing/prices.js'],
      'shared/money.ts': [],
    };
    expect(circleIn(planted)).toEqual(['billing', 'jobs']);
  });

  it('can fail by way of a third room', () => {
    const planted = { 'a/one.ts': ['b/one.js'], 'b/two.ts': ['c/one.js'], 'c/two.ts': ['a/two.js'] };
    expect(circleIn(planted)).toEqual(['a', 'b', 'c']);
  });

  it('lets rooms share what lies below them', () => {
    const innocent = {
      'a/one.ts': ['b/one.js', './two.js'],
      'c/one.ts': ['b/one.js', 'a/two.js'],
      'b/one.ts': [],
    };
    expect(circleIn(innocent)).toEqual([]);
  });

  it('holds in the tree', () => {
    const imports = importsIn(ROOT);
    expect(imports.size).toBeGreaterThan(500);
    expect(floorsOf(arrowsOf(imports)).circle).toEqual([]);
  });
});
