import type { NewsArticle } from '../../live/providers/news/news-feed.js';
import type { Reading, Readings, ReadingKind } from '../../live/readings/readings.js';
import type { SuppressedKind, Suppressed } from '../../shared/suppression/suppressed.js';
import { hostsAbove, written } from '../../shared/suppression/value.js';
import { printedShown } from './shown-readings.js';
import { SuppressedReadings } from './suppressed-readings.js';

/** These values are suppressed, in whatever writing they stand somewhere; what lies under a host with it. */
const hiding = (...values: readonly (readonly [SuppressedKind, string])[]): Suppressed => ({
  kinds: new Set(values.map(([kind]) => kind)),
  has: (kind, found) =>
    values.some(([hidden, value]) => {
      const looked = written(kind, found);
      const all = kind === 'domain' ? hostsAbove(looked ?? '') : [looked];
      return hidden === kind && all.includes(written(kind, value) ?? '');
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

const READ: Readonly<Record<'news' | 'web_search', object>> = {
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

async function shown<K extends 'news' | 'web_search'>(kind: K, suppressed: Suppressed) {
  const checked = { checked_live: true, checked_at: '2026-11-21T12:00:00Z' };
  const readings: Readings = {
    kinds: new Set<ReadingKind>([kind]),
    fetch: async () => ({ status: 'read', reading: READ[kind], checked }) as never,
    kept: async () => new Map(),
    keep: async () => undefined,
  };
  const terms = { priority: 'resolve', keep: true } as const;
  const found: Reading<K> = await new SuppressedReadings(readings, suppressed, []).fetch(
    kind,
    'a query',
    terms,
  );
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
