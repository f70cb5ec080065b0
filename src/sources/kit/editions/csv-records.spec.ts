import fc from 'fast-check';
import * as Papa from 'papaparse';
import { CsvRecordReader, parseCsvRecord, type CsvRecord } from './csv-records.js';

function read(pieces: readonly string[]): CsvRecord[] {
  const records: CsvRecord[] = [];
  const reader = new CsvRecordReader((record) => records.push(record));
  for (const piece of pieces) reader.push(piece);
  reader.end();
  return records;
}

const cell = fc.string({ unit: fc.constantFrom('a', 'É', '"', ',', ' ', '\n', '£') });
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
/** A quoted cell may run over at most ten lines. */
const short = (rows: string[][]): boolean => rows.every((row) => row.join('').split('\n').length < 10);

it('reads whatever the usual library writes, cut anywhere, like that library', () => {
  fc.assert(
    fc.property(
      table.filter(short),
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

it.each([
  ['a,,b', ['a', '', 'b']],
  ['a,', ['a', '']],
  ['"a",""', ['a', '']],
  ['"say ""hi""",x', ['say "hi"', 'x']],
  ['', ['']],
])('reads %p', (text, cells) => {
  expect(parseCsvRecord(text)).toEqual(cells);
});
