import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT, aSubmission } from '../../../test/support/logs/job-builders.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import type { SigningKeySource } from '../../settings/signing-settings.js';
import { issueStatement } from './issue-statements.js';
import { nextSigningKey, replaceKeyByNext, loadSigningKey } from '../../billing/statements/signing-keys.js';
import { listStatementKeys, publicKeySet, rotateStatementKey } from './statement-keys.js';

const world = forEachTest(operatorWorld);
const folder = forEachTest(() => new TemporaryFolder());
let file: string;
let kept: SigningKeySource;
let old: string;

/** A statement is issued, so that the first key is in use. */
beforeEach(async () => {
  file = join(world.settings.dataDir, 'secrets', 'statement-key.pem');
  kept = world.settings.statementKey;
  await world.log.openAccount();
  await world.log.run(aSubmission(1, 1));
  await issueStatement(world.operator, {
    ...{ month: '2026-11', now: new Date('2027-01-05'), onProgress: () => undefined },
    ...{ account: ACCOUNT, file: folder.file('statement') },
  });
  old = loadSigningKey(kept).key_id;
});

const keys = async () =>
  (await listStatementKeys(world.operator)).map(({ key_id, retired_at }) => [key_id, retired_at !== null]);

it('another key signs from now on, and the old one stays known', async () => {
  expect(await keys()).toEqual([[old, false]]);
  const rotated = await rotateStatementKey(world.operator, 'A year has passed.');
  expect(rotated).toEqual({ outcome: 'rotated', key_id: loadSigningKey(kept).key_id, retired: [old] });
  expect(rotated.key_id).not.toBe(old);
  expect(existsSync(`${file}.next`)).toBe(false);
  expect(await keys()).toEqual([
    [old, true],
    [rotated.key_id, false],
  ]);
  const { keys: published } = await publicKeySet(world.operator);
  expect(published.map(({ kid, retired_at }) => [kid, retired_at !== null])).toEqual(await keys());
});

it('a rotation that broke off goes on with the key that it had made', async () => {
  const next = nextSigningKey(kept);
  const [oldText, nextText] = [file, `${file}.next`].map((path) => readFileSync(path, 'utf8'));
  const rotated = await rotateStatementKey(world.operator, 'A year has passed.');
  expect(rotated.key_id).toBe(next.key_id);
  writeFileSync(file, oldText ?? '');
  writeFileSync(`${file}.next`, nextText ?? '');
  expect(await rotateStatementKey(world.operator, 'Once more.')).toEqual(rotated);
  expect(await keys()).toHaveLength(2);
});

it('a key that another process has put in place already stays', () => {
  const before = loadSigningKey(kept).key_id;
  replaceKeyByNext(kept);
  expect(loadSigningKey(kept).key_id).toBe(before);
  const nowhere = { from: 'file', file: `${file}/not-a-folder`, createIfMissing: true } as const;
  expect(() => replaceKeyByNext(nowhere)).toThrow('ENOTDIR');
});

it('a file that holds no key is named', () => {
  writeFileSync(file, 'no key');
  expect(() => loadSigningKey(kept)).toThrow(`the key of statements can't be read from ${file}`);
});

it("an operator's own new key takes no other's place: a next key that lies there stays", async () => {
  const next = nextSigningKey(kept);
  writeFileSync(folder.file('own.pem'), '');
  const own = nextSigningKey({ from: 'file', file: folder.file('own.pem'), createIfMissing: true });
  writeFileSync(file, readFileSync(folder.file('own.pem.next'), 'utf8'));
  expect(await rotateStatementKey(world.operator, 'We made one.')).toMatchObject({ key_id: own.key_id });
  expect(loadSigningKey(kept).key_id).toBe(own.key_id);
  expect(existsSync(`${file}.next`)).toBe(true);
  expect(nextSigningKey(kept).key_id).toBe(next.key_id);
});
