import { harmless, quotedCell } from './csv-cell.js';

describe('a cell', () => {
  it.each([
    '=1+1',
    '+44 20 7946 0000',
    '-2+3+cmd|x',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1+1',
    '-',
    '-3.5.1',
    '+1-1',
  ])('%j is no formula any more', (text) => {
    expect(harmless(text)).toBe(`'${text}`);
  });

  it.each(['-3.5', '+1', '-1e-7', '0', '', 'a=1', "'=1", 'Ltd - x', '{"a":-1}', ' =1'])(
    '%j stays',
    (text) => {
      expect(harmless(text)).toBe(text);
    },
  );

  it('is quoted where a reader needs it', () => {
    expect(['a', 'a,b', 'a"b', 'a\nb', ' a', ''].map(quotedCell)).toEqual([
      'a',
      '"a,b"',
      '"a""b"',
      '"a\nb"',
      '" a"',
      '',
    ]);
  });
});
