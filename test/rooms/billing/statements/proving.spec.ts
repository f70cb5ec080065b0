/** What statements prove, and files that can't: each refusal is one sentence, whatever the file holds. */
import {
  NoProofError,
  checkProof,
  proveLine,
  proveSince,
} from '../../../../packages/statement-check/src/check/proof.js';
import { twoMonths } from '../../../support/statements/statement-months.js';
import {
  KEY_OF_TESTS,
  StatementFiles,
  TRUSTED,
  aStatement,
  fileOf,
} from '../../../support/statements/statements.js';
import { forAllTests } from '../../../support/worlds/for-each-test.js';
import { edited, months, replaced, type Months } from './cases.js';

const files = forAllTests(() => new StatementFiles());
let all: Months;
beforeAll(async () => {
  all = await months();
});

/** What is refused, without the file's name. */
async function refusal(
  proving: (path: string) => Promise<unknown>,
  lines: readonly string[],
): Promise<string> {
  const path = files.write(fileOf(lines));
  const error: unknown = await proving(path).catch((thrown: unknown) => thrown);
  if (!(error instanceof NoProofError)) throw new Error(`it is not refused: ${String(error)}`);
  expect(error.name).toBe('NoProofError');
  return error.message.replace(path, 'it');
}
const line =
  (number: number) =>
  (path: string): Promise<unknown> =>
    proveLine(path, number);

describe('a line is proved by', () => {
  test.each<readonly [what: string, made: (of: Months) => readonly string[]]>([
    ['one without a header', ({ october }) => october.slice(1)],
    ['one whose header can not be read', ({ october }) => replaced(october, 1, '{}')],
    ['one without its signed head', ({ october }) => october.slice(0, -1)],
    ['one that ends in what can not be read', ({ october }) => [...october, '{}']],
    ['an empty one', () => []],
  ])('no file that is no statement: %s', async (_what, made) => {
    expect(await refusal(line(3), made(all))).toBe('it is no statement');
  });

  test.each([
    ['the header', 1],
    ['the totals', 9],
    ['the head', 10],
    ['a line that is not there', 11],
  ])('none but a charge or an adjustment: %s', async (_what, number) => {
    expect(await refusal(line(number), all.october)).toBe(
      `line ${number} of it is none of a charge or an adjustment: those are lines 2 to 8`,
    );
  });

  test('none that can not be read', async () => {
    expect(await refusal(line(3), replaced(all.october, 3, '{}'))).toMatch(
      /^line 3 of it is none of a charge/,
    );
  });

  test.each<readonly [what: string, made: (of: Months) => readonly string[]]>([
    ['is gone', ({ october }) => october.filter((_, at) => at !== 4)],
    ['can not be read', ({ october }) => replaced(october, 5, '{}')],
    [
      'of the tree before is gone',
      ({ november }) =>
        replaced(november, 1, (november[0] ?? '').replace(/"frontier":\[.*?\]/, '"frontier":[]')),
    ],
  ])('no file of which another %s', async (_what, made) => {
    expect(await refusal(line(3), made(all))).toBe('it has not the lines that its head names');
  });

  test('no line that was changed', async () => {
    const changed = edited(all.october, 3, '"late":false', '"late":true');
    expect(await refusal(line(3), changed)).toBe('it is not as it was signed; statements verify says where');
  });
});

describe('two months are proved by', () => {
  const since = async (november: readonly string[], october: readonly string[]): Promise<string> => {
    const older = files.write(fileOf(october));
    return (await refusal((path) => proveSince(path, older), november)).replace(older, 'the other');
  };

  test.each<readonly [what: string, made: (of: Months) => readonly string[]]>([
    ['is gone', ({ november }) => november.filter((_, at) => at !== 1)],
    ['stands twice', ({ november }) => november.flatMap((each, at) => (at === 1 ? [each, each] : [each]))],
  ])('none of which a line %s', async (_what, made) => {
    expect(await since(made(all), all.october)).toBe('it has not the lines that its head names');
  });

  test('none whose later one names other hashes', async () => {
    const [header = ''] = all.november;
    const changed = replaced(
      all.november,
      1,
      header.replace(/"frontier":\["./, (from) => `${from.slice(0, -1)}${from.endsWith('0') ? '1' : '0'}`),
    );
    expect(await since(changed, all.october)).toBe(
      'it does not go on from the other, or one of them was changed',
    );
  });

  const head = (lines: readonly string[], from: string | RegExp, to: string): readonly string[] =>
    edited(lines, lines.length, from, to);
  const OTHER_ROOT = '"previous_root":"' + '0'.repeat(64);

  test.each<readonly [what: string, told: string, made: (of: Months) => readonly string[]]>([
    [
      'of which one is of another account',
      'the two statements are of different accounts',
      ({ november }) => head(november, '"account_id":1001', '"account_id":1002'),
    ],
    [
      'whose later one is partial',
      'a partial statement has a tree of its own, which nothing goes on from',
      ({ november }) => head(november, '"partial":false', '"partial":true'),
    ],
    [
      'of the same month',
      '2026-10 is not after 2026-10',
      ({ november }) => head(november, '"month":"2026-11"', '"month":"2026-10"'),
    ],
    [
      'whose later one names another root',
      'the statement of 2026-11 goes on from another tree than that of 2026-10',
      ({ november }) => head(november, /"previous_root":"[0-9a-f]{64}/, OTHER_ROOT),
    ],
    [
      'between which one is missing',
      'the statement of 2026-12 goes on from a tree of 9 leaves, that of 2026-10 ends with 7: prove it from the statement just before it',
      ({ december }) => december,
    ],
  ])('none %s', async (_what, told, made) => {
    expect(await since(made(all), all.october)).toBe(told);
  });

  test('none whose earlier one is partial', async () => {
    const partial = head(all.october, '"partial":false', '"partial":true');
    expect(await since(all.november, partial)).toMatch(/^a partial statement has a tree of its own/);
  });

  test('none of which one is no statement', async () => {
    expect(await since(all.november, all.october.slice(0, 3))).toBe('the other is no statement');
  });
});

test('a month goes on from one without a line by no hash at all', async () => {
  const log = await twoMonths();
  const september = await aStatement(log, { month: '2026-09' });
  const october = await aStatement(log, { month: '2026-10', earlier: [september.issued] });
  expect(september.issued.head.tree_size).toBe(0);
  const [older, newer] = [files.write(september.text), files.write(october.text)];
  expect((await proveSince(newer, older)).path).toEqual([]);
});

test('of a proof that proves nothing it is told why', async () => {
  const [october, november] = [files.write(fileOf(all.october)), files.write(fileOf(all.november))];
  const line = await proveLine(october, 4);
  const since = await proveSince(november, october);
  const told = (proof: object, keys = TRUSTED): unknown => checkProof(JSON.stringify(proof), keys)?.findings;
  expect([told(line), told(since)]).toEqual([[], []]);
  expect(told({ ...line, path: [] })).toEqual([
    { line: null, code: 'changed', detail: 'The line and the path do not give the signed head.' },
  ]);
  expect(told({ ...since, path: [] })).toEqual([
    {
      line: null,
      code: 'changed',
      detail: 'The path does not lead from the earlier signed head to the later one.',
    },
  ]);
  expect(told(line, [])).toEqual([
    {
      line: null,
      code: 'unknown_key',
      detail: `The head is signed with key ${KEY_OF_TESTS.key_id}, which is not among those given.`,
    },
  ]);
});
