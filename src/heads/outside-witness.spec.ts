/** The log of heads before the witness of `packages/witness`, which shares no code with it. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cosigner } from '../../packages/witness/src/cosigner.js';
import { parseLogs } from '../../packages/witness/src/logs.js';
import { serverOf } from '../../packages/witness/src/server.js';
import { StateFile } from '../../packages/witness/src/state-file.js';
import { Witness } from '../../packages/witness/src/witness.js';
import { HEADS_CONTEXT, introduceKey, issued, loggerOn } from '../../test/support/heads/logs-of-heads.js';
import { MemoryCoordination } from '../../test/support/stores/memory-coordination.js';
import { aLog } from '../../test/support/verified.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { newPrivateKey, signingKey } from '../../packages/statement-check/src/format/signature.js';
import { witnesses as setting } from '../settings/witness-settings.js';
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
  const folder = mkdtempSync(join(tmpdir(), 'witness-'));
  const cosigner = new Cosigner('witness.example/outside');
  const state = new StateFile(join(folder, 'state'), cosigner.vkey);
  state.create();
  const entries: object[] = [];
  const note = (entry: object): void => void entries.push(entry);
  const witness = new Witness(cosigner, parseLogs(`logs/v0\nvkey ${vkey}\n`), state, note);
  const server = serverOf(witness, note).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const warned: object[] = [];
    const ports = {
      heads: new PublishedHeads(log.store, { checkpointKey: { from: 'environment', pem } }),
      coordination: new MemoryCoordination(),
      log: { warn: (fields: object) => void warned.push(fields) },
    };
    for (const account of [1002, 1003, 1004]) {
      // Each is another process, which has to learn where the witness stands.
      await new Witnesses(setting.parse(`${cosigner.vkey} ${url}`), ports).show(new AbortController().signal);
      await grow(account);
    }
    expect(warned).toEqual([]);
    const origin = vkey.slice(0, vkey.indexOf('+'));
    expect(entries).toEqual(['3', '4', '5'].map((size) => ({ cosigned: origin, size })));
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  }
});
