import 'reflect-metadata';
import fs, { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  canonical,
  openCheckpoint,
  openNote,
  verifierOf,
  type Entry,
} from '../../../test/support/heads/outside-checker.js';
import { HEADS_CONTEXT, entriesIn } from '../../../test/support/heads/logs-of-heads.js';
import { sealed } from '../../../test/support/seals/sealed-logs.js';
import { FaultyEventStore, failWrite, type Fault } from '../../../test/support/stores/faulty-event-store.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { newPrivateKey } from '../../../packages/statement-check/src/format/signature.js';
import { headLogger } from '../../heads/head-logger.js';
import { PublishedHeads } from '../../heads/published-heads.js';
import { verifyLog } from '../../verify/verify-log.js';
import type { OperatorServices } from '../operator.js';
import { replaceCheckpointKey } from './replace-keys.js';

const world = forEachTest(operatorWorld);
const store = () => world.operator.stores.eventStore;
const logAll = (): Promise<unknown> =>
  headLogger(world.settings, { store: store(), clock: systemClock, entropy: systemEntropy() }).catchUp(
    HEADS_CONTEXT,
  );
const entries = async (): Promise<Entry[]> => await entriesIn(store());
const vkeyIn = (entry: Entry | undefined): string =>
  (entry?.['keys'] as { use: string; vkey: string }[]).find(({ use }) => use === 'checkpoint')?.vkey ?? '';
async function checkpoint(): Promise<string> {
  const heads = new PublishedHeads(store(), world.settings);
  await heads.view.follow();
  return heads.checkpoint() ?? 'none';
}
const SAME_NAME = { isLost: false, origin: null };

beforeEach(async () => {
  await world.log.openAccount();
  await sealed(store());
  await logAll();
});

it('the old key signs the new one, which signs from then on', async () => {
  const [first] = await entries();
  const { vkey } = await replaceCheckpointKey(world.operator, SAME_NAME);
  const last = (await entries()).at(-1);
  const { signed_by, ...signed } = last ?? { signed_by: '' };
  expect(vkeyIn(last)).toBe(vkey);
  expect(vkey).not.toBe(vkeyIn(first));
  openNote(`${canonical(signed)}\n\n${String(signed_by)}\n`, verifierOf(vkeyIn(first)));
  expect(openCheckpoint(await checkpoint(), vkey).size).toBe(3);
  expect(existsSync(`${(world.settings.checkpointKey as { file: string }).file}.next`)).toBe(false);
  await logAll();
  expect(await entries()).toHaveLength(3);
  expect((await verifyLog({ eventStore: store(), readModels: null })).heads).toMatchObject({
    ok: true,
    size: 3,
  });
});

it('after a restore the log goes on under another name, with all that was left of it', async () => {
  const before = await entries();
  const old = openCheckpoint(await checkpoint(), vkeyIn(before[0]));
  const origin = { name: 'api.example.com/log2', why: 'Restored the copy of Monday.' };
  const { vkey } = await replaceCheckpointKey(world.operator, { isLost: false, origin });
  const after = await entries();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after[before.length]).toMatchObject({
    kind: 'origin',
    was: old.origin,
    size: old.size,
    root: old.root.toString('hex'),
    why: origin.why,
  });
  expect(after.slice(before.length).map(({ kind }) => kind)).toEqual(['origin', 'key_set']);
  expect(openCheckpoint(await checkpoint(), vkey)).toMatchObject({ origin: origin.name, size: 4 });
  await logAll();
  expect(await entries()).toHaveLength(4);
  expect((await verifyLog({ eventStore: store(), readModels: null })).heads).toMatchObject({
    ok: true,
    size: 4,
  });
});

it('a lost key is replaced by one that nobody signs', async () => {
  const checkpointKey = { from: 'environment', pem: newPrivateKey() } as const;
  const operator: OperatorServices = { ...world.operator, settings: { ...world.settings, checkpointKey } };
  await expect(replaceCheckpointKey(operator, SAME_NAME)).rejects.toMatchObject({ code: 'key_mounted' });
  const { vkey } = await replaceCheckpointKey(operator, { isLost: true, origin: null });
  const last = (await entries()).at(-1);
  expect([vkeyIn(last), last?.['signed_by']]).toEqual([vkey, null]);
});

it('a lost file is replaced, though nothing is in its place', async () => {
  const { file } = world.settings.checkpointKey as { file: string };
  rmSync(file);
  const { vkey } = await replaceCheckpointKey(world.operator, { isLost: true, origin: null });
  expect([vkeyIn((await entries()).at(-1)), openCheckpoint(await checkpoint(), vkey).size]).toEqual([
    vkey,
    3,
  ]);
});

describe('a key file that every machine was given, and none can replace', () => {
  const given = (file: string): OperatorServices => ({
    ...world.operator,
    settings: { ...world.settings, checkpointKey: { from: 'file', file, createIfMissing: false } },
  });
  let next = '';
  beforeEach(() => {
    next = join(world.settings.dataDir, 'next.pem');
    writeFileSync(next, newPrivateKey(), { mode: 0o600 });
    jest.spyOn(fs, 'linkSync').mockImplementation(() => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it('is replaced by what is in its place, which the old key signs where it is named', async () => {
    const { file } = world.settings.checkpointKey as { file: string };
    const [first] = await entries();
    await expect(replaceCheckpointKey(given(next), SAME_NAME)).rejects.toMatchObject({
      code: 'key_mounted',
      message: expect.stringContaining('--old-key') as unknown,
    });
    const { vkey } = await replaceCheckpointKey(given(next), { ...SAME_NAME, oldKeyFile: file });
    const last = (await entries()).at(-1);
    const { signed_by, ...signed } = last ?? { signed_by: '' };
    openNote(`${canonical(signed)}\n\n${String(signed_by)}\n`, verifierOf(vkeyIn(first)));
    expect([
      vkeyIn(last),
      (await replaceCheckpointKey(given(next), { ...SAME_NAME, oldKeyFile: file })).vkey,
    ]).toEqual([vkey, vkey]);
    expect(await entries()).toHaveLength(3);
  });

  it('is replaced by what is in its place, which nobody signs, where the old one is lost', async () => {
    const { vkey } = await replaceCheckpointKey(given(next), { isLost: true, origin: null });
    const last = (await entries()).at(-1);
    expect([vkeyIn(last), last?.['signed_by']]).toEqual([vkey, null]);
  });

  it('the file of the old key must hold the key that the log names', async () => {
    const asked = (oldKeyFile: string) => replaceCheckpointKey(given(next), { ...SAME_NAME, oldKeyFile });
    await expect(asked(join(world.settings.dataDir, 'none.pem'))).rejects.toMatchObject({
      code: 'invalid_key',
    });
    const other = join(world.settings.dataDir, 'other.pem');
    writeFileSync(other, newPrivateKey());
    await expect(asked(other)).rejects.toMatchObject({ code: 'other_key' });
    expect(await entries()).toHaveLength(2);
  });
});

it('refuses the name that the log goes by: after a restore it would go on as if it were the same log', async () => {
  const [name = ''] = vkeyIn((await entries())[0]).split('+');
  const asked = { isLost: false, origin: { name, why: 'x' } };
  await expect(replaceCheckpointKey(world.operator, asked)).rejects.toMatchObject({ code: 'same_origin' });
  expect(await entries()).toHaveLength(2);
});

it('refuses a reason that fits no entry', async () => {
  const origin = { name: 'api.example.com/log2', why: 'x'.repeat(65_536) };
  await expect(replaceCheckpointKey(world.operator, { isLost: false, origin })).rejects.toMatchObject({
    code: 'invalid_origin',
  });
});

it.each(['', 'a b', 'a+b', 'a\nb'])('refuses the origin %j', async (name) => {
  const asked = { isLost: false, origin: { name, why: 'x' } };
  await expect(replaceCheckpointKey(world.operator, asked)).rejects.toMatchObject({ code: 'invalid_origin' });
});

it.each<Fault>(['crash_before', 'crash_after', 'unknown_written', 'unavailable'])(
  'a replacement that broke off goes on with the same key: %s',
  async (fault) => {
    const eventStore = new FaultyEventStore(store(), failWrite(0, fault));
    const broken = {
      ...world.operator,
      stores: { ...world.operator.stores, eventStore },
    } as unknown as OperatorServices;
    await replaceCheckpointKey(broken, SAME_NAME).catch(() => undefined);
    if (fault !== 'unknown_written') await replaceCheckpointKey(world.operator, SAME_NAME);
    const all = await entries();
    expect(all.map(({ kind }) => kind)).toEqual(['key_set', 'seal', 'key_set']);
    expect(openCheckpoint(await checkpoint(), vkeyIn(all[2])).size).toBe(3);
  },
);
