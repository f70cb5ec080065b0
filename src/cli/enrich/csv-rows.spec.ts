import { forAllTests } from '../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { encodeText } from './byte-order-mark.js';
import { csvRows } from './csv-rows.js';

const folder = forAllTests(() => new TemporaryFolder());

async function read(content: string | Uint8Array, encoding = 'utf-8') {
  const file = folder.write('list.csv', content);
  const rows: (readonly string[])[] = [];
  for await (const { cells } of csvRows(file, encoding)) rows.push(cells);
  return rows;
}

describe('a customer’s file', () => {
  it('is read with quotes, embedded line breaks and a byte order mark', async () => {
    expect(await read('\ufeffname,ref\n"A, B & ""C""\nLtd",1\n\nD Ltd,2\n')).toEqual([
      ['name', 'ref'],
      ['A, B & "C"\nLtd', '1'],
      ['D Ltd', '2'],
    ]);
  });

  it.each([
    ['semicolons', 'name;ref\nA Ltd;1\nB Ltd;2'],
    ['tabs', 'name\tref\r\nA Ltd\t1\r\nB Ltd\t2\r\n'],
  ])('may be separated by %s', async (_, content) => {
    expect(await read(content)).toEqual([
      ['name', 'ref'],
      ['A Ltd', '1'],
      ['B Ltd', '2'],
    ]);
  });

  it('is read in pieces of any length without losing a row or splitting a letter', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => `Käse & Söhne ${index} Ltd,${index}`);
    const rows = await read(`name,ref\n${lines.join('\n')}\n`);
    expect(rows).toHaveLength(60_001);
    expect(rows.slice(1).map((cells) => cells.join(','))).toEqual(lines);
  });

  it('is refused where its bytes are not text of the encoding', async () => {
    const latin = Buffer.from('name\nCaf\u00e9 Ltd\n', 'latin1');
    await expect(read(latin)).rejects.toThrow('it is not utf-8 text; try --encoding windows-1252');
    expect(await read(latin, 'windows-1252')).toEqual([['name'], ['Café Ltd']]);
  });

  it.each(['utf-16le', 'utf-16be'] as const)(
    'is read as %s by its mark, whatever encoding is named',
    async (encoding) => {
      const text = `\ufeffname\tref\r\n${'Käse 𝒜 Ltd\t1\r\n'.repeat(20_000)}`;
      const rows = await read(encodeText(text, encoding), 'windows-1252');
      expect(rows).toHaveLength(20_001);
      expect([rows[0], rows.at(-1)]).toEqual([
        ['name', 'ref'],
        ['Käse 𝒜 Ltd', '1'],
      ]);
    },
  );

  it('of UTF-16 without a mark is told, and read by its name', async () => {
    const bytes = encodeText('name,ref\nA Ltd,1\n', 'utf-16le');
    await expect(read(bytes)).rejects.toThrow('try --encoding utf-16le');
    expect(await read(bytes, 'utf-16le')).toEqual([
      ['name', 'ref'],
      ['A Ltd', '1'],
    ]);
  });

  it('is refused where a quote never closes', async () => {
    await expect(read('name,ref\n"A Ltd,1\nB Ltd,2\n')).rejects.toThrow('Quoted field unterminated');
  });

  it('is refused where it is not there', async () => {
    const rows = csvRows(folder.file('none.csv'), 'utf-8');
    await expect(rows.next()).rejects.toThrow('There is no file');
  });

  it('may be left in the middle', async () => {
    const file = folder.write('long.csv', `name\n${'A Ltd\n'.repeat(200_000)}`);
    for await (const { line } of csvRows(file, 'utf-8')) if (line === 2) break;
  });

  const linesIn = async (content: string): Promise<string[]> => {
    const file = folder.write('list.csv', content);
    const found: string[] = [];
    for await (const { line, cells } of csvRows(file, 'utf-8')) found.push(`${line} ${cells[0]}`);
    return found;
  };

  it.each(['\n', '\r\n', '\r'])(
    'has the line of each record, which begins where its quotes do (%j)',
    async (end) => {
      const lines = ['', 'name,ref', '', '"A', 'B', '', 'C",1', ' , ', 'D,"2', '"', 'E,3'];
      const begun = [2, 4, 9, 11];
      const names = ['name', ['A', 'B', '', 'C'].join(end), 'D', 'E'];
      expect(await linesIn(lines.join(end))).toEqual(begun.map((line, at) => `${line} ${names[at]}`));
      expect(await linesIn(`${lines.join(end)}${end}`)).toHaveLength(4);
    },
  );

  it('has the line of each record also in pieces, and of a file of several separators of lines', async () => {
    const records = Array.from({ length: 30_000 }, (_, row) =>
      row % 3 === 0 ? `"a\nb${row}",x` : `a${row},x`,
    );
    const text = `name,ref\n\n${records.join('\n\n')}\n`;
    const at: number[] = [];
    for await (const { line } of csvRows(folder.write('long.csv', text), 'utf-8')) at.push(line);
    expect(at.slice(0, 5)).toEqual([1, 3, 6, 8, 10]);
    expect(at.at(-1)).toBe(text.split('\n').length - 1);
    expect(await linesIn('name,ref\na,1\r\nb,2\nc,3\n')).toEqual(['1 name', '2 a', '3 b', '4 c']);
  });

  it('is split by the sign of its first records, also behind blank lines', async () => {
    const content = `${'\n'.repeat(12)}name;ref\nA, Ltd;1\n`;
    expect(await read(content)).toEqual([
      ['name', 'ref'],
      ['A, Ltd', '1'],
    ]);
  });
});
