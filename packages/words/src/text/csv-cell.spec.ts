import { withoutFormulas, quotedCell } from './csv-cell.js';

describe('a cell', () => {
  it.each([
    '=1+1',
    '+44 20 7946 0000',
    '-2+3+cmd|x',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '＝1+1',
    '-',
    '-3.5.1',
    '+1-1',
  ])('%j is no formula any more', (text) => {
    expect(withoutFormulas(text)).toBe(`'${text}`);
  });

  it.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['a,+44 20;-x', "a,'+44 20;'-x"],
    ['a\n=1\r\n-2+3', "a\n'=1\r\n'-2+3"],
    ['a;"=1+1"', `a;"'=1+1"`],
    ['a;""=1;;=2', `a;""'=1;;'=2`],
    ['a;＝1', "a;'＝1"],
    ['\t=1', "'\t'=1"],
    ['=1;=2', "'=1;'=2"],
  ])('%j has no formula behind a separator', (text, cell) => {
    expect(withoutFormulas(text)).toBe(cell);
  });

  it.each(['a;-3.5;+1', '1,-5', '["x",-1]', '{"a":[1,-2e3]}', 'a; =1', 'a;b=1'])('%j stays', (text) => {
    expect(withoutFormulas(text)).toBe(text);
  });

  it.each(['-3.5', '+1', '-1e-7', '0', '', 'a=1', "'=1", 'Ltd - x', '{"a":-1}', ' =1'])(
    '%j stays',
    (text) => {
      expect(withoutFormulas(text)).toBe(text);
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
