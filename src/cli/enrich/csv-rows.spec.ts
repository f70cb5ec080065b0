import { forAllTests } from '../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { csvRows } from './csv-rows.js';

const folder = forAllTests(() => new TemporaryFolder());

async function read(content: string | Uint8Array, encoding = 'utf-8') {
  const file = folder.write('list.csv', content);
  const rows: (readonly string[])[] = [];
  let inOrder = true;
  for await (const { row, cells } of csvRows(file, encoding)) {
    inOrder &&= row === rows.length;
    rows.push(cells);
  }
  expect(inOrder).toBe(true);
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

  it('is refused where a quote never closes', async () => {
    await expect(read('name,ref\n"A Ltd,1\nB Ltd,2\n')).rejects.toThrow('Quoted field unterminated');
  });

  it('is refused where it is not there', async () => {
    const rows = csvRows(folder.file('none.csv'), 'utf-8');
    await expect(rows.next()).rejects.toThrow('There is no file');
  });

  it('may be left in the middle', async () => {
    const file = folder.write('long.csv', `name\n${'A Ltd\n'.repeat(200_000)}`);
    for await (const { row } of csvRows(file, 'utf-8')) if (row === 2) break;
  });
});
