import 'reflect-metadata';
import { createHash, createHmac } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import {
  canonical,
  leafOf,
  openCheckpoint,
  rootByPath,
} from '../../../test/support/heads/outside-checker.js';
import { entriesIn } from '../../../test/support/heads/logs-of-heads.js';
import { ACCOUNT, aSubmission } from '../../../test/support/logs/job-builders.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import type { HeadProof } from '../../heads/published-heads.js';
import { HeadProofs, proofFileOf } from './head-proofs.js';
import { issueStatement } from './issue-statements.js';

const world = forEachTest(operatorWorld);
const folder = forEachTest(() => new TemporaryFolder());
const month = '2026-11';
const statement = { account: ACCOUNT, month };

beforeEach(async () => {
  await world.log.openAccount();
  await world.log.run(aSubmission(2, 2));
});
const issue = (): Promise<unknown> =>
  issueStatement(world.operator, {
    ...statement,
    now: new Date('2027-01-05T00:00:00.000Z'),
    file: folder.file('a'),
    onProgress: () => undefined,
  });

/** What a customer does with the file of a statement, the proof beside it and the key. */
function check(
  file: string,
  { entry, index, salt, month_key, path, checkpoint }: HeadProof,
  vkey: string,
): void {
  const { head } = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '') as {
    head: object;
  };
  const [saltBytes, key] = [Buffer.from(salt, 'hex'), Buffer.from(month_key, 'hex')];
  expect(entry).toMatchObject({
    kind: 'statement',
    month,
    head: createHash('sha256').update(saltBytes).update(canonical(head)).digest('hex'),
    slot: createHmac('sha256', key).update(`${ACCOUNT}/${month}`).digest('hex'),
  });
  const { size, root } = openCheckpoint(checkpoint, vkey);
  const hashes = path.map((hash) => Buffer.from(hash, 'hex'));
  expect(rootByPath(leafOf(canonical(entry)), index, size, hashes)).toEqual(root);
}

it('a proof is written beside a statement, holds with the statement alone, and is private', async () => {
  await issue();
  const before = readFileSync(folder.file('a'));
  const file = await new HeadProofs(world.operator).write(statement, folder.file('a'));
  expect([file, readFileSync(folder.file('a')).equals(before)]).toEqual([
    proofFileOf(folder.file('a')),
    true,
  ]);
  expect(statSync(file ?? '').mode & 0o777).toBe(0o600);
  const [keys] = await entriesIn(world.operator.stores.eventStore);
  const vkey = keys?.kind === 'key_set' ? (keys.keys[0]?.vkey ?? '') : '';
  check(folder.file('a'), JSON.parse(readFileSync(file ?? '', 'utf8')) as HeadProof, vkey);
  const proof = await new HeadProofs(world.operator).proofOf(statement);
  expect(Object.keys(proof)).toEqual(['entry', 'index', 'path', 'checkpoint', 'salt', 'month_key']);
  check(folder.file('a'), proof, vkey);
});

it('a month without a complete statement has none', async () => {
  await expect(new HeadProofs(world.operator).proofOf(statement)).rejects.toMatchObject({
    code: 'no_statement',
  });
});

it('a machine without the key of checkpoints writes none, and says why where one is asked for', async () => {
  await issue();
  const settings = { ...world.settings, checkpointKey: { from: 'nowhere', unusedFile: '/missing' } as const };
  const proofs = new HeadProofs({ ...world.operator, settings });
  expect(await proofs.write(statement, folder.file('a'))).toBeNull();
  expect(existsSync(proofFileOf(folder.file('a')))).toBe(false);
  await expect(proofs.proofOf(statement)).rejects.toMatchObject({
    code: 'no_checkpoint_key',
    message: expect.stringContaining('CHECKPOINT_KEY_FILE') as unknown,
  });
});
