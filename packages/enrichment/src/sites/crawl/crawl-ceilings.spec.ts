/** The daily ceilings of crawls: an attacker meets them, and nobody else is shut out by it. */
import type { AccountId } from '../../../../contract/src/ids.js';
import { MemoryCoordination } from '../../../../../test/support/stores/memory-coordination.js';
import { CrawlCounts } from './crawl-ceilings.js';

const HALF_A_DAY = 12 * 3_600_000;
const [ATTACKER, OTHER] = [1001, 1002] as [AccountId, AccountId];

let now: number;
let coordination: MemoryCoordination;
beforeEach(() => {
  now = Date.parse('2026-11-25T12:00:00Z');
  coordination = new MemoryCoordination(() => now);
});

const counts = (ofAccount: number, ofDomain: number): CrawlCounts =>
  new CrawlCounts(coordination, { now: () => new Date(now) }, { ofAccount, ofDomain });

/** How many crawls of these hosts are let through. */
async function made(by: CrawlCounts, account: AccountId, hosts: readonly string[]): Promise<number> {
  const waits = [];
  for (const host of hosts) waits.push(await by.take({ host, account }));
  return waits.filter((wait) => wait === null).length;
}
const madeUp = (domain: string, many: number): string[] =>
  Array.from({ length: many }, (_, n) => `made-up-${n}.${domain}`);

it('an account crawls so many hosts a day, over all processes, and another account has its own', async () => {
  expect(await made(counts(3, 100), ATTACKER, ['a.co.uk', 'b.co.uk'])).toBe(2);
  expect(await made(counts(3, 100), ATTACKER, ['c.co.uk', 'd.co.uk'])).toBe(1);
  expect(await made(counts(3, 100), OTHER, ['d.co.uk'])).toBe(1);
});

it('made-up hosts of a domain are so many a day for all accounts together, and leave room for the domain itself', async () => {
  expect(await made(counts(100, 3), ATTACKER, madeUp('bramley.co.uk', 5))).toBe(3);
  expect(await made(counts(100, 3), OTHER, madeUp('bramley.co.uk', 1))).toBe(0);
  expect(await made(counts(100, 3), OTHER, ['bramley.co.uk', 'other.co.uk'])).toBe(2);
});

it('customers of a builder of websites, whose names lie under its domain, are each counted alone', async () => {
  const hosts = ['one.github.io', 'two.github.io', 'three.uk.com'];
  expect(await made(counts(100, 1), OTHER, hosts)).toBe(3);
});

it('an account over its ceiling uses up nothing of a domain', async () => {
  await made(counts(1, 2), ATTACKER, madeUp('bramley.co.uk', 5));
  expect(await made(counts(100, 2), OTHER, madeUp('bramley.co.uk', 5))).toBe(1);
});

it('the next day (UTC) counts anew, and it is said how long that is', async () => {
  const of = counts(1, 1);
  expect(await of.take({ host: 'a.co.uk', account: ATTACKER })).toBeNull();
  expect(await of.take({ host: 'a.co.uk', account: ATTACKER })).toBe(HALF_A_DAY);
  now += HALF_A_DAY;
  expect(await of.take({ host: 'a.co.uk', account: ATTACKER })).toBeNull();
});
