import fc from 'fast-check';
import { columnReaderOf, countedLines } from './counted-lines.js';
import { UnreadableRecord } from './form.js';

const character = fc.constantFrom('A', 'É', 'Ö', '\u{20BB7}', '\u{1F600}', ' ', '7', '<');

it('counts columns in characters, whatever bytes and units they take', () => {
  fc.assert(
    fc.property(fc.array(character, { maxLength: 60 }), fc.nat(60), fc.nat(60), (characters, a, b) => {
      const [first, last] = [Math.min(a, b) + 1, Math.max(a, b) + 1];
      expect(columnReaderOf(characters.join(''))(first, last)).toBe(
        characters.slice(first - 1, last).join(''),
      );
    }),
  );
});

describe('a file between a header and a count', () => {
  const read = (pieces: readonly string[], counted = true): string[] => {
    const lines: string[] = [];
    const form = countedLines({
      name: 'counted lines',
      partial: false,
      dayOf: () => '2022-11-29',
      counted,
      read: (line, day) => {
        throw new UnreadableRecord(`${day} ${line}`);
      },
    });
    const sink = {
      add: () => undefined,
      reject: (line: number, why: string) => void lines.push(`${line} ${why}`),
    };
    const reader = form.open({ name: 'a file', version: '', sink });
    for (const piece of pieces) reader.push(piece);
    reader.end();
    return lines;
  };

  it('gives each line with its number and the day of the file', () => {
    expect(read(['AAAAAAAA\r\none\r\n', 'two\n9999999900000002'])).toEqual([
      '2 2022-11-29 one',
      '3 2022-11-29 two',
    ]);
  });

  it.each([
    ['AAAAAAAA\none\n', 'has no last line that counts its lines, which are 1'],
    ['AAAAAAAA\none\n9999999900000002', 'says that 2 lines stand in it, and 1 does'],
    ['AAAAAAAA\none\n9999999900000001\nAAAAAAAA\none\n9999999900000001', 'goes on after its last line'],
  ])('refuses %j', (text, why) => {
    expect(() => read([text])).toThrow(why);
  });

  it("needs a last line, and doesn't believe a count that is cut short", () => {
    expect(read(['AAAAAAAA\none\n99999999653190'], false)).toHaveLength(1);
    expect(() => read(['AAAAAAAA\none\n'], false)).toThrow('has no last line');
  });
});
