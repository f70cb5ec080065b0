/** The log of heads as anybody reads it: checkpoint and tiles, checked by somebody from outside. */
import { type IssuedKey, ApiWorld } from '../../support/worlds/api-world.js';
import { OperatorServicesFactory } from '../../../src/operator/operator.js';
import { issueStatement } from '../../../src/operator/statements/issue-statements.js';
import { headLogger } from '../../../src/heads/head-logger.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import { HEADS_CONTEXT } from '../../support/heads/logs-of-heads.js';
import {
  cosignedAt,
  faultIn,
  monitored,
  openCheckpoint,
  openReceipt,
  provenEntry,
  provenReceipt,
  receiptKeysIn,
  treeHead,
  leafOf,
  canonical,
  type EntryProof,
  type ReceiptProof,
} from '../../support/heads/outside-checker.js';
import { ROOT_FILE, TimeAuthority, anchor } from '../../support/heads/time-authority.js';
import { timeIn } from '../../../packages/platform/src/time-stamps/token.js';
import { Timestamps, type newestTimestamp } from '../../../src/heads/timestamps/timestamps.js';
import { WitnessServer } from '../../support/heads/witness-server.js';
import { PublishedHeads } from '../../../src/heads/published-heads.js';
import { Witnesses } from '../../../src/heads/witnesses.js';
import { witnesses } from '../../../src/settings/signing-settings.js';
import { sealed } from '../../support/seals/sealed-logs.js';
import { FakeEnricher } from '../../support/fake-enricher.js';
import { statementsCommands } from '../../../src/cli/statements.commands.js';
import { documentOf, failureOf, runCommand, type Ran } from '../../support/run-command.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const world = forAllTests(() => ApiWorld.start({ worker: new FakeEnricher(), judged: false }));
const key = forAllTests(() => world.customer());
const month = new Date().toISOString().slice(0, 7);

const call = (path: string, more: RequestInit = {}): Promise<Response> =>
  fetch(`${world.api.url}${path}`, more);
const get = async (path: string): Promise<Buffer> => {
  const response = await call(`/log/${path}`);
  if (response.status !== 200) throw new Error(`${path} is ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
};
const vkey = async (): Promise<string> => (await get('vkey')).toString();

async function issue({ account }: IssuedKey): Promise<void> {
  const operators = await OperatorServicesFactory.open(world.settings, world.stores);
  const operator = operators.servicesFor({ actor: 'operator', requestId: 'cli-statements' });
  const file = join(world.settings.dataDir, `issued-${account}.ndjson`);
  const now = new Date(Date.now() + 40 * 86_400_000);
  await issueStatement(operator, { account, month, file, now, onProgress: () => undefined });
  await operators.close();
}
const ports = () => ({ store: world.stores.eventStore, clock: systemClock, entropy: systemEntropy() });
const logAll = () => headLogger(world.settings, ports()).catchUp(HEADS_CONTEXT);

it('there is none before the first seal, and no address of it fails', async () => {
  for (const path of ['/log/checkpoint', '/.well-known/checkpoint', '/log/vkey', '/log/tile/0/000.p/1'])
    expect([path, (await call(path)).status]).toEqual([path, 404]);
});

describe('once a statement is issued', () => {
  beforeAll(async () => {
    await issue(key);
    await logAll();
  });

  it('an outside checker opens the checkpoint, and finds every tile and entry that it promises', async () => {
    const { checkpoint, entries } = await monitored(get, await vkey());
    expect(checkpoint.size).toBe(entries.length);
    expect((await vkey()).startsWith(`${checkpoint.origin}+`)).toBe(true);
    expect(entries.map(({ kind }) => kind)).toEqual(['key_set', 'month_key', 'statement', 'seal']);
    expect(faultIn(entries)).toBeNull();
  });

  it('customers keep it from the command line, and are told of a statement before its time', async () => {
    const sync = (by: IssuedKey, folder: string): Promise<Ran> =>
      runCommand(
        [statementsCommands],
        ['statements', 'sync', join(world.settings.dataDir, folder), '--url', world.api.url, '--json'],
        { COMPANY_DATA_KEY: by.key },
      );
    const told = { entries: 4, months: [], checkpoint_key: (await vkey()).trim() };
    const newcomer = await world.customer();
    expect(documentOf(await sync(newcomer, 'kept'))).toMatchObject(told);
    expect(documentOf(await sync(newcomer, 'kept'))).toMatchObject(told);
    // The test issued it in the middle of its month.
    const refused = await sync(key, 'early');
    expect([refused.code, failureOf(refused).error]).toEqual([1, 'statement_wrong']);
    const evidence = join(world.settings.dataDir, 'early', 'refused', `${month}.ndjson`);
    expect(readFileSync(evidence, 'utf8')).toContain(`"month":"${month}"`);
    expect(failureOf(await sync(key, 'kept')).error).toBe('account_differs');
  });

  it('its customer gets the proof, and nobody else', async () => {
    const proofFor = (by: IssuedKey | null, of = month): Promise<Response> =>
      call(`/statements/${of}/proof`, by === null ? {} : { headers: { authorization: `Bearer ${by.key}` } });
    const response = await proofFor(key);
    expect([response.status, response.headers.get('etag')]).toEqual([200, expect.stringMatching(/^W\//)]);
    expect(Object.keys((await response.json()) as object).sort()).toEqual([
      'checkpoint',
      'entry',
      'index',
      'month_key',
      'path',
      'salt',
    ]);
    const stranger = await world.customer();
    expect((await proofFor(stranger)).status).toBe(404);
    expect((await proofFor(null)).status).toBe(401);
    for (const other of ['2020-01', 'x', '%', '..', `${month}x`])
      expect([other, (await proofFor(key, other)).status]).toEqual([other, 404]);
    await issue(stranger);
    const early = await proofFor(stranger);
    expect([early.status, early.headers.get('retry-after')]).toEqual([503, '30']);
    await logAll();
    expect((await proofFor(stranger)).status).toBe(200);
  });

  it('the checkpoint is the same bytes at both addresses, may be cached for seconds, and is tagged', async () => {
    const response = await call('/log/checkpoint');
    const note = await response.text();
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=5');
    expect(await (await call('/.well-known/checkpoint')).text()).toBe(note);
    const tag = { 'if-none-match': response.headers.get('etag') ?? '' };
    expect((await call('/log/checkpoint', { headers: tag })).status).toBe(304);
    const head = await call('/log/checkpoint', { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([
      200,
      '',
      tag['if-none-match'],
    ]);
  });

  it('a tile is bytes that may be kept for ever', async () => {
    const response = await call('/log/tile/0/000.p/2');
    expect((await response.arrayBuffer()).byteLength).toBe(64);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await call('/log/tile/entries/000.p/2', { method: 'HEAD' })).status).toBe(200);
  });

  it.each([
    ...[
      '0/000',
      '0/000.p/200',
      '0/001.p/1',
      '1/000.p/1',
      '63/000',
      '64/000',
      'entries/000',
      'entries/001.p/1',
    ],
    ...[
      '',
      '0',
      '0/000.p/0',
      '0/000.p/1/',
      'x/y',
      '..%2f..%2fcheckpoint',
      '0/%00',
      '%',
      'entries/x999/x999/x999/999',
    ],
    '0/x999/x999/x999/x999/x999/x999/999',
  ])('there is no tile %j', async (path) => {
    const response = await call(`/log/tile/${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ detail: 'not_found' });
  });

  it('takes no other method', async () => {
    for (const path of ['/log/checkpoint', '/log/vkey', '/log/tile/0/000.p/1']) {
      const response = await call(path, { method: 'POST', body: 'x' });
      expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD']);
    }
  });

  it('grows: a tile of an older checkpoint stays, and the new one shows the next statement', async () => {
    const before = await get('tile/0/000.p/4');
    const old = openCheckpoint((await get('checkpoint')).toString(), await vkey());
    await issue(await world.customer());
    await logAll();
    const { checkpoint, entries } = await monitored(get, await vkey());
    expect(checkpoint.size).toBeGreaterThan(old.size);
    expect(entries.slice(old.size).map(({ kind }) => kind)).toContain('statement');
    expect(await get('tile/0/000.p/4')).toEqual(before);
  });

  it('an outside checker accepts cosignatures, proofs and receipts by the keys that the log names', async () => {
    const auth = { headers: { authorization: `Bearer ${key.key}` } };
    const body = JSON.stringify({ rows: [{ company_name: 'A' }], blocks: ['company_identity'] });
    const json = { 'content-type': 'application/json', ...auth.headers };
    const submitted = await call('/v1/enrich/jobs', { method: 'POST', headers: json, body });
    await sealed(world.stores.eventStore);
    await logAll();
    const witness = await WitnessServer.start(await vkey());
    const heads = new PublishedHeads(world.stores.eventStore, world.settings);
    const { coordination } = world.stores;
    const shown = { heads, coordination, log: { warn: (fields: object) => void expect(fields).toEqual({}) } };
    await new Witnesses(witnesses.parse(witness.setting), shown).show(new AbortController().signal);
    await witness.stop();

    const { checkpoint, entries } = await monitored(get, await vkey());
    const age = Date.now() / 1_000 - cosignedAt((await get('checkpoint')).toString(), witness.vkey);
    expect(Math.abs(age)).toBeLessThan(600);
    const proof = (await (await call(`/statements/${month}/proof`, auth)).json()) as EntryProof;
    const under = provenEntry(proof, await vkey());
    expect(under.root).toEqual(
      treeHead(entries.slice(0, under.size).map((entry) => leafOf(canonical(entry)))),
    );
    const receipt = openReceipt(submitted.headers.get('x-receipt'), receiptKeysIn(entries));
    const proved = (await (await call(`/receipts/${receipt[4]}/proof`, auth)).json()) as ReceiptProof;
    expect(provenReceipt(receipt, proved, await vkey())).toEqual(checkpoint);
    const named = await vkey();
    for (const changed of [
      { ...proved, leaf_index: proved.leaf_index + 1 },
      { ...proved, path: [...proved.path, proved.leaf] },
      { ...proved, event_id: '00000000-0000-8000-8000-000000000000' },
    ])
      expect(() => provenReceipt(receipt, changed, named)).toThrow();
  });

  it('the newest time stamp is served with its checkpoint, once there is one', async () => {
    expect((await call('/log/timestamp')).status).toBe(404);
    const authority = await TimeAuthority.start();
    const heads = new PublishedHeads(world.stores.eventStore, world.settings);
    const ports = { heads, coordination: world.stores.coordination, log: { warn: () => undefined } };
    await new Timestamps({ url: authority.url, caFile: ROOT_FILE }, ports).stamp(
      new AbortController().signal,
    );
    await authority.stop();
    const response = await call('/log/timestamp');
    const { checkpoint, token, time } = (await response.json()) as NonNullable<
      Awaited<ReturnType<typeof newestTimestamp>>
    >;
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=5']);
    expect((await get('checkpoint')).toString().startsWith(checkpoint)).toBe(true);
    const text = Buffer.from(`${checkpoint.split('\n\n')[0]}\n`);
    expect(timeIn(Buffer.from(token, 'base64'), text, [anchor()]).toISOString()).toBe(time);

    const newcomer = await world.customer();
    const sync = (caFile: string): Promise<Ran> =>
      runCommand(
        [statementsCommands],
        [
          ...['statements', 'sync', join(world.settings.dataDir, 'stamped'), '--url', world.api.url],
          ...['--timestamp-ca', caFile, '--json'],
        ],
        { COMPANY_DATA_KEY: newcomer.key },
      );
    expect(documentOf(await sync(ROOT_FILE))).toMatchObject({ timestamp: time });
    const refused = await sync(ROOT_FILE.replace('root', 'stranger'));
    expect([refused.code, failureOf(refused).error]).toEqual([1, 'timestamp_wrong']);
    expect((await sync('/none.pem')).code).toBe(2);
  });

  it('a machine with another key signs nothing, and says when to ask again', async () => {
    const { newPrivateKey } = await import('../../../packages/statement-check/src/format/signature.js');
    const other = {
      ...world.settings,
      checkpointKey: { from: 'environment', pem: newPrivateKey() } as const,
    };
    const { PublishedHeads } = await import('../../../src/heads/published-heads.js');
    const unreadable = join(world.settings.dataDir, 'no-key.pem');
    writeFileSync(unreadable, '');
    const keys = [
      { from: 'nowhere', unusedFile: '/missing' },
      { from: 'file', file: unreadable, createIfMissing: false },
    ] as const;
    for (const settings of [other, ...keys.map((checkpointKey) => ({ checkpointKey }))]) {
      const heads = new PublishedHeads(world.stores.eventStore, settings);
      await heads.view.follow();
      expect(heads.checkpoint()).toBeNull();
    }
  });
});
