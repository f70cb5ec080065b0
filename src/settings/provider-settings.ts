/** The settings of providers that are asked live (Contract 10.2): one without its own is off. */
import { z } from 'zod';
import { baseUrl, number, orNull, providerKey, providerUrl, setting, type Read } from './setting-forms.js';
import { SettingsError } from './complaint.js';

const CALLS = { from: 0, to: 1_000_000_000, integer: true };
const CALLS_PER_DAY = 1_000;
/** What the publisher of the news asks for. */
const SECONDS_BETWEEN_CALLS = 5;

const callsPerDay = number(CALLS, CALLS_PER_DAY);

export const PROVIDERS = {
  search: {
    /** Null: it isn't asked. */
    key: setting('SEARCH_API_KEY', providerKey),
    url: setting('SEARCH_API_URL', providerUrl('https://api.search.brave.com')),
    /** In a UTC day, of all processes together. */
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
    model: setting(
      'AI_MODEL',
      orNull(
        z
          .string()
          .trim()
          .regex(/^[\x21-\x7e]{1,200}$/, 'must be one word of visible ASCII characters')
          .optional(),
      ),
    ),
    callsPerDay: setting('AI_CALLS_PER_DAY', callsPerDay),
  },
  news: {
    /** Null: it isn't asked. */
    url: setting('NEWS_API_URL', baseUrl),
    /** Between two calls of all processes together. */
    secondsBetweenCalls: setting(
      'NEWS_SECONDS_BETWEEN_CALLS',
      number({ from: 0, to: 3_600 }, SECONDS_BETWEEN_CALLS),
    ),
  },
};

type Given = Read<typeof PROVIDERS>;
export type KeyedProviderSettings = Given['search'];

export interface ProviderSettings extends Omit<Given, 'ai'> {
  readonly ai: {
    /** Null: it isn't asked. */
    readonly server: { readonly url: string; readonly model: string; readonly key: string | null } | null;
    readonly callsPerDay: number;
  };
}

/** @throws SettingsError */
function aiServer({ url: base, key, model }: Given['ai']): ProviderSettings['ai']['server'] {
  if (base === null) {
    if (key === null && model === null) return null;
    throw new SettingsError('AI_API_URL must be set where AI_API_KEY or AI_MODEL is');
  }
  if (model === null) throw new SettingsError('AI_MODEL must be set where AI_API_URL is');
  return { url: base, model, key };
}

/** @throws SettingsError */
export const providerSettings = (given: Given): ProviderSettings => ({
  ...given,
  ai: { server: aiServer(given.ai), callsPerDay: given.ai.callsPerDay },
});
