import { forAllTests } from '../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../test/support/system/temporary-folder.js';
import { linesOfFile } from './lines-of-file.js';

const folder = forAllTests(() => new TemporaryFolder());

async function linesOf(content: string): Promise<string[]> {
  const file = folder.write('file.ndjson', content);
  const lines: string[] = [];
  for await (const line of linesOfFile(file)) lines.push(line);
  return lines;
}

describe('the lines of a file', () => {
  it.each<[string, string, string[]]>([
    ['no line', '', []],
    ['an empty line alone', '\n', ['']],
    ['an empty line first', '\na\nb\n', ['', 'a', 'b']],
    ['empty lines between and at the end', 'a\n\n\n', ['a', '', '']],
    ['no line feed at the end', 'a\nb', ['a', 'b']],
    ['separators that JSON may hold', '"\u2028\u2029\u0085\v\f"\nb\n', ['"\u2028\u2029\u0085\v\f"', 'b']],
    ['carriage returns', 'a\r\nb\r', ['a\r', 'b\r']],
  ])('with %s', async (_, content, lines) => {
    expect(await linesOf(content)).toEqual(lines);
  });

  it('are the same over the ends of the pieces that it is read in', async () => {
    const piece = 1024 * 1024;
    const lines = ['€'.repeat(piece), 'a'.repeat(piece - 4), '', 'b'.repeat(2 * piece), ''];
    expect((await linesOf(`${lines.join('\n')}\n`)).map(({ length }) => length)).toEqual(
      lines.map(({ length }) => length),
    );
    expect(await linesOf(`${'a'.repeat(piece - 1)}\n\nb\n`)).toEqual(['a'.repeat(piece - 1), '', 'b']);
    expect(await linesOf(`${'a'.repeat(piece)}\n\nb\n`)).toEqual(['a'.repeat(piece), '', 'b']);
  });
});
