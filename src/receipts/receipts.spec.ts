/** An answer that is charged already is given soon, with a receipt or without. */
import { generateKeyPairSync } from 'node:crypto';
import { timeOfJobId, type JobId } from '../../packages/contract/src/ids.js';
import { ok } from '../../packages/platform/src/http/answer.js';
import { systemClock } from '../../packages/platform/src/time/clock.js';
import { signingKey } from '../../packages/statement-check/src/format/signature.js';
import { keySetUnder, receiptVkey } from '../heads/entries.js';
import { derivedId, timedId } from '../streams/derived-id.js';
import { Receipts, type ReceiptFacts } from './receipts.js';

const JOB = 'job_01JDXB8Z5N0000000000000001' as JobId;
const LEAF = 'ab'.repeat(32);
const { privateKey } = generateKeyPairSync('ed25519');
const KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const EMPTY = Promise.resolve({ state: { keys: [] } });

/** @param heads what reading the log of heads gives. @param warn takes what is logged */
function receipts(
  heads: Promise<unknown> | (() => Promise<unknown>) = EMPTY,
  settings: { receiptKey: unknown } = { receiptKey: { from: 'environment', pem: KEY } },
  warn: (fields: object, message: string) => void = () => undefined,
): Receipts {
  const log = { readStream: () => Promise.resolve({ status: 'not_found' }) };
  return new Receipts(log as never, settings as never, systemClock, { warn }, {
    view: { follow: typeof heads === 'function' ? heads : () => heads },
  } as never);
}

const facts = (more: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  request_sha256: LEAF,
  job_id: JOB,
  event: { event_id: timedId(timeOfJobId(JOB), 'JobSubmitted'), leaf: LEAF },
  ...more,
});
const hasReceipt = async (made: Receipts, given: ReceiptFacts): Promise<boolean> =>
  'X-Receipt' in (await made.withReceipt(ok({}), given)).headers;

it('an answer has a receipt', async () => {
  expect(await hasReceipt(receipts(), facts())).toBe(true);
});

it.each([
  ['names an event that could not be read', { event: 'unread' as const }],
  [
    'names an event of version 1.0.0, whose proof is never found',
    { event: { event_id: derivedId('x'), leaf: LEAF } },
  ],
  ['needs units that can not be read', { units: () => Promise.reject(new Error('away')) }],
  ['needs units that come too late', { units: () => new Promise<number>(() => undefined) }],
])('an answer has none where it %s', async (_title, more) => {
  expect(await hasReceipt(receipts(), facts(more))).toBe(false);
});

it('the first answers do not wait for a log of heads that takes long to read', async () => {
  expect(await hasReceipt(receipts(new Promise(() => undefined)), facts())).toBe(false);
});

describe('the key', () => {
  const own = signingKey(KEY);
  const begun = (named: readonly string[]): Promise<unknown> =>
    Promise.resolve({ state: { keys: keySetUnder('log.example', own.public_key, [], named) } });
  const another = receiptVkey({ public_key: '07'.repeat(32) });
  let now = 0;
  beforeEach(() => jest.spyOn(performance, 'now').mockImplementation(() => (now += 10_000)));
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['signs where the log of heads names it', [receiptVkey(own)], true],
    ['does not sign where the log of heads names another one', [receiptVkey(own), another], false],
    ['does not sign where the log of heads has begun without one', [], false],
  ])('%s', async (_title, named, signs) => {
    expect(await hasReceipt(receipts(begun(named)), facts())).toBe(signs);
  });

  /** Asks for receipts until the look behind one of them has been made. */
  async function twice(made: Receipts): Promise<boolean> {
    await made.withReceipt(ok({}), facts());
    await new Promise((resolve) => setImmediate(resolve));
    return hasReceipt(made, facts());
  }

  it('signs no more once the log of heads names another one that this machine can not read', async () => {
    let heads = begun([receiptVkey(own)]);
    const settings: { receiptKey: unknown } = { receiptKey: { from: 'environment', pem: KEY } };
    const made = receipts(() => heads, settings);
    expect(await hasReceipt(made, facts())).toBe(true);
    heads = begun([receiptVkey(own), another]);
    settings.receiptKey = { from: 'nowhere', unusedFile: '/missing' };
    expect(await twice(made)).toBe(false);
  });

  it('signs on while a store is away, and the log says so', async () => {
    let heads: () => Promise<unknown> = () => begun([receiptVkey(own)]);
    const logged: string[] = [];
    const made = receipts(
      () => heads(),
      undefined,
      (_fields, message) => logged.push(message),
    );
    expect(await hasReceipt(made, facts())).toBe(true);
    heads = () => Promise.reject(new Error('away'));
    expect(await twice(made)).toBe(true);
    expect(logged).toEqual(['receipts are signed without a look at the log']);
  });
});
