import fs from 'node:fs';
import { months, type Months } from '../../../test/rooms/billing/statements/cases.js';
import {
  KEY_OF_TESTS,
  StatementFiles,
  TRUSTED,
  fileOf,
} from '../../../test/support/statements/statements.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { PROOF_FORMAT } from '../../../packages/statement-check/src/check/proof.js';
import {
  readTrustedKeys,
  proveStatement,
  verifyStatement,
  type StatementCheckReport,
} from './verify-statement.js';

const files = forEachTest(() => new StatementFiles());
let all: Months;
let october: string;
let november: string;
beforeAll(async () => {
  all = await months();
});
beforeEach(() => {
  [october, november] = [files.write(fileOf(all.october)), files.write(fileOf(all.november))];
});

const verified = (
  file: string,
  onLines: (lines: number) => void = () => undefined,
): Promise<StatementCheckReport> => verifyStatement(file, TRUSTED, onLines);
/** What a report says of the head at the end of these lines. */
const saidOf = (lines: readonly string[]): object => {
  const { head } = JSON.parse(lines.at(-1) ?? '') as { head: Record<string, unknown> };
  const { account_id, month, partial, entries, tree_size, root, issued_at, key_id } = head;
  return { account_id, month, partial, entries, tree_size, root, issued_at, key_id };
};
const NOTHING_SAID = {
  account_id: null,
  month: null,
  partial: null,
  entries: null,
  tree_size: null,
  root: null,
  issued_at: null,
  key_id: null,
  totals: null,
};
const refused = (name: string, code: string): object => ({ name, code });

describe('what is checked', () => {
  it('is told with what its signed head says: a statement', async () => {
    const report = { ok: true, file: october, kind: 'statement', findings: [], findings_total: 0 };
    const totals = {
      adjusted_amount: '0',
      adjusted_units: 0,
      amount: '0.14',
      currency: 'GBP',
      rows: 7,
      units: 11,
    };
    expect(await verified(october)).toEqual({ ...report, ...saidOf(all.october), totals });
  });

  it('is told with what its signed head says, the later one of two: a proof', async () => {
    const inclusion = files.write(JSON.stringify(await proveStatement(october, { line: 2 })));
    const consistency = files.write(JSON.stringify(await proveStatement(november, { since: october })));
    expect(await verified(inclusion)).toMatchObject({ ok: true, kind: 'inclusion', ...saidOf(all.october) });
    expect(await verified(consistency)).toMatchObject({
      ok: true,
      kind: 'consistency',
      ...saidOf(all.november),
    });
  });

  it('says nothing where it has no head', async () => {
    const cut = await verified(files.write(fileOf(all.october.slice(0, 3))));
    expect(cut).toMatchObject({ ok: false, kind: 'statement', findings_total: 1, ...NOTHING_SAID });
    for (const proof of ['inclusion', 'consistency']) {
      const bare = await verified(files.write(JSON.stringify({ format: PROOF_FORMAT, proof })));
      expect(bare).toMatchObject({ ok: false, findings_total: 1, ...NOTHING_SAID });
      expect(bare.findings).toHaveLength(1);
    }
  });

  it('tells from time to time how much of it was read', async () => {
    const told: number[] = [];
    await verified(files.write('\n'.repeat(10_000)), (lines) => told.push(lines));
    expect(told).toEqual([10_000]);
  });
});

it('a file that is none is refused', async () => {
  for (const path of [`${october}.not-there`, __dirname]) {
    await expect(verified(path)).rejects.toMatchObject(refused('WrongRequest', 'no_file'));
    await expect(proveStatement(path, { line: 2 })).rejects.toMatchObject(refused('WrongRequest', 'no_file'));
    await expect(proveStatement(november, { since: path })).rejects.toMatchObject(
      refused('WrongRequest', 'no_file'),
    );
  }
});

it('what can not be proved is told in a sentence', async () => {
  const nothing = proveStatement(october, { line: 1 });
  await expect(nothing).rejects.toMatchObject(refused('NotDone', 'no_proof'));
  await expect(nothing).rejects.toThrow(/lines 2 to \d+\.$/);
  await expect(proveStatement(october, { since: november })).rejects.toMatchObject(
    refused('NotDone', 'no_proof'),
  );
});

it('a file that can not be read is told as what it is', async () => {
  jest.spyOn(fs, 'createReadStream').mockImplementation(() => {
    throw new Error('EIO: i/o error');
  });
  await expect(proveStatement(october, { line: 2 })).rejects.toThrow(/^EIO: i\/o error$/);
  jest.restoreAllMocks();
});

it('keys are read from a file, or from the text itself', () => {
  const keys = [{ key_id: KEY_OF_TESTS.key_id, public_key: KEY_OF_TESTS.public_key }];
  expect(readTrustedKeys(KEY_OF_TESTS.public_key)).toEqual(keys);
  expect(readTrustedKeys(files.write(KEY_OF_TESTS.public_key))).toEqual(keys);
  expect(() => readTrustedKeys('no key')).toThrow('That is no public key of Ed25519');
});
