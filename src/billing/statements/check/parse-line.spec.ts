import { parseLine } from './parse-line.js';

it('a line that is nested too deeply to be written again is none of a statement', () => {
  const depth = 200_000;
  expect(parseLine('{"totals":{}}')).toEqual({ kind: 'totals' });
  expect(parseLine(`{"totals":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`)).toBeNull();
});
