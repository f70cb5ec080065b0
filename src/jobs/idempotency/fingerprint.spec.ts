import { createHmac } from 'node:crypto';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { idempotencyKeyHash, keyedDigest, submissionSalt } from './fingerprint.js';

const account = (id: number): AccountId => id as AccountId;

describe('keyed digests', () => {
  it.each([
    ['nothing', ''],
    ['a short request', '{"rows":[]}'],
    ['exactly one slice', 'a'.repeat(262_144)],
    ['many slices', 'ab'.repeat(400_000)],
    ['characters of two units across the cuts', `x${'🏢'.repeat(300_000)}`],
  ])('are the HMAC of the whole text: %s', async (_title, text) => {
    expect(await keyedDigest('key', text)).toBe(createHmac('sha256', 'key').update(text).digest('hex'));
  });

  it('give other turns of the event loop room in a long text', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 0);
    await keyedDigest('key', 'a'.repeat(20_000_000));
    clearInterval(counting);
    expect(turns).toBeGreaterThan(1);
  });
});

describe('the name of a key in the log', () => {
  it('differs by secret, account and key', () => {
    const names = [
      idempotencyKeyHash('secret', account(1001), 'k'),
      idempotencyKeyHash('other', account(1001), 'k'),
      idempotencyKeyHash('secret', account(1002), 'k'),
      idempotencyKeyHash('secret', account(1001), 'l'),
    ];
    expect(new Set(names).size).toBe(4);
  });

  it('salts differ by key and job, and are the same for whoever finishes the job', () => {
    expect(submissionSalt('k', 'job_1')).toBe(submissionSalt('k', 'job_1'));
    expect(submissionSalt('k', 'job_1')).toMatch(/^[0-9a-f]{32}$/);
    expect(
      new Set([submissionSalt('k', 'job_1'), submissionSalt('k', 'job_2'), submissionSalt('l', 'job_1')])
        .size,
    ).toBe(3);
  });
});
