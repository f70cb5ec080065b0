import { BLOCK_KEYS } from '../../../contract/src/block-key.js';
import { nearest } from './nearest.js';

describe('the nearest known words', () => {
  it.each([
    ['ofcers', ['officers']],
    ['industri', ['industry']],
    ['Charges', ['charges']],
    ['registered', ['registered_address']],
    ['employes', ['employees']],
    ['employees', ['employees', 'employees_filed', 'employees_live']],
    ['xyzzy', []],
  ])('to %s are %j', (word, expected) => {
    expect(nearest(word, BLOCK_KEYS)).toEqual(expected);
  });
});
