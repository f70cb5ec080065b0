/** The log of heads before the witness of `packages/witness`, which shares no code with it. */
import { HEADS_CONTEXT, introduceKey, issued, loggerOn } from '../../test/support/heads/logs-of-heads.js';
import { WitnessServer } from '../../test/support/heads/witness-server.js';
import { MemoryCoordination } from '../../test/support/stores/memory-coordination.js';
import { aLog } from '../../test/support/verified.js';
import { afterThisTest, forEachTest } from '../../test/support/worlds/for-each-test.js';
import { newPrivateKey, signingKey } from '../../packages/statement-check/src/format/signature.js';
import { witnesses as setting } from '../settings/signing-settings.js';
import { checkpointKey } from '../streams/heads/heads.decider.js';
import { PublishedHeads } from './published-heads.js';
import { Witnesses } from './witnesses.js';

const log = forEachTest(aLog);

it('an outside witness cosigns each checkpoint of a log of heads that grows', async () => {
  const pem = newPrivateKey();
  const grow = async (account: number) => {
    await issued(log, account, '2026-10');
    return loggerOn(log.store, { key: () => signingKey(pem) }).catchUp(HEADS_CONTEXT);
  };
  await introduceKey(log);
  const vkey = checkpointKey(await grow(1001)) ?? '';
  const witness = await WitnessServer.start(vkey);
  afterThisTest(() => witness.stop());
  const warned: object[] = [];
  const ports = {
    heads: new PublishedHeads(log.store, { checkpointKey: { from: 'environment', pem } }),
    coordination: new MemoryCoordination(),
    log: { warn: (fields: object) => void warned.push(fields) },
  };
  for (const account of [1002, 1003, 1004]) {
    // Each is another process, which has to learn where the witness stands.
    await new Witnesses(setting.parse(witness.setting), ports).show(new AbortController().signal);
    await grow(account);
  }
  expect(warned).toEqual([]);
  const origin = vkey.slice(0, vkey.indexOf('+'));
  expect(witness.entries).toEqual(['3', '4', '5'].map((size) => ({ cosigned: origin, size })));
});
