/** Which sites print a telephone number, as it is remembered beside the crawls that are kept. */
import { aPage, aSite } from '../../../../../test/support/a-site.js';
import { TemporaryFolder } from '../../../../../test/support/system/temporary-folder.js';
import { openSqliteReadings } from '../../../../platform/src/readings/sqlite/sqlite-readings.js';
import type { ReadingStore } from '../../../../platform/src/readings/reading-store.js';
import type { SightingsOfNumber } from '../../sites/phone-printing.js';
import { StoredReadings } from './kept-readings.js';
import { nameOf } from './readings.js';

const PHONE = '+441134960123';
const DAYS = 30;

let folder: TemporaryFolder;
let store: ReadingStore;
let day: number;
const faults: unknown[] = [];
beforeEach(async () => {
  day = 0;
  folder = new TemporaryFolder();
  store = await openSqliteReadings({ file: folder.file('readings.db'), hosting: 'direct' });
});
afterEach(async () => {
  expect(faults).toEqual([]);
  await store.close();
  folder.remove();
});

const now = (): Date => new Date(Date.parse('2026-11-01T12:00:00Z') + day * 86_400_000);
const kept = () =>
  new StoredReadings({ store, days: DAYS, clock: { now }, onFault: (error) => faults.push(error) });

/** A crawl of a site that prints numbers, and that a company says it runs; null: nobody does. */
async function crawled(host: string, company: string | null, numbers: readonly string[] = [PHONE]) {
  const own = { role: 'own', region: 'footer', snippet: 'No.', name: null } as const;
  const reading = aSite({
    host,
    crawled_on: now().toISOString().slice(0, 10),
    pages: [
      aPage({
        phones: numbers.map((value) => ({ value, region: 'footer', snippet: value })),
        company_numbers: company === null ? [] : [{ ...own, value: company }],
      }),
    ],
  });
  const checked = { checked_live: true, checked_at: now().toISOString() };
  await kept().keep({ kind: 'site', key: host }, { status: 'read', reading, checked });
}

/** Hosts of the sites that share the number; null: it is nobody's but one's or two's. */
async function sharedBy(number = PHONE): Promise<string[] | null> {
  const name = { kind: 'shared_phone', key: number } as const;
  const found = (await kept().find([name], null)).get(nameOf(name));
  return found === undefined ? null : (found.reading as SightingsOfNumber).sites.map(({ host }) => host);
}

it('tells of a number that stands on the sites of three companies, and of no other', async () => {
  await crawled('one.co.uk', '05555551');
  await crawled('two.co.uk', '05555552');
  await crawled('two.com', '05555552');
  await crawled('unnamed.co.uk', null);
  expect(await sharedBy()).toBeNull();
  await crawled('three.co.uk', '05555553', [PHONE, '+441134960155']);
  expect(await sharedBy()).toEqual(['three.co.uk', 'two.com', 'two.co.uk', 'one.co.uk']);
  expect(await sharedBy('+441134960155')).toBeNull();
});

it('forgets a site that was read longer ago than readings are kept', async () => {
  await crawled('one.co.uk', '05555551');
  day = DAYS - 1;
  await crawled('two.co.uk', '05555552');
  day = DAYS + 1;
  await crawled('three.co.uk', '05555553');
  expect(await sharedBy()).toBeNull();
  await crawled('one.co.uk', '05555551');
  expect(await sharedBy()).toEqual(['one.co.uk', 'three.co.uk', 'two.co.uk']);
});

it('remembers nothing of a site that prints numbers by the dozen', async () => {
  const many = [PHONE, ...Array.from({ length: 20 }, (_, at) => `+44113497${String(1_000 + at)}`)];
  await crawled('directory.co.uk', '05555554', many);
  await crawled('one.co.uk', '05555551');
  await crawled('two.co.uk', '05555552');
  expect(await sharedBy()).toBeNull();
});
