import { parseStatementLine } from './parse-line.js';

it('a line that is nested too deeply to be written again is none of a statement', () => {
  const depth = 200_000;
  expect(parseStatementLine('{"totals":{}}')).toEqual({ kind: 'totals' });
  expect(parseStatementLine(`{"totals":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`)).toBeNull();
});
