import 'reflect-metadata';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  canonical,
  openNote,
  receiptKeysIn,
  verifierOf,
  type Entry,
} from '../../../test/support/heads/outside-checker.js';
import { HEADS_CONTEXT, entriesIn } from '../../../test/support/heads/logs-of-heads.js';
import { sealed } from '../../../test/support/seals/sealed-logs.js';
import { diesAt, momentsOf } from '../../../test/support/stores/stopped-process.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { RECEIPTS, loadSigningKey } from '../../billing/statements/signing-keys.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { newPrivateKey, signingKey } from '../../../packages/statement-check/src/format/signature.js';
import { receiptVkey } from '../../heads/entries.js';
import { headLogger } from '../../heads/head-logger.js';
import type { Settings } from '../../settings/settings.js';
import { verifyLog } from '../../verify/verify-log.js';
import type { OperatorServices } from '../operator.js';
import { replaceReceiptKey } from './replace-keys.js';

const world = forEachTest(operatorWorld);
const store = () => world.operator.stores.eventStore;
const logAll = (): Promise<unknown> =>
  headLogger(world.settings, { store: store(), clock: systemClock, entropy: systemEntropy() }).catchUp(
    HEADS_CONTEXT,
  );
const entries = async (): Promise<Entry[]> => await entriesIn(store());
const inPlace = (settings: Settings = world.settings): string =>
  receiptVkey(loadSigningKey(settings.receiptKey, RECEIPTS));
const withSettings = (settings: Partial<Settings>): OperatorServices => ({
  ...world.operator,
  settings: { ...world.settings, ...settings },
});
async function expectSound(): Promise<void> {
  await logAll();
  const all = await entries();
  const { heads } = await verifyLog({ eventStore: store(), readModels: null });
  expect(heads).toMatchObject({ ok: true, size: all.length, unlogged: 0 });
}

beforeEach(async () => {
  await world.log.openAccount();
  await sealed(store());
});

it('an entry that the key of checkpoints signs names the new key behind the old one, which takes its place', async () => {
  await logAll();
  const before = inPlace();
  const first = await replaceReceiptKey(world.operator);
  expect(first).toEqual({ vkey: inPlace(), retired: [before] });
  const second = await replaceReceiptKey(world.operator);
  expect(second).toEqual({ vkey: inPlace(), retired: [before, first.vkey] });
  const all = await entries();
  expect(all.map(({ kind }) => kind)).toEqual(['key_set', 'seal', 'key_set', 'key_set']);
  expect(receiptKeysIn(all.slice(-1))).toEqual([before, first.vkey, second.vkey]);
  const checkpoint = (all[0]?.['keys'] as { vkey: string }[])[0]?.vkey ?? '';
  for (const { signed_by, ...signed } of all.slice(2))
    openNote(`${canonical(signed)}\n\n${String(signed_by)}\n`, verifierOf(checkpoint));
  expect(existsSync(`${(world.settings.receiptKey as { file: string }).file}.next`)).toBe(false);
  await expectSound();
});

it('a key that was given to the machine is taken as it stands, and never the same twice', async () => {
  await logAll();
  const before = inPlace();
  const receiptKey = { from: 'environment', pem: newPrivateKey() } as const;
  const operator = withSettings({ receiptKey });
  const given = receiptVkey(signingKey(receiptKey.pem));
  expect(await replaceReceiptKey(operator)).toEqual({ vkey: given, retired: [before] });
  await expect(replaceReceiptKey(operator)).rejects.toMatchObject({
    code: 'key_mounted',
    message: expect.stringContaining('RECEIPT_KEY') as unknown,
  });
  // The file has the key that was replaced: it is not named again, but replaced by a new one.
  const { vkey, retired } = await replaceReceiptKey(world.operator);
  expect([retired, [before, given].includes(vkey)]).toEqual([[before, given], false]);
  await expectSound();
});

it('a replaced key that lies there as the next one never signs again', async () => {
  await logAll();
  const { file } = world.settings.receiptKey as { file: string };
  const first = readFileSync(file, 'utf8');
  const { vkey } = await replaceReceiptKey(world.operator);
  writeFileSync(`${file}.next`, first);
  await expect(replaceReceiptKey(world.operator)).rejects.toMatchObject({
    code: 'key_retired',
    message: expect.stringContaining('ends in .next. Remove that file') as unknown,
  });
  expect([receiptKeysIn((await entries()).slice(-1)).at(-1), inPlace()]).toEqual([vkey, vkey]);
  rmSync(`${file}.next`);
  expect((await replaceReceiptKey(world.operator)).retired.at(-1)).toBe(vkey);
  await expectSound();
});

it('is refused before the log of heads begins, and with another key of checkpoints than it names', async () => {
  await expect(replaceReceiptKey(world.operator)).rejects.toMatchObject({ code: 'no_log_of_heads' });
  await logAll();
  const checkpointKey = { from: 'environment', pem: newPrivateKey() } as const;
  await expect(replaceReceiptKey(withSettings({ checkpointKey }))).rejects.toMatchObject({
    code: 'other_key',
  });
  await expectSound();
  expect(await entries()).toHaveLength(2);
});

it('killed at any await it goes on with the same key, and names none twice', async () => {
  await logAll();
  let replaced = 1;
  const replace = (moment: Parameters<typeof diesAt>[0]): Promise<number> =>
    diesAt(moment, (process) => {
      const eventStore = process.port(store());
      return replaceReceiptKey({ ...world.operator, stores: { ...world.operator.stores, eventStore } });
    });
  const calls = await replace(null);
  for (const moment of momentsOf(calls)) {
    const named = receiptKeysIn((await entries()).slice(-1));
    await replace(moment);
    const { retired, vkey } = await replaceReceiptKey(world.operator);
    expect([retired, vkey]).toEqual([named, inPlace()]);
    replaced += 1;
  }
  expect(receiptKeysIn((await entries()).slice(-1))).toHaveLength(replaced + 1);
  await expectSound();
});
