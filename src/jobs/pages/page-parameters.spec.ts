import { pageParameters } from './page-parameters.js';

describe('the parameters of a page', () => {
  it.each([
    ['', undefined, 100],
    ['limit=1', undefined, 1],
    ['limit=1000', undefined, 1000],
    ['limit=0', undefined, 100],
    ['limit=1001', undefined, 100],
    ['limit=-1', undefined, 100],
    ['limit=1.5', undefined, 100],
    ['limit=1e2', undefined, 100],
    ['limit=ten', undefined, 100],
    ['limit=', undefined, 100],
    ['limit=%31%30', undefined, 10],
    ['limit=%zz', undefined, 100],
    ['limit=5&limit=6', undefined, 100],
    ['cursor=abc', 'abc', 100],
    ['cursor=', '', 100],
    ['cursor=%ff', null, 100],
    ['cursor=a&cursor=a', null, 100],
    ['unknown=1&__proto__=2&=3', undefined, 100],
  ])('%s', (query, cursor, limit) => {
    expect(pageParameters(query)).toEqual({ cursor, limit });
  });
});
