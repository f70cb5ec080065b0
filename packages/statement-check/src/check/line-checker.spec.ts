import { partsOf, signedAnew, type Parts } from '../../../../test/support/statements/wrong-statements.js';
import { twoMonths, twoStatements } from '../../../../test/support/statements/statement-months.js';
import { TRUSTED, fileOf, linesOf } from '../../../../test/support/statements/statements.js';
import { LineChecker } from './line-checker.js';

/** Entries on lines 2 to 8, the totals on 9, the head on 10. */
let october: readonly string[];
let november: readonly string[];

beforeAll(async () => {
  const [first, second] = await twoStatements(await twoMonths());
  october = linesOf(first.text);
  november = linesOf(second.text);
});

/** What is found in a file of these lines, and whether its locators are to be asked. */
function checked(lines: readonly (string | Buffer)[]): { check: LineChecker; asksLocators: boolean } {
  const check = new LineChecker(TRUSTED);
  const bytes = lines.map((line) => (typeof line === 'string' ? Buffer.from(line) : line));
  for (const line of bytes) check.addLine(line);
  const size = bytes.reduce((sum, line) => sum + line.length + 1, 0);
  return { check, asksLocators: check.end(size) };
}

/** As `line code: sentence`. */
const found = (lines: readonly (string | Buffer)[]): string[] =>
  checked(lines).check.findings.map(({ line, code, detail }) => `${line ?? 'file'} ${code}: ${detail}`);

const changed = (number: number, change: (line: string) => string | Buffer): (string | Buffer)[] =>
  october.map((line, index) => (index === number - 1 ? change(line) : line));
const inserted = (before: number, line: string): string[] => october.toSpliced(before - 1, 0, line);
const line = (number: number): string => october[number - 1] ?? '';

/** October's statement, signed again after this was made of it. */
function signed(change: (parts: Parts) => Partial<Parts>): string[] {
  const parts = partsOf(october);
  return linesOf(signedAnew({ ...parts, ...change(parts) }));
}
const sealed = (change: (head: Record<string, unknown>) => object): string[] =>
  signed(() => ({ sealed: (head) => ({ ...head, ...change(head) }) }));

const NOT_CANONICAL = 'changed: It is no line of a statement in canonical form.';

describe('a line that can not be read', () => {
  it('is found once, wherever it stands', () => {
    for (const number of [1, 2, 5, 8, 9]) {
      expect(found(changed(number, (text) => `${text} `))).toEqual([`${number} ${NOT_CANONICAL}`]);
    }
    expect(found(inserted(10, 'x'))).toEqual([`10 ${NOT_CANONICAL}`]);
    expect(found([...october, 'x'])).toEqual([`11 ${NOT_CANONICAL}`]);
  });

  it('is one of bytes that are no UTF-8, or that begins with a byte order mark', () => {
    const notUtf8 = (text: string): Buffer => {
      const bytes = Buffer.from(text);
      bytes[bytes.indexOf('"account_id"') + 1] = 0xff;
      return bytes;
    };
    expect(found(changed(4, notUtf8))).toEqual([`4 ${NOT_CANONICAL}`]);
    const inNote = (text: string): Buffer => {
      const bytes = Buffer.from(text);
      bytes[bytes.indexOf('"note":"') + '"note":"'.length] = 0xff;
      return bytes;
    };
    const noted = november.findIndex((text) => text.includes('"note":"'));
    const lines = november.map((text, at) => (at === noted ? inNote(text) : text));
    expect(found(lines)).toEqual([`${noted + 1} ${NOT_CANONICAL}`]);
    expect(found(changed(10, notUtf8))).toContain(`10 ${NOT_CANONICAL}`);
    for (const number of [1, 4, 9])
      expect(found(changed(number, (text) => `\ufeff${text}`))).toEqual([`${number} ${NOT_CANONICAL}`]);
  });

  it('leaves no place for a header behind it', () => {
    expect(found(inserted(1, 'x'))).toEqual([
      `1 ${NOT_CANONICAL}`,
      '2 added: It is a second header, or not where one stands.',
    ]);
  });

  it('is no entry behind the totals', () => {
    expect(found(inserted(10, 'x').toSpliced(6, 1))).toEqual([
      `9 ${NOT_CANONICAL}`,
      '7 dropped: Lines missing before it: 1.',
    ]);
  });

  it('does not hide what was dropped behind it', () => {
    const lines = changed(2, (text) => text.replace(/"leaf":"./, '"leaf":"g'));
    expect(found(lines.toSpliced(5, 1))).toEqual([
      `2 ${NOT_CANONICAL}`,
      '6 dropped: Lines missing before it: 1.',
    ]);
  });
});

describe('a line that stands where none of its kind does', () => {
  it.each([
    ['a charge behind the totals', 10, 4],
    ['a charge behind the head', 11, 4],
  ])('is added: %s', (_, at, number) => {
    expect(found(inserted(at, line(number)))).toEqual([`${at} added: It stands behind the totals.`]);
  });

  it.each([
    ['a second header', 'header', 2, 1],
    ['a header behind the totals', 'header', 10, 1],
    ['second totals', 'totals', 10, 9],
    ['totals behind the head', 'totals', 11, 9],
    ['a second head', 'head', 11, 10],
  ])('is added: %s', (_, kind, at, number) => {
    expect(found(inserted(at, line(number)))).toEqual([
      `${at} added: It is a second ${kind}, or not where one stands.`,
    ]);
  });

  it('is added: totals before the header', () => {
    expect(found(inserted(1, line(9)))[0]).toBe('1 added: It is a second totals, or not where one stands.');
  });
});

describe('a line that was changed or moved', () => {
  it('is told by its leaf', () => {
    expect(found(changed(4, (text) => text.replace('"company_identity":1', '"company_identity":2')))).toEqual(
      ['4 changed: What it says and its salt do not give the leaf that it names.'],
    );
  });

  it('is told by its place', () => {
    const swapped = october.toSpliced(2, 1, line(7)).toSpliced(6, 1, line(3));
    expect(found(swapped)).toEqual([
      '3 reordered: It says that it belongs at line 7.',
      '7 reordered: It says that it belongs at line 3.',
    ]);
    expect(found(october.toSpliced(3, 2))).toEqual(['4 dropped: Lines missing before it: 2.']);
  });

  it('is told beside one that is missing', () => {
    const lines = changed(2, (text) => text.replace('"row":0', '"row":9')).toSpliced(5, 1);
    expect(found(lines)).toEqual([
      '2 changed: What it says and its salt do not give the leaf that it names.',
      '6 dropped: Lines missing before it: 1.',
    ]);
  });

  it('is not looked for under a header that was changed', () => {
    const lines = changed(1, (text) => text.replace('2026-10-31', '2026-10-30')).toSpliced(5, 1);
    expect(found(lines)).toEqual(['1 changed: The header does not say what the signed head says.']);
  });
});

describe('a header', () => {
  const OTHER_TREE = '1 changed: The frontier of the tree before is not of the head that it names.';

  it('names the tree that its frontier gives', () => {
    const frontier = (text: string): string =>
      text.replace(/"frontier":\["[0-9a-f]{2}/, (start) => `${start.slice(0, -2)}00`);
    expect(found([frontier(november[0] ?? ''), ...november.slice(1)])).toEqual([OTHER_TREE]);
  });

  it('may be unreadable, and is told once', () => {
    expect(found(['{}', ...october.slice(1)])).toEqual([`1 ${NOT_CANONICAL}`]);
  });

  it('is missed, where the file begins with a charge', () => {
    expect(found(october.slice(1))).toEqual([
      '1 changed: The header does not say what the signed head says.',
    ]);
  });
});

describe('a head that was signed over other lines', () => {
  const OTHER = '00'.repeat(32);

  const locators = ({ locators: of }: Record<string, unknown>): string[] => [
    OTHER,
    ...(Array.isArray(of) ? of.slice(1).map(String) : []),
  ];

  it.each<[string, (head: Record<string, unknown>) => object]>([
    ['root', () => ({ root: OTHER })],
    ['locators', (head) => ({ locators: locators(head) })],
    ['size', () => ({ entries: 8, tree_size: 8 })],
  ])('has its lines asked which is another, where only its %s shows it', (_, change) => {
    expect(checked(sealed(change))).toMatchObject({ asksLocators: true, check: { findingsTotal: 0 } });
  });

  it('is as it should be, where it was signed over these', () => {
    expect(checked(october)).toMatchObject({ asksLocators: false, check: { findingsTotal: 0 } });
  });

  it('is found by the bytes before it alone', () => {
    expect(found(sealed(() => ({ body_sha256: OTHER })))).toEqual([
      'file changed: The bytes before the head are not those that were signed.',
    ]);
  });

  it('is found by its totals first', () => {
    expect(found(signed(() => ({ totals: { entries: 7 } })))).toEqual([
      '9 changed: The totals are not the sums of the lines before them.',
    ]);
  });
});

describe('a file with more faults than are listed', () => {
  it('has the first hundred of its lines listed, and all counted', () => {
    const junk = Array.from({ length: 150 }, () => 'x');
    const { check } = checked([line(1), ...junk, ...october.slice(1)]);
    expect(check.findings.map((finding) => finding.line)).toEqual(
      junk.slice(50).map((_, index) => index + 2),
    );
    expect(check.findingsTotal).toBeGreaterThanOrEqual(150);
  });

  it('counts lines that are signed and stand there once more as well', () => {
    const again = ({ entries }: Parts): Parts['entries'] => entries.slice(0, 1);
    const { check } = checked(
      signed((parts) => ({
        entries: [...parts.entries, ...Array.from({ length: 150 }, () => again(parts)).flat()],
      })),
    );
    expect(check.findings).toHaveLength(100);
    expect(check.findings[0]).toEqual({
      line: 9,
      code: 'invalid',
      detail: 'It is a line that stands before it once more.',
    });
    expect(check.findingsTotal).toBe(150);
  });
});

it('is a file of nothing, which is cut off', () => {
  expect(fileOf([])).toBe('\n');
  expect(found([])).toEqual(['file cut_off: The file has no signed head at its end.']);
});
