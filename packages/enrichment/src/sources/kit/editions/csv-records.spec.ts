import fc from 'fast-check';
import * as Papa from 'papaparse';
import { CsvRecordReader, parseCsvRecord, type CsvRecord } from './csv-records.js';

function read(pieces: readonly string[], isTable = false): CsvRecord[] {
  const records: CsvRecord[] = [];
  const reader = new CsvRecordReader((record) => records.push(record), isTable);
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return records;
}

const cell = fc.string({ unit: fc.constantFrom('a', 'É', '"', ',', ' ', '\n', '£') });
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
it('reads whatever the usual library writes, cut anywhere, like that library', () => {
  fc.assert(
    fc.property(
      table,
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.nat(200),
      (rows, newline, quotes, cut) => {
        const text = Papa.unparse(rows, { newline, quotes }) + newline;
        const records = read([text.slice(0, cut), text.slice(cut)]);
        expect(records.map((record) => ('cells' in record ? record.cells : record.problem))).toEqual(rows);
      },
    ),
  );
});

it('counts lines from 1, blank ones and those inside a value included', () => {
  expect(read(['a,b\n\n"c\nd",e\nf,g'])).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['c\nd', 'e'] },
    { line: 5, cells: ['f', 'g'] },
  ]);
});

it('gives up a line with a stray quote and goes on with the next', () => {
  const lines = ['a,b', '"broken,c', ...Array.from({ length: 30 }, (_, i) => `x${i},y`)];
  const records = read([lines.join('\n')]);
  expect(records[1]).toEqual({ line: 2, problem: 'a quoted value is not closed' });
  expect(records).toHaveLength(32);
  expect(records[31]).toEqual({ line: 32, cells: ['x29', 'y'] });
});

it('gives up a line in which text follows a closing quote', () => {
  expect(read(['"a"b,c\nd,e\n'])).toEqual([
    { line: 1, problem: 'text follows a closing quote' },
    { line: 2, cells: ['d', 'e'] },
  ]);
});

it('gives up a last line that is not closed', () => {
  expect(read(['a,b\n"c,d'])).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, problem: 'a quoted value is not closed' },
  ]);
});

it('reads a record of as many lines as it has, and quotes in it', () => {
  const lines = Array.from({ length: 500 }, (_, i) => `line ${i} ""quoted""`).join('\r\n');
  const [first, second] = read([`"a","${lines}","","c\n\n"\r\nd,e,f,g`]);
  expect(first).toMatchObject({
    line: 1,
    cells: ['a', expect.stringContaining('499 "quoted"'), '', 'c\n\n'],
  });
  expect(second).toEqual({ line: 502 + 1, cells: ['d', 'e', 'f', 'g'] });
});

it('gives up a quote that is not closed within a megabyte, and reads all lines after it', () => {
  const lines = Array.from({ length: 40_000 }, (_, i) => `a line with the number ${i},y`);
  const records = read(['a,b\n"broken,c\n', lines.join('\n')]);
  expect(records).toHaveLength(lines.length + 2);
  expect(records.filter((record) => 'problem' in record)).toEqual([
    { line: 2, problem: 'a quoted value is not closed' },
  ]);
});

it('tells two stray quotes in a table from a long record', () => {
  const lines = Array.from({ length: 20 }, (_, i) => `x${i},y`);
  const problem = 'a quoted value is not closed';
  const text = ['a,b', '1,"stray', ...lines, 'stray",2', 'c,d'].join('\n');
  const records = read([text], true);
  expect(records.map((record) => ('cells' in record ? record.cells.length : record))).toEqual([
    ...[2, { line: 2, problem }],
    ...lines.map(() => 2),
    ...[{ line: 23, problem: 'a quote stands in a value that begins without one' }, 2],
  ]);
  // One record with a cell too many stays one.
  expect(read(['a,b\n"1\n2\n3",b,c\nd,e'], true)).toHaveLength(3);
});

describe('two stray quotes in one column of a table', () => {
  const problems = (first: number, last: number) => [
    { line: first, problem: 'a quoted value is not closed' },
    { line: last, problem: 'a quote stands in a value that begins without one' },
  ];
  const rows = (count: number) => Array.from({ length: count }, (_, i) => `Row ${i} Ltd,0000${i},x`);
  it.each([
    ['the first', '"Acme Ltd,00000001,a', rows(500), 'Zeta Ltd",00000003,c'],
    ['the second', 'Acme Ltd,"00000001,a', rows(500), 'Zeta Ltd,00000003",c'],
    ['the last', 'Acme Ltd,00000001,"a', rows(30), 'Zeta Ltd,00000003,c"'],
    ['the first, of rows that follow each other', '"Acme Ltd,00000001,a', [], 'Zeta Ltd",00000003,c'],
    ['the first, with a row between', '"Acme Ltd,00000001,a', rows(1), 'Zeta Ltd",00000003,c'],
    ['the first, with blank cells in quotes', '"Acme Ltd,00000001,a', ['"",2,""', ...rows(3)], 'Zeta",3,c'],
    ['the first, with a row that is none', '"Acme Ltd,00000001,a', ['x', ...rows(9)], 'Zeta Ltd",00000003,c'],
  ])('cost these two rows alone: %s', (_which, first, between, last) => {
    const text = ['name,number,more', first, ...between, last, 'Eta Ltd,00000004,d'].join('\r\n');
    const records = read([text], true);
    expect(records.filter((record) => 'problem' in record)).toEqual(problems(2, between.length + 3));
    expect(records.map(({ line }) => line)).toEqual(records.map((_, at) => at + 1));
    expect(records).toHaveLength(between.length + 4);
  });

  it.each([
    ['an address', '1,"12 High Street\nLeeds\nLS1 1AA",b'],
    [
      'sentences with commas',
      '1,"We pay women, men and others alike.\nThis, too, is true, we hope.\nYes.",b',
    ],
    ['a table in words', '1,"a\nb,c\nd,e,f\ng",b'],
    ['blank lines', '1,"a\n\n\nb",b'],
    ['a quotation', '1,"He said ""no"", and\n""yes"", twice, or more, or less",b'],
  ])('are none of a value of several lines: %s', (_what, long) => {
    const records = read([['x,y,z', long, 'c,d,e'].join('\n')], true);
    expect(records).toHaveLength(3);
    expect(records.every((record) => 'cells' in record && record.cells.length === 3)).toBe(true);
  });

  it('leave a value that begins with a line end as it is', () => {
    const records = read(['a,b\n1,"stray\n2,y\n3,"\nfoo"\n4,z'], true);
    expect(records.map((record) => ('cells' in record ? record.cells : record.line))).toEqual([
      ...[['a', 'b'], 2, ['2', 'y']],
      ...[
        ['3', '\nfoo'],
        ['4', 'z'],
      ],
    ]);
  });
});

it('takes apart hostile lines without reading them over and over', () => {
  const text = 'a,b\n"' + '","\n'.repeat(200_000);
  expect(read([text], true).length).toBeGreaterThan(100_000);
});

it.each([
  ['a,,b', ['a', '', 'b']],
  ['a,', ['a', '']],
  ['"a",""', ['a', '']],
  ['"say ""hi""",x', ['say "hi"', 'x']],
  ['', ['']],
])('reads %p', (text, cells) => {
  expect(parseCsvRecord(text)).toEqual(cells);
});
