/** An answer that is charged already is given soon, with a receipt or without. */
import { generateKeyPairSync } from 'node:crypto';
import { timeOfJobId, type JobId } from '../../packages/contract/src/ids.js';
import { ok } from '../../packages/platform/src/http/answer.js';
import { systemClock } from '../../packages/platform/src/time/clock.js';
import { derivedId, timedId } from '../streams/derived-id.js';
import { Receipts, type ReceiptFacts } from './receipts.js';

const JOB = 'job_01JDXB8Z5N0000000000000001' as JobId;
const LEAF = 'ab'.repeat(32);
const { privateKey } = generateKeyPairSync('ed25519');
const KEY = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const EMPTY = Promise.resolve({ state: { keys: [] } });

/** @param heads what reading the log of heads gives */
function receipts(heads: Promise<unknown> = EMPTY): Receipts {
  const log = { readStream: () => Promise.resolve({ status: 'not_found' }) };
  return new Receipts(
    log as never,
    { receiptKey: { from: 'environment', pem: KEY } } as never,
    systemClock,
    { warn: () => undefined },
    { view: { follow: () => heads } } as never,
  );
}

const facts = (more: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  request_sha256: LEAF,
  job_id: JOB,
  event: { event_id: timedId(timeOfJobId(JOB), 'JobSubmitted'), leaf: LEAF },
  ...more,
});
const hasReceipt = async (made: Receipts, given: ReceiptFacts): Promise<boolean> =>
  'X-Receipt' in (await made.on(ok({}), given)).headers;

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
