import { answerOfSite, OWN_HOST, ownSite } from '../../../../../test/support/sites/accepted-site.js';
import contacts from '../../blocks/website/contacts.block.js';
import type { NewsArticle } from '../../live/providers/news/news-feed.js';
import type { Reading, Readings, ReadingKind } from '../../live/readings/readings.js';
import type { SuppressedKind, SuppressedValues } from '../../../../contract/src/suppression/suppressed.js';
import { hostsAbove, normalisedValue } from '../../../../contract/src/suppression/value.js';
import { printedShown, SuppressedReadings } from './suppressed-readings.js';

/** These values are suppressed, in whatever writing they stand somewhere; what lies under a host with it. */
const hiding = (...values: readonly (readonly [SuppressedKind, string])[]): SuppressedValues => ({
  kinds: new Set(values.map(([kind]) => kind)),
  has: (kind, found) =>
    values.some(([hidden, value]) => {
      const looked = normalisedValue(kind, found);
      const all = kind === 'domain' ? hostsAbove(looked ?? '') : [looked];
      return hidden === kind && all.includes(normalisedValue(kind, value) ?? '');
    }),
});

const article = (headline: string, more: Partial<NewsArticle> = {}): NewsArticle => ({
  headline,
  url: 'https://paper.co.uk/a',
  publisher_host: 'paper.co.uk',
  seen_on: '2026-11-20',
  country: 'United Kingdom',
  ...more,
});

const SITE = ownSite({
  '/contact':
    '<footer><p>sales@bramley-pumps.co.uk</p><p>info@bramley-pumps.co.uk</p><p>0113 496 0000</p>' +
    '<a href="https://x.com/bramley">x</a></footer>',
});

const READ: Readonly<Record<'news' | 'site' | 'web_search', object>> = {
  site: SITE,
  web_search: { searched_on: '2026-11-21', hosts: ['bramley.co.uk', 'shop.hidden.co.uk'] },
  news: {
    asked_on: '2026-11-21',
    truncated: false,
    articles: [
      article('Widgets are back'),
      article('Elsewhere', { url: 'https://news.hidden.co.uk/x', publisher_host: 'news.hidden.co.uk' }),
      article('Write to jane@example.co.uk'),
      article('Call 020 7946 0958 now'),
      article('07654321 is wound up'),
      article('By address', { url: 'https://paper.co.uk/07654321' }),
    ],
  },
};

const checked = { checked_live: true, checked_at: '2026-11-21T12:00:00Z' };
const terms = { priority: 'resolve', keep: true } as const;

const readings = (suppressed: SuppressedValues): Readings =>
  new SuppressedReadings(
    {
      kinds: new Set<ReadingKind>(['news', 'site', 'web_search']),
      fetch: async (kind) => ({ status: 'read', reading: READ[kind as keyof typeof READ], checked }) as never,
      kept: async () => new Map([[`site ${OWN_HOST}`, { status: 'read', reading: SITE, checked }]]),
      keep: async () => undefined,
    },
    suppressed,
    [],
  );

async function shown<K extends keyof typeof READ>(kind: K, suppressed: SuppressedValues) {
  const found: Reading<K> = await readings(suppressed).fetch(kind, 'a key', terms);
  return found.status === 'read' ? found.reading : null;
}

it('leaves out articles that name what is suppressed, in their headline, address or publisher', async () => {
  const suppressed = hiding(
    ['domain', 'hidden.co.uk'],
    ['email', 'jane@example.co.uk'],
    ['phone', '+442079460958'],
    ['company_number', '07654321'],
  );
  const found = await shown('news', suppressed);
  expect(found?.articles.map(({ headline }) => headline)).toEqual(['Widgets are back']);
  expect(JSON.stringify(found)).not.toContain('suppressed');
});

it('finds no suppressed host', async () => {
  const found = await shown('web_search', hiding(['domain', 'hidden.co.uk']));
  expect(found?.hosts).toEqual(['bramley.co.uk']);
});

it('forgets on whose sites a telephone number stands where site or company is suppressed', () => {
  const read_on = '2026-11-21';
  const [hidden, gone, left] = [
    { host: 'shop.hidden.co.uk', companies: ['07654320'], read_on },
    { host: 'gone.co.uk', companies: ['07654321'], read_on },
    { host: 'left.co.uk', companies: ['07654322'], read_on },
  ];
  const suppressed = hiding(['domain', 'hidden.co.uk'], ['company_number', '07654321']);
  expect(printedShown({ sites: [hidden, gone, left] }, suppressed)).toEqual({ sites: [left] });
});

it('leaves suppressed addresses and numbers out of a crawl, and the words that hold them', async () => {
  const site = await shown(
    'site',
    hiding(['email', 'Sales@bramley-pumps.co.uk'], ['phone', '+44 113 496 0000']),
  );
  expect(site).not.toBeNull();
  const text = JSON.stringify(site);
  expect(text).toContain('info@bramley-pumps.co.uk');
  expect(text).not.toMatch(/sales@|496 0000|4960000/i);
  const answer = answerOfSite(contacts, { site });
  expect(answer).toMatchObject({
    value: { company_channels: { emails: [{ address: 'info@bramley-pumps.co.uk' }], phones: [] } },
  });
  expect(JSON.stringify(answer)).not.toContain('suppressed]');
});

it('knows nothing of a site whose host is suppressed, fetched or kept', async () => {
  const suppressed = hiding(['domain', OWN_HOST]);
  expect(await readings(suppressed).fetch('site', OWN_HOST, terms)).toEqual({
    status: 'not_read',
    reason: 'not_looked_up',
  });
  const kept = await readings(suppressed).kept([{ kind: 'site', key: OWN_HOST }], null);
  expect(kept.size).toBe(0);
});

it('leaves a crawl as it is where nothing of it is suppressed', async () => {
  expect(await shown('site', hiding(['email', 'a@b.co.uk']))).toEqual(SITE);
});
