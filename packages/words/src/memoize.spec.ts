import { memoize, memoizeRecent, memoizeByObject } from './memoize.js';

it('makes each answer once, also where it is nothing, up to the most that are kept', () => {
  const made: string[] = [];
  const answer = memoize(2, (text) => {
    made.push(text);
    return text === 'none' ? undefined : text.length;
  });
  const asked = ['one', 'none', 'one', 'none', 'three', 'three'];
  expect(asked.map(answer)).toEqual([3, undefined, 3, undefined, 5, 5]);
  expect(made).toEqual(['one', 'none', 'three', 'three']);
});

it('keeps its latest answers, at least so many and at most twice as many', () => {
  const made: string[] = [];
  const answer = memoizeRecent(2, (text: string) => {
    made.push(text);
    return { letters: text.length };
  });
  const asked = ['one', 'two', 'three', 'one', 'two', 'three', 'four', 'five', 'three', 'one'];
  expect(asked.map((text) => answer(text).letters)).toEqual([3, 3, 5, 3, 3, 5, 4, 4, 5, 3]);
  expect(made).toEqual(['one', 'two', 'three', 'four', 'five', 'one']);
});

it('makes the answer of an object once', () => {
  const made: object[] = [];
  const answer = memoizeByObject((of: { readonly name: string }) => {
    made.push(of);
    return { letters: of.name.length };
  });
  const one = { name: 'one' };
  expect([one, { name: 'three' }, one].map((of) => answer(of).letters)).toEqual([3, 5, 3]);
  expect(made).toEqual([one, { name: 'three' }]);
});
