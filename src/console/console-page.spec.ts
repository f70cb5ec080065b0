import { text } from 'node:stream/consumers';
import { csvFile } from './console-page.js';

async function* given<Item>(...items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}

async function contentOf<Item extends object>(...items: readonly Item[]): Promise<string> {
  const columns = { row: ({ row }: { row?: unknown }) => row, ref: ({ ref }: { ref?: unknown }) => ref };
  const file = csvFile('a.csv', given(...items), columns);
  return file.kind === 'file' ? text(file.body) : '';
}

describe('a list as a CSV file', () => {
  it('has its headings alone where it is empty', async () => {
    expect(await contentOf()).toBe('row,ref\r\n');
  });

  it('has a line for each item, in which what is missing is empty', async () => {
    expect(await contentOf({ row: 0, ref: 'a,b' }, { row: -1, ref: null }, { ref: ['x', 1] })).toBe(
      'row,ref\r\n0,"a,b"\r\n-1,\r\n,"[""x"",1]"\r\n',
    );
  });

  it.each(['=cmd|"/c calc"!A1', '+44 20', '@SUM(A1)', '-2+3', '\t=1'])(
    'has no cell that a spreadsheet runs: %j',
    async (ref) => {
      expect(await contentOf({ row: 1, ref })).toContain("'" + ref.slice(0, 1));
    },
  );

  it.each([';', '\t', '\n', ','])(
    'has none if it is opened with another separator: %j',
    async (separator) => {
      expect(await contentOf({ row: 1, ref: `a${separator}=1+1` })).toContain(`${separator}'=1+1`);
    },
  );

  it('has a line break of a client within its cell', async () => {
    expect(await contentOf({ row: 1, ref: 'a\n2,b' })).toBe('row,ref\r\n1,"a\n2,b"\r\n');
  });
});
