/** Declares each provider's requests: address, credentials and limits; null if its settings leave it off. */
import type { KeyedProviderSettings, ProviderSettings } from '../../settings.js';
import { parseNews, TOO_FAST } from './news/news-feed.js';
import type { ProviderForm } from './http-provider.js';
import type { ProviderName } from './provider.js';

const MEGABYTE = 1024 * 1024;
const AT_ONCE = { gapMs: 0, patienceMs: { resolve: 0, job: 0 } };

type Forms = Readonly<Record<ProviderName, ProviderForm | null>>;

/** Makes the form of an interface that takes its key in a header of its own. */
const keyedForm = (
  { key, url, callsPerDay }: KeyedProviderSettings,
  path: string,
  header: string,
): ProviderForm | null =>
  key === null
    ? null
    : {
        endpoint: endpointOf(url, path),
        headers: { [header]: key },
        timeLimitMs: 10_000,
        most: 4 * MEGABYTE,
        callsPerDay,
        ...AT_ONCE,
      };

/** The form of the model's server. The address is `https://host/v1`, or that of the server alone. */
function aiForm({ ai: { server, callsPerDay } }: ProviderSettings): ProviderForm | null {
  if (server === null) return null;
  const { url, key } = server;
  const base = new URL(url).pathname === '/' ? `${url}/v1` : url;
  return {
    endpoint: endpointOf(base, '/chat/completions'),
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    timeLimitMs: 60_000,
    most: MEGABYTE,
    callsPerDay,
    ...AT_ONCE,
  };
}

function newsForm({ news: { url, secondsBetweenCalls } }: ProviderSettings): ProviderForm | null {
  if (url === null) return null;
  const gapMs = secondsBetweenCalls * 1_000;
  return {
    endpoint: endpointOf(url, '/api/v2/doc/doc'),
    headers: {},
    parse: parseNews,
    tooFast: TOO_FAST,
    timeLimitMs: 30_000,
    most: 4 * MEGABYTE,
    callsPerDay: null,
    gapMs,
    // A job that would have to wait tries again later, so that resolves don't wait.
    patienceMs: { resolve: 20_000, job: gapMs },
  };
}

export const providerForms = (settings: ProviderSettings): Forms => ({
  search_provider: keyedForm(settings.search, '/res/v1/web/search', 'x-subscription-token'),
  listing_provider: keyedForm(settings.places, '/v1/places:searchText', 'x-goog-api-key'),
  ai_provider: aiForm(settings),
  news_provider: newsForm(settings),
});

/** The address of an interface. The setting may name the server, a part of the path, or all of it. */
export function endpointOf(address: string, path: string): string {
  const url = new URL(address);
  const there = url.pathname.split('/').filter(Boolean);
  const segments = path.split('/').filter(Boolean);
  const overlap = segments.findLastIndex((_, last) =>
    segments.slice(0, last + 1).every((part, i) => there.at(i - last - 1) === part),
  );
  url.pathname = `/${[...there, ...segments.slice(overlap + 1)].join('/')}`;
  return url.href;
}
