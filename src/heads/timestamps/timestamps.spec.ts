import { writeFileSync } from 'node:fs';
import { HEADS_CONTEXT, introduceKey, issued, loggerOn } from '../../../test/support/heads/logs-of-heads.js';
import { ROOT_FILE, TimeAuthority, anchor, type Wrongs } from '../../../test/support/heads/time-authority.js';
import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { aLog } from '../../../test/support/verified.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import type { Coordination } from '../../../packages/platform/src/coordination/coordination.js';
import { newPrivateKey, signingKey } from '../../../packages/statement-check/src/format/signature.js';
import { PublishedHeads } from '../published-heads.js';
import { Timestamps, readCertificates, newestTimestamp, textOfNote } from './timestamps.js';
import { timeIn } from '../../../packages/platform/src/time-stamps/token.js';

const log = forEachTest(aLog);
const authority = forEachTest(() => TimeAuthority.start());
const coordination = forEachTest(() => new MemoryCoordination());
const pem = newPrivateKey();
const signal = new AbortController().signal;
let heads: PublishedHeads;
let told: string[];

async function grow(account: number): Promise<string> {
  await issued(log, account, '2026-10');
  await loggerOn(log.store, { key: () => signingKey(pem) }).catchUp(HEADS_CONTEXT);
  await heads.view.follow();
  return heads.checkpoint() ?? '';
}
beforeEach(async () => {
  told = [];
  heads = new PublishedHeads(log.store, { checkpointKey: { from: 'environment', pem } });
  await introduceKey(log);
});
const asking = (caFile = ROOT_FILE, ports: { coordination?: Coordination } = {}): Timestamps =>
  new Timestamps(
    { url: authority.url, caFile },
    {
      ...{ heads, coordination, ...ports },
      log: { warn: ({ reason }: { reason?: string }) => void told.push(reason ?? '') },
    },
  );

it('each checkpoint has a token over its text, which is kept until the next one has one', async () => {
  const timestamps = asking();
  await timestamps.stamp(signal);
  expect(await newestTimestamp(coordination)).toBeNull();
  for (const account of [1001, 1002]) {
    const checkpoint = await grow(account);
    await timestamps.stamp(signal);
    await timestamps.stamp(signal);
    await asking().stamp(signal);
    const stamped = await newestTimestamp(coordination);
    const token = Buffer.from(stamped?.token ?? '', 'base64');
    expect(stamped?.checkpoint).toBe(checkpoint);
    expect(timeIn(token, textOfNote(checkpoint), [anchor()]).toISOString()).toBe(stamped?.time);
  }
  expect([authority.asked, told]).toEqual([Array(2).fill('application/timestamp-query'), []]);
});

it.each<[string, (at: TimeAuthority) => void, RegExp]>([
  ['is down', (at) => void (at.instead = { status: 503, body: Buffer.of() }), /^it answers 503$/],
  ['sends elsewhere', (at) => void (at.instead = { status: 302, body: Buffer.of() }), /^it answers 302$/],
  ['answers rubbish', (at) => void (at.instead = { status: 200, body: Buffer.from('<html>') }), /RFC 3161/],
  ['answers nothing', (at) => void (at.instead = { status: 200, body: Buffer.of() }), /RFC 3161/],
  ['never ends', (at) => void (at.instead = { status: 200, body: Buffer.alloc(100_000) }), /./],
  ['refuses', (at) => void (at.granted = 2), /^it refuses with the status 2$/],
  ...(
    [
      ['stamps another text', { text: 'other' }, /another text/],
      ['answers another request', { nonce: Buffer.of(1) }, /another request/],
      ['names no request', { nonce: null }, /another request/],
      ['is trusted by nobody', { signer: 'stranger-tsa' }, /no trust anchor/],
      ['has a key for other uses', { signer: 'plain' }, /may not sign/],
      ['signs wrongly', { forged: true }, /signature/],
    ] as [string, Wrongs, RegExp][]
  ).map(([name, wrong, reason]): [string, (at: TimeAuthority) => void, RegExp] => [
    name,
    (at) => void (at.wrong = wrong),
    reason,
  ]),
])('an authority that %s is told of once, and asked again', async (_name, spoil, reason) => {
  const checkpoint = await grow(1001);
  const timestamps = asking();
  spoil(authority);
  await timestamps.stamp(signal);
  await timestamps.stamp(signal);
  expect(await newestTimestamp(coordination)).toBeNull();
  expect(told).toEqual([expect.stringMatching(reason)]);
  Object.assign(authority, { instead: null, wrong: {}, granted: 0 });
  await timestamps.stamp(signal);
  expect((await newestTimestamp(coordination))?.checkpoint).toBe(checkpoint);
});

it('an authority that never answers is left at the stop, without a word', async () => {
  await grow(1001);
  authority.instead = 'silent';
  const stopping = new AbortController();
  const asked = asking().stamp(stopping.signal);
  stopping.abort(new Error('stopped'));
  await asked;
  expect(told).toEqual([]);
});

it('a late process does not put an older stamp over a newer one', async () => {
  await grow(1001);
  const late = Object.create(coordination) as Coordination;
  let newer = '';
  Object.defineProperty(late, 'put', {
    value: async (...put: Parameters<Coordination['put']>) => {
      newer = await grow(1002);
      await asking().stamp(signal);
      return coordination.put(...put);
    },
  });
  await asking(ROOT_FILE, { coordination: late }).stamp(signal);
  expect((await newestTimestamp(coordination))?.checkpoint).toBe(newer);
});

it('a file without certificates, or none, is told of', async () => {
  await grow(1001);
  const folder = new TemporaryFolder();
  writeFileSync(folder.file('empty.pem'), '');
  for (const name of ['empty.pem', 'none.pem']) await asking(folder.file(name)).stamp(signal);
  expect(told).toEqual([expect.stringContaining('no certificate'), expect.stringContaining('ENOENT')]);
  expect(readCertificates(ROOT_FILE)).toHaveLength(1);
  folder.remove();
});

it('without an authority nobody is asked', async () => {
  await grow(1001);
  await new Timestamps(null, { heads, coordination, log: { warn: () => undefined } }).stamp(signal);
  expect([authority.asked, await newestTimestamp(coordination)]).toEqual([[], null]);
});
