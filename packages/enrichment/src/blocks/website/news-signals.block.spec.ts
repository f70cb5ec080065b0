import { record } from '../../../../../test/support/basic-company-data.js';
import { aFact, runBlock } from '../../../../../test/support/run-block.js';
import { CHECKED, named, nameAlone, own } from '../../../../../test/support/sites/judged-sites.js';
import type { NewsArticle, NewsReading } from '../../live/providers/news/news-feed.js';
import type { ReadingKind, ReadReading } from '../../live/readings/readings.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { SiteReading } from '../../sites/site-reading.js';
import newsSignals from './news-signals.block.js';

const HOST = 'bramley.co.uk';
const BY_PLACE = '"bramley widgets" leeds sourcecountry:UK';
const BY_SITE = `domainis:${HOST}`;

const article = (headline: string, more: Partial<NewsArticle> = {}): NewsArticle => ({
  headline,
  url: `https://www.paper.co.uk/${headline.toLowerCase().replaceAll(' ', '-')}`,
  publisher_host: 'paper.co.uk',
  seen_on: '2026-11-20',
  country: 'United Kingdom',
  ...more,
});

interface Asked {
  readonly byPlace?: readonly NewsArticle[];
  readonly bySite?: readonly NewsArticle[];
  /** Null: no record names a website. */
  readonly site?: SiteReading | null;
  readonly company?: Readonly<Record<string, string>>;
  readonly suppressed?: boolean;
  readonly min_confidence?: number;
  readonly checked?: ReadReading<'news'>['checked'];
  /** Why nothing that isn't kept can be had; `wanted`: it can. */
  readonly otherwise?: 'wanted' | ReasonCode;
}

const readOf = (articles: readonly NewsArticle[], checked = CHECKED): ReadReading<'news'> => ({
  status: 'read',
  reading: { asked_on: '2026-11-21', articles, truncated: false } satisfies NewsReading,
  checked,
});

function answered({ byPlace, bySite, site = null, otherwise = 'not_available_yet', ...more }: Asked = {}) {
  const company = record({
    CompanyName: 'BRAMLEY WIDGETS LIMITED',
    CompanyNumber: '01234567',
    'RegAddress.PostTown': 'LEEDS',
    ...more.company,
  });
  // What a live step didn't bring stands where a kept reading would.
  const failed = { status: 'not_read', reason: otherwise } as never;
  const kept: Record<string, ReadReading<ReadingKind>> = {
    ...(otherwise !== 'wanted' && otherwise !== 'not_available_yet' && { [BY_PLACE]: failed }),
    ...(byPlace && { [BY_PLACE]: readOf(byPlace, more.checked) }),
    ...(bySite && { [BY_SITE]: readOf(bySite, more.checked) }),
    ...(site && { [HOST]: { status: 'read', reading: site, checked: CHECKED } }),
  };
  const officers = { items: [], lists: {}, ...(more.suppressed === true && { suppressed: { current: 1 } }) };
  const facts = {
    website_records: aFact(site === null ? [] : [named(HOST)], '2026-10-01'),
    ...(more.suppressed !== undefined && { officers: aFact(officers as never, '2026-11-01') }),
  };
  return runBlock(newsSignals, company, '2026-11-01', facts, more.min_confidence, kept, {
    fetching: (kind) => (kind === 'news' && otherwise === 'wanted' ? null : 'not_available_yet'),
  });
}

const itemsOf = (envelope: ReturnType<typeof answered>) =>
  envelope.status === 'available'
    ? (envelope.value as { items: { items: readonly Record<string, unknown>[] } }).items.items
    : [];

it('tells headlines of the last 90 days, newest first, and what ties each to the company', () => {
  const envelope = answered({
    site: own(HOST),
    byPlace: [
      article('Bramley Widgets of Leeds wins rail contract'),
      article('Bramley Widgets appoints a chair', { seen_on: '2026-11-19' }),
      article('Ten firms to watch', { seen_on: '2026-11-18' }),
      article('Notice 01234567 in the matter of a company', { seen_on: '2026-11-17' }),
      article('Older than the window', { seen_on: '2026-08-22' }),
    ],
    bySite: [article('We open a factory', { publisher_host: `news.${HOST}`, url: `https://news.${HOST}/f` })],
  });
  expect(envelope).toMatchObject({
    status: 'available',
    source: 'news_provider',
    as_of: '2026-11-21',
    flagged_for_review: true,
    value: { window: { from: '2026-08-23', to: '2026-11-21' }, items: { total: 5, truncated: false } },
    detail: { freshness: CHECKED },
  });
  expect(itemsOf(envelope).map(({ type, matched_on, confidence }) => [type, matched_on, confidence])).toEqual(
    [
      ['expansion', 'domain', 0.95],
      ['contract', 'exact_name_and_place', 0.85],
      ['appointment', 'exact_name_and_place', 0.75],
      ['other', 'exact_name_and_place', 0.6],
      ['other', 'company_number', 0.98],
    ],
  );
  expect(itemsOf(envelope)[0]).toEqual({
    headline: 'We open a factory',
    url: `https://news.${HOST}/f`,
    publisher_host: `news.${HOST}`,
    published_on: '2026-11-20',
    type: 'expansion',
    matched_on: 'domain',
    confidence: 0.95,
  });
});

it('is not flagged where every item that is served is sure', () => {
  const byPlace = [article('Bramley Widgets Ltd wins award')];
  expect(answered({ byPlace })).toMatchObject({ flagged_for_review: false });
});

it('leaves out what the client finds too unsure, and is not confirmed where nothing is left', () => {
  const byPlace = [article('Bramley Widgets Ltd wins award'), article('Ten firms to watch')];
  expect(answered({ byPlace, min_confidence: 0.7 })).toMatchObject({
    value: { items: { items: [{ confidence: 0.85 }], total: 2 } },
    detail: { lists: { items: { below_confidence: 1 } } },
  });
  expect(answered({ byPlace: [article('Ten firms to watch')], min_confidence: 0.7 })).toMatchObject({
    reason: 'not_confirmed',
  });
});

it('is sure of less where the town is in every other article', () => {
  const company = { 'RegAddress.PostTown': 'LONDON' };
  const kept = { '"bramley widgets" london sourcecountry:UK': readOf([article('Ten firms to watch')]) };
  const of = record({ CompanyName: 'BRAMLEY WIDGETS LIMITED', CompanyNumber: '01234567', ...company });
  expect(runBlock(newsSignals, of, '2026-11-01', {}, 0.5, kept)).toMatchObject({ reason: 'not_confirmed' });
  expect(runBlock(newsSignals, of, '2026-11-01', {}, 0.4, kept)).toMatchObject({
    value: { items: { items: [{ confidence: 0.45 }] } },
  });
});

it.each<[string, Asked]>([
  ['a paper of another country', { byPlace: [article('Bramley Widgets', { country: 'United States' })] }],
  ['a publisher that is not the website', { site: own(HOST), byPlace: [], bySite: [article('Ours')] }],
  ['an article of before the window', { byPlace: [article('Bramley Widgets', { seen_on: '2026-08-22' })] }],
  ['nothing', { byPlace: [] }],
])('holds no news for %s', (_what, asked) => {
  expect(answered(asked)).toMatchObject({
    status: 'not_found',
    reason: 'no_signals_on_record',
    source: 'news_provider',
    as_of: '2026-11-21',
  });
});

it('never asks by the name alone: without a town and an accepted website it can not tell', () => {
  const company = { 'RegAddress.PostTown': '' };
  expect(answered({ company, otherwise: 'wanted' })).toEqual({
    status: 'not_found',
    reason: 'not_confirmed',
  });
  expect(answered({ company, otherwise: 'wanted', site: nameAlone(HOST) })).toMatchObject({
    reason: 'not_confirmed',
  });
  expect(answered({ company })).toEqual({ status: 'not_found', reason: 'not_available_yet' });
  expect(
    answered({ company, bySite: [article('Ours', { publisher_host: HOST })], site: own(HOST) }),
  ).toMatchObject({ status: 'available', value: { items: { items: [{ matched_on: 'domain' }] } } });
});

it.each<[string, ReasonCode, string]>([
  ['no feed is set', 'not_available_yet', 'not_available_yet'],
  ['the feed is out of reach', 'search_unavailable', 'search_unavailable'],
  ['the feed asked for a pause', 'source_busy', 'search_unavailable'],
  ['the feed answers what can not be read', 'signals_unavailable', 'signals_unavailable'],
])('says why where %s', (_why, otherwise, reason) => {
  expect(answered({ otherwise })).toEqual({
    status: 'not_found',
    reason,
    ...(reason !== 'not_available_yet' && { retry_suggested: true }),
  });
});

it('waits for the feed, and serves what is kept as such', () => {
  expect(answered({ otherwise: 'wanted' })).toEqual({ status: 'pending' });
  const checked = { ...CHECKED, checked_live: false };
  expect(answered({ byPlace: [article('Bramley Widgets Ltd wins award')], checked })).toMatchObject({
    source: 'cache',
    detail: { freshness: { checked_live: false } },
  });
});

it('tells nothing where somebody of the company is suppressed, whom a headline could name', () => {
  const byPlace = [article('Bramley Widgets director Jane Doe joins a board')];
  expect(answered({ byPlace, suppressed: false })).toMatchObject({ status: 'available' });
  const hidden = answered({ byPlace, suppressed: true });
  expect(hidden).toMatchObject({
    reason: 'no_signals_on_record',
    detail: { lists: { items: { total: 0, suppressed: 1 } } },
  });
  expect(JSON.stringify(hidden)).not.toContain('Jane');
});
