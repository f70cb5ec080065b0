/** Reads the settings of providers of live lookups (Contract 10.2). Without settings a provider is off. */
import type { EnrichmentSettings } from '../../packages/enrichment/src/index.js';
import {
  baseUrl,
  number,
  oneWord,
  orNull,
  providerKey,
  providerUrl,
  setting,
  type ValuesOf,
} from './setting-forms.js';
import { SettingsError } from './settings-error.js';

const CALLS_RANGE = { from: 0, to: 1_000_000_000, integer: true };
const DEFAULT_CALLS_PER_DAY = 1_000;
/** The publisher of the news feed asks clients to wait this long between calls. */
const DEFAULT_SECONDS_BETWEEN_CALLS = 5;

const callsPerDay = number(CALLS_RANGE, DEFAULT_CALLS_PER_DAY);

export const PROVIDER_SETTINGS = {
  search: {
    /** Null: the provider is off. */
    key: setting('SEARCH_API_KEY', providerKey),
    url: setting('SEARCH_API_URL', providerUrl('https://api.search.brave.com')),
    /** Calls of all processes together in a UTC day. */
    callsPerDay: setting('SEARCH_CALLS_PER_DAY', callsPerDay),
  },
  places: {
    key: setting('PLACES_API_KEY', providerKey),
    url: setting('PLACES_API_URL', providerUrl('https://places.googleapis.com')),
    callsPerDay: setting('PLACES_CALLS_PER_DAY', callsPerDay),
  },
  ai: {
    url: setting('AI_API_URL', baseUrl),
    key: setting('AI_API_KEY', providerKey),
    model: setting('AI_MODEL', orNull(oneWord(200))),
    callsPerDay: setting('AI_CALLS_PER_DAY', callsPerDay),
  },
  news: {
    /** Null: the news feed is off. */
    url: setting('NEWS_API_URL', baseUrl),
    secondsBetweenCalls: setting(
      'NEWS_SECONDS_BETWEEN_CALLS',
      number({ from: 0, to: 3_600 }, DEFAULT_SECONDS_BETWEEN_CALLS),
    ),
  },
};

type ProviderValues = ValuesOf<typeof PROVIDER_SETTINGS>;
export type ProviderSettings = EnrichmentSettings['providers'];

/** @throws SettingsError if AI_API_URL and AI_MODEL aren't set together */
function aiServer({ url, key, model }: ProviderValues['ai']): ProviderSettings['ai']['server'] {
  if (url === null) {
    if (key === null && model === null) return null;
    throw new SettingsError('AI_API_URL must be set where AI_API_KEY or AI_MODEL is');
  }
  if (model === null) throw new SettingsError('AI_MODEL must be set where AI_API_URL is');
  return { url, model, key };
}

/** @throws SettingsError */
export const providerSettings = (values: ProviderValues): ProviderSettings => ({
  ...values,
  ai: { server: aiServer(values.ai), callsPerDay: values.ai.callsPerDay },
});
