/** Reads the settings of the live register, of publishers and of providers (Contract 7.1). */
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

/** The live register. Addresses have no closing slash. */
export const REGISTER_SETTINGS = {
  /** Key of the REST and document API; null: the live register isn't asked. */
  key: setting('REGISTER_API_KEY', providerKey),
  /** Key of the streaming API, which takes no other key; null: the streams aren't followed. */
  streamKey: setting('REGISTER_STREAM_KEY', providerKey),
  apiUrl: setting('REGISTER_API_URL', providerUrl('https://api.company-information.service.gov.uk')),
  documentApiUrl: setting(
    'REGISTER_DOCUMENT_API_URL',
    providerUrl('https://document-api.company-information.service.gov.uk'),
  ),
  streamUrl: setting('REGISTER_STREAM_URL', providerUrl('https://stream.companieshouse.gov.uk')),
  /** Requests of all processes together in any five minutes. */
  requestsPer5Minutes: setting(
    'REGISTER_REQUESTS_PER_5_MINUTES',
    number({ from: 1, to: 1_000_000, integer: true }, 600),
  ),
};

/** The publishers whose files `register sync` fetches. */
export const PUBLISHER_SETTINGS = {
  urls: {
    companies_house: setting(
      'COMPANIES_HOUSE_FILES_URL',
      providerUrl('https://download.companieshouse.gov.uk'),
    ),
    statistics: setting('POSTCODES_URL', providerUrl('https://www.arcgis.com')),
    entity_ids: setting('ENTITY_IDS_URL', providerUrl('https://goldencopy.gleif.org')),
    pay_gap: setting('PAY_GAP_URL', providerUrl('https://gender-pay-gap.service.gov.uk')),
    land_registry: setting('HMLR_API_URL', providerUrl('https://use-land-property-data.service.gov.uk')),
    open_contracting: setting('OPEN_CONTRACTING_URL', providerUrl('https://data.open-contracting.org')),
  },
  /** The key of the account at HM Land Registry; null: its files aren't fetched. */
  landRegistryKey: setting('HMLR_API_KEY', providerKey),
};

/** The publisher of the news feed asks clients to wait this long between calls. */
const DEFAULT_SECONDS_BETWEEN_CALLS = 5;

const callsPerDay = number({ from: 0, to: 1_000_000_000, integer: true }, 1_000);

/** The providers of live lookups (Contract 10.2). Without settings a provider is off. */
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
