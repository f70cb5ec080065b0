import fc from 'fast-check';
import {
  KEY_OF_TESTS,
  LEAF_SECRET,
  TRUSTED,
  aStatement,
  fileOf,
  linesOf,
  type WrittenForTest,
} from '../../../../test/support/statements/statements.js';
import {
  PRICES_BY_DECEMBER,
  decemberStatement,
  twoMonths,
  twoStatements,
  withDecember,
} from '../../../../test/support/statements/statement-months.js';
import { linesOfBytes } from '../../../platform/src/files/lines-of-bytes.js';
import { canonicalJson } from '../format/facts.js';
import { leafOf, lineText, leafSalt } from '../format/leaf.js';
import { newPrivateKey, signingKey } from '../format/signature.js';
import { headText, signedBytes } from '../format/head.js';
import { checkStatementFile, type CheckedFile } from './check-file.js';
import { parseStatementLine } from './parse-line.js';
import { parseKeys, publishedKey } from './public-keys.js';
import { LineChecker } from './line-checker.js';

let october: WrittenForTest;
let november: WrittenForTest;
let december: WrittenForTest;

beforeAll(async () => {
  const log = await withDecember(await twoMonths());
  [october, november] = await twoStatements(log);
  december = await decemberStatement(log, [october.issued, november.issued]);
});

function fileWith(text: string | Uint8Array): CheckedFile {
  const bytes = Buffer.from(text);
  return { size: bytes.length, lines: () => linesOfBytes([bytes]) };
}

/** What is found in a file, as `line code`. */
async function found(text: string | Uint8Array, keys = TRUSTED): Promise<string[]> {
  const { findings, findingsTotal } = await checkStatementFile(fileWith(text), keys);
  expect(findingsTotal).toBe(findings.length);
  return findings.map(({ line, code }) => `${line ?? 'file'} ${code}`);
}

const changed = (lines: readonly string[], number: number, change: (line: string) => string): string[] =>
  lines.map((line, index) => (index === number - 1 ? change(line) : line));

/** The line with another fact, and everything in it that is not signed made to agree. */
function forged(line: string, change: (fact: Record<string, unknown>) => object, index?: number): string {
  const parsed = parseStatementLine(line);
  if (parsed?.kind !== 'charge') throw new Error('this is no line of a charge');
  const text = canonicalJson(change({ ...parsed.fact }));
  const { kind, salt } = parsed;
  const leaf = leafOf(kind, text, salt).toString('hex');
  return lineText({ kind, text, index: index ?? parsed.index, leaf, salt });
}

/** The lines of charges numbered anew from the first one's place on. */
const renumbered = (lines: readonly string[], first = 0): string[] =>
  lines.map((line, number) => {
    const parsed = parseStatementLine(line);
    return parsed?.kind === 'charge' ? forged(line, (fact) => fact, first + number - 1) : line;
  });

describe('a statement as it was signed', () => {
  it('is whole, whichever month it is of', async () => {
    expect(await found(october.text)).toEqual([]);
    expect(await found(november.text)).toEqual([]);
    expect(await found(december.text)).toEqual([]);
  });

  it('says every charge and adjustment of its month', () => {
    expect(october.issued).toMatchObject({
      head: { entries: 7, tree_size: 7, previous_tree_size: 0 },
      totals: {
        rows: 7,
        units: 11,
        currency: 'GBP',
        amount: '0.14',
        adjusted_units: 0,
        adjusted_amount: '0',
      },
    });
    expect(november.issued).toMatchObject({
      head: { entries: 2, tree_size: 9, previous_tree_size: 7, previous_root: october.issued.head.root },
      totals: {
        rows: 0,
        units: 1,
        currency: 'GBP',
        amount: '0.015',
        adjusted_units: -2,
        adjusted_amount: '-0.02',
      },
    });
  });

  it('prices what is taken back as the charges are, whatever was agreed in between', () => {
    // Four rows at 0.50 and 0.015, taken back at 0.02 and 0.015; a goodwill of October that was reversed.
    expect(december.issued.totals).toEqual({
      rows: 4,
      units: 8,
      adjusted_units: -8,
      currency: 'GBP',
      amount: '2.06',
      adjusted_amount: '-2.06',
    });
    const taken = parseStatementLine(linesOf(december.text)[5] ?? '');
    expect(taken).toMatchObject({
      kind: 'adjustment',
      fact: {
        amount: '-2.06',
        units: { company_identity: -4, industry: -4 },
        days: [
          {
            date: '2026-12-05',
            prices: { company_identity: '0.50', industry: '0.015' },
            units: { company_identity: -4, industry: -4 },
          },
        ],
      },
    });
  });

  it('has the amounts of the events where it was issued in the first format', async () => {
    const log = await withDecember(await twoMonths());
    const [first, second] = await twoStatements(log, 'company-data-statement-1');
    const of = { month: '2026-12', agreements: PRICES_BY_DECEMBER, earlier: [first.issued, second.issued] };
    const old = await aStatement(log, { ...of, format: 'company-data-statement-1' });
    expect(old.issued.totals).toMatchObject({ amount: '2.06', adjusted_units: -8, adjusted_amount: '-0.14' });
    expect(await found(old.text)).toEqual([]);
  });

  it('has salts that follow from the secret of the account and the id of the charge', () => {
    const line = parseStatementLine(linesOf(october.text)[1] ?? '');
    if (line?.kind !== 'charge') throw new Error('line 2 is no charge');
    expect(line.salt).toBe(leafSalt(Buffer.from(LEAF_SECRET, 'hex'), line.fact.charge_id));
  });
});

describe('a statement with a line that was', () => {
  const of = (): string[] => linesOf(october.text);

  it('changed, names it', async () => {
    expect(
      await found(
        fileOf(changed(of(), 4, (line) => line.replace('"company_identity":1', '"company_identity":2'))),
      ),
    ).toEqual(['4 changed']);
    expect(await found(fileOf(changed(of(), 3, (line) => line.replace('"row":1', '"row":9'))))).toEqual([
      '3 changed',
    ]);
    expect(
      await found(fileOf(changed(of(), 1, (line) => line.replace('"2026-10-01"', '"2026-10-02"')))),
    ).toEqual(['1 changed']);
    expect(await found(fileOf(changed(of(), 9, (line) => line.replace('"rows":7', '"rows":8'))))).toEqual([
      '9 changed',
    ]);
    expect(
      await found(fileOf(changed(of(), 10, (line) => line.replace('"entries":7', '"entries":8')))),
    ).toContain('10 not_signed');
  });

  it('written in another way, names it', async () => {
    expect(await found(fileOf(changed(of(), 5, (line) => line.replace(':', ': '))))).toEqual(['5 changed']);
    expect(await found(fileOf(changed(of(), 5, (line) => `${line} `)))).toEqual(['5 changed']);
    expect(
      await found(
        fileOf(changed(of(), 5, (line) => line.replace('"salt":"', '"salt":"A').replace(/.("\})$/, '$1'))),
      ),
    ).toEqual(['5 changed']);
    expect(await found(of().join('\n'))).toEqual(['10 changed']);
    expect(await found(`${october.text}\n`)).toEqual(['11 changed']);
  });

  it.each([2, 5, 8])('dropped, names where: line %i', async (number) => {
    const lines = of();
    lines.splice(number - 1, 1);
    expect(await found(fileOf(lines))).toEqual([`${number} dropped`]);
  });

  it('dropped several times, names each', async () => {
    const lines = of().filter((_, index) => ![2, 3, 6].includes(index));
    expect(await found(fileOf(lines))).toEqual(['3 dropped', '5 dropped']);
    const cut = of().filter((_, index) => index < 4 || index > 7);
    expect(await found(fileOf(cut))).toEqual(['5 dropped']);
  });

  it.each([3, 8])('doubled, names it: line %i', async (number) => {
    const lines = of();
    lines.splice(number, 0, lines[number - 1] ?? '');
    expect(await found(fileOf(lines))).toEqual([`${number + 1} added`]);
  });

  it.each([
    [2, 3],
    [3, 7],
    [2, 8],
  ])('swapped, names both: lines %i and %i', async (one, other) => {
    const lines = of();
    [lines[one - 1], lines[other - 1]] = [lines[other - 1] ?? '', lines[one - 1] ?? ''];
    expect(await found(fileOf(lines))).toEqual([`${one} reordered`, `${other} reordered`]);
  });

  it('put behind the totals, or totals that are gone, are named', async () => {
    const lines = of();
    expect(await found(fileOf([...lines.slice(0, 9), lines[3] ?? '', ...lines.slice(9)]))).toContain(
      '10 added',
    );
    expect(await found(fileOf(lines.filter((_, index) => index !== 8)))).toContain('9 dropped');
    expect(await found(fileOf(lines.slice(1)))).toContain('1 changed');
  });

  it('cut off, says so', async () => {
    expect(await found(fileOf(of().slice(0, 5)))).toEqual(['file cut_off']);
    expect(await found('')).toEqual(['file cut_off']);
  });
});

describe('a statement in which everything unsigned was made to agree', () => {
  const of = (): string[] => linesOf(october.text);

  it.each([2, 4, 8])('names the line that was changed: %i', async (number) => {
    const lines = changed(of(), number, (line) =>
      forged(line, (fact) => ({ ...fact, company_number: '99999999' })),
    );
    expect(await found(fileOf(lines))).toEqual([`${number} changed`]);
  });

  it.each([2, 5, 8])('names where a line was dropped: %i', async (number) => {
    const lines = renumbered(of().filter((_, index) => index !== number - 1));
    expect(await found(fileOf(lines))).toEqual([`${number} dropped`]);
  });

  it.each([2, 5, 9])('names the line that was added: %i', async (number) => {
    const lines = of();
    lines.splice(
      number - 1,
      0,
      forged(lines[1] ?? '', (fact) => ({ ...fact, row: 77 })),
    );
    expect(await found(fileOf(renumbered(lines)))).toEqual([`${number} added`]);
  });

  it('names the lines that were swapped', async () => {
    const lines = of();
    [lines[2], lines[6]] = [lines[6] ?? '', lines[2] ?? ''];
    expect(await found(fileOf(renumbered(lines)))).toEqual(['3 reordered', '7 reordered']);
  });

  it.each([[[3]], [[3, 4]]])('says that lines are missing where it can not tell which: %p', async (gone) => {
    const touched = changed(of(), 6, (line) => forged(line, (fact) => ({ ...fact, row: 77 })));
    const lines = renumbered(touched.filter((_, index) => !gone.includes(index + 1)));
    expect(await found(fileOf(lines))).toEqual([`${9 - gone.length} dropped`]);
  });

  it('says that more than one was changed where it can name none', async () => {
    let lines = of();
    for (const number of [2, 3, 5])
      lines = changed(lines, number, (line) => forged(line, (fact) => ({ ...fact, row: 70 + number })));
    expect(await found(fileOf(lines))).toEqual(['file changed']);
  });
});

describe('a statement that was signed with another key', () => {
  const other = signingKey(newPrivateKey());
  const resigned = (): string => {
    const head = { ...october.issued.head, key_id: other.key_id };
    return fileOf([...linesOf(october.text).slice(0, -1), headText(head, other.sign(signedBytes(head)))]);
  };

  it('is refused', async () => {
    expect(await found(resigned())).toEqual(['10 unknown_key']);
    expect(await found(resigned(), [other])).toEqual([]);
    expect(await found(october.text, [])).toEqual(['10 unknown_key']);
    expect(await found(october.text, [{ ...other, key_id: KEY_OF_TESTS.key_id }])).toEqual(['10 not_signed']);
  });
});

it('tells from time to time how many lines were read', async () => {
  const told: number[] = [];
  await checkStatementFile(fileWith('\n'.repeat(20_001)), TRUSTED, (lines) => told.push(lines));
  expect(told).toEqual([10_000, 20_000]);
});

it('takes no key from a set in which a name stands twice', () => {
  const { x } = publishedKey({ ...KEY_OF_TESTS, introduced_at: '', retired_at: null });
  const setOf = (names: string): string => `{"keys":[{"kty":"OKP","crv":"Ed25519",${names}}]}`;
  expect(parseKeys(setOf(`"x":"${x}"`))).toHaveLength(1);
  expect(parseKeys(setOf(`"x":"${x}","x":"${x.replace(/^./, 'A')}"`))).toBeNull();
});

it('is refused whichever single byte of it is changed, added or taken away', () => {
  const bytes = Buffer.concat([Buffer.from(november.text)]);
  const holds = (text: Buffer): boolean => {
    const check = new LineChecker(TRUSTED);
    const lines = text
      .toString('latin1')
      .split('\n')
      .map((line) => Buffer.from(line, 'latin1'));
    const last = lines.pop();
    for (const line of last === undefined || last.length === 0 ? lines : [...lines, last])
      check.addLine(line);
    return !check.end(text.length) && check.findingsTotal === 0;
  };
  expect(holds(bytes)).toBe(true);
  const place = fc.nat(bytes.length - 1);
  fc.assert(
    fc.property(place, fc.integer({ min: 1, max: 255 }), (at, by) => {
      const other = Buffer.from(bytes);
      other[at] = (other[at] ?? 0) ^ by;
      expect(holds(other)).toBe(false);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(place, fc.nat(255), (at, byte) => {
      expect(holds(Buffer.concat([bytes.subarray(0, at), Buffer.of(byte), bytes.subarray(at)]))).toBe(false);
      expect(holds(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]))).toBe(false);
    }),
    { numRuns: 150 },
  );
});
