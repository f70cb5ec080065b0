import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  newPrivateKey,
  signingKey,
  verifySignature,
} from '../../packages/statement-check/src/format/signature.js';
import { witnesses as setting, type Witness } from '../settings/signing-settings.js';
import { HEADS_CONTEXT, introduceKey, issued, loggerOn } from '../../test/support/heads/logs-of-heads.js';
import { openCheckpoint, provesGrowth, type Checkpoint } from '../../test/support/heads/outside-checker.js';
import { MemoryCoordination } from '../../test/support/stores/memory-coordination.js';
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import { aLog } from '../../test/support/verified.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { checkpointKey } from '../streams/heads/heads.decider.js';
import { PublishedHeads } from './published-heads.js';
import { Witnesses, withCosignatures } from './witnesses.js';

const log = forEachTest(aLog);
const coordination = forEachTest(() => new MemoryCoordination());
const signal = new AbortController().signal;

/** A witness by C2SP tlog-witness, for one log. */
class StandIn {
  seen: Checkpoint | null = null;
  status = 200;
  /** What it says of its size instead of an answer. */
  refuses: (() => string) | null = null;
  /** Signs another checkpoint than it was shown. */
  lies = false;
  private readonly keys = generateKeyPairSync('ed25519');
  private readonly server: Server;

  constructor(
    private readonly name: string,
    private readonly vkey: () => string,
  ) {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        const [status, text] =
          this.refuses !== null
            ? [409, this.refuses()]
            : request.url === '/w/add-checkpoint'
              ? this.answer(body)
              : [404, ''];
        response.writeHead(status).end(text);
      });
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }
  stop(): void {
    this.server.close();
  }

  get publicKey(): string {
    return Buffer.from(this.keys.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');
  }
  private get material(): Buffer {
    return Buffer.concat([Buffer.of(4), Buffer.from(this.publicKey, 'hex')]);
  }
  private get id(): Buffer {
    return createHash('sha256').update(`${this.name}\n`).update(this.material).digest().subarray(0, 4);
  }
  get setting(): string {
    const { port } = this.server.address() as AddressInfo;
    return `${this.name}+${this.id.toString('hex')}+${this.material.toString('base64')} http://127.0.0.1:${port}/w/`;
  }

  private answer(body: string): [number, string] {
    if (this.status !== 200) return [this.status, ''];
    const end = body.indexOf('\n\n');
    const [old = '', ...proof] = body.slice(0, end).split('\n');
    const note = body.slice(end + 2);
    const checkpoint = openCheckpoint(note, this.vkey());
    if (old !== `old ${this.seen?.size ?? 0}`) return [409, `${this.seen?.size ?? 0}\n`];
    const hashes = proof.map((line) => Buffer.from(line, 'base64'));
    if (this.seen !== null && !provesGrowth(this.seen, checkpoint, hashes)) return [422, ''];
    if (this.seen === null && proof.length > 0) return [422, ''];
    this.seen = checkpoint;
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(1_679_315_147n);
    const signature = sign(
      null,
      Buffer.from(`cosignature/v1\ntime 1679315147\n${this.lies ? text.toUpperCase() : text}`),
      this.keys.privateKey,
    );
    return [200, `— ${this.name} ${Buffer.concat([this.id, time, signature]).toString('base64')}\n`];
  }
}

let vkey = '';
const one = forEachTest(() => new StandIn('witness.example/one', () => vkey).start());
const two = forEachTest(() => new StandIn('witness.example/two', () => vkey).start());
let heads: PublishedHeads;
/** The cosignatures of the checkpoint of now. */
const lines = async (): Promise<string> => {
  const checkpoint = (await heads.view.follow()) && (heads.checkpoint() ?? '');
  return (await withCosignatures(coordination, checkpoint)).slice(checkpoint.length);
};
let pem: string;
const told: object[] = [];

beforeEach(async () => {
  told.length = 0;
  pem = newPrivateKey();
  await introduceKey(log);
  await issued(log, 1001, '2026-10');
  vkey =
    checkpointKey(await loggerOn(log.store, { key: () => signingKey(pem) }).catchUp(HEADS_CONTEXT)) ?? '';
  heads = new PublishedHeads(log.store, { checkpointKey: { from: 'environment', pem } });
});
const shownTo = (...some: readonly StandIn[]): Witnesses =>
  new Witnesses(setting.parse(some.map(({ setting: text }) => text).join(', ')), {
    heads,
    coordination,
    log: { warn: (fields) => void told.push(fields) },
  });
const grow = async (account: number): Promise<void> => {
  await issued(log, account, '2026-10');
  await loggerOn(log.store, { key: () => signingKey(pem) }).catchUp(HEADS_CONTEXT);
};

it('shows each checkpoint with its proof, and keeps the cosignatures of that size alone', async () => {
  const witnesses = shownTo(one, two);
  await witnesses.show(signal);
  expect([one.seen?.size, two.seen?.size]).toEqual([3, 3]);
  const names = (await lines()).split('\n');
  expect(names.map((line) => line.split(' ')[1])).toEqual([
    ...['one', 'two'].map((name) => `witness.example/${name}`),
    undefined,
  ]);
  expect(openCheckpoint(`${heads.checkpoint()}${await lines()}`, vkey).size).toBe(3);
  await grow(1002);
  await grow(1003);
  expect(await lines()).toBe('');
  await witnesses.show(signal);
  expect([one.seen?.size, two.seen?.size, told]).toEqual([5, 5, []]);
  expect((await lines()).split('\n')).toHaveLength(3);
});

it('a witness that is down or lies is told of, and the other one counts', async () => {
  one.status = 500;
  await shownTo(one, two).show(signal);
  expect(told).toEqual([{ witness: 'witness.example/one', reason: 'it answers 500' }]);
  Object.assign(one, { status: 200, lies: true });
  await shownTo(one, two).show(signal);
  expect(await lines()).toMatch(/^— witness\.example\/two \S+\n$/);
});

it('a cosignature stays while its witness is down: a witness that has given one is not asked again', async () => {
  two.status = 500;
  const witnesses = shownTo(one, two);
  await witnesses.show(signal);
  Object.assign(one, { status: 500 });
  two.status = 200;
  await witnesses.show(signal);
  expect((await lines()).split('\n')).toHaveLength(3);
  await shownTo(one, two).show(signal);
  expect([(await lines()).split('\n').length, told.length]).toEqual([3, 2]);
});

it('a process that is late does not write over the cosignatures of a later checkpoint', async () => {
  await shownTo(one).show(signal);
  await grow(1002);
  const late = Object.create(coordination) as Coordination;
  Object.defineProperty(late, 'put', {
    value: async (...put: Parameters<Coordination['put']>) => {
      await grow(1003);
      await shownTo(one).show(signal);
      return coordination.put(...put);
    },
  });
  const ports = { heads, coordination: late, log: { warn: () => undefined } };
  await new Witnesses(setting.parse(one.setting), ports).show(signal);
  expect([heads.view.tree.size, (await lines()).split('\n')]).toEqual([
    5,
    [expect.stringMatching(/^— /), ''],
  ]);
});

it.each<[string, (asked: number) => string]>([
  ['names another size each time', (asked) => `${(asked % 2) + 1}\n`],
  ['never ends', () => '1'.repeat(1_000_000)],
])('a witness whose refusal %s is left at that', async (_name, answer) => {
  let asked = 0;
  one.refuses = () => answer(++asked);
  await shownTo(one).show(signal);
  expect([asked <= 2, told.length, await lines()]).toEqual([true, 1, '']);
});

it('another process learns from a witness where it stands', async () => {
  await shownTo(one).show(signal);
  await grow(1002);
  await shownTo(one).show(signal);
  expect([one.seen?.size, told]).toEqual([4, []]);
});

it('says that the log may be an older copy where a witness has seen more', async () => {
  await shownTo(one).show(signal);
  one.seen = { origin: 'x', size: 9, root: Buffer.alloc(32) };
  await shownTo(one).show(signal);
  expect(told).toMatchObject([{ reason: expect.stringContaining('older copy') as unknown }]);
});

it.each([
  'x',
  'a+b+c http://w.example',
  `w+00000000+${Buffer.alloc(33, 4).toString('base64')} http://w.example`,
])('takes no witness %j', (text) => expect(setting.safeParse(text).success).toBe(false));

it('takes witnesses with their names, keys and addresses', () => {
  const [witness] = setting.parse(one.setting) as [Witness];
  expect(witness).toMatchObject({ name: 'witness.example/one', public_key: one.publicKey });
  expect(witness.url.endsWith('/w')).toBe(true);
  expect(verifySignature(Buffer.of(1), '00'.repeat(64), witness.public_key)).toBe(false);
  expect(setting.parse(undefined)).toEqual([]);
});
