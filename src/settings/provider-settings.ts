/** The settings of providers that are asked live (Contract 10.2): one without its own is off. */
import { z } from 'zod';
import { withoutTrailing } from '../shared/text/trailing.js';
import { number, providerKey, providerUrl, url } from './setting-forms.js';
import { SettingsError } from './settings-error.js';

export interface KeyedProviderSettings {
  /** Null: it isn't asked. */
  readonly key: string | null;
  /** Where it is, without a closing slash. */
  readonly url: string;
  /** In a UTC day, of all processes together. */
  readonly callsPerDay: number;
}

export interface ProviderSettings {
  readonly search: KeyedProviderSettings;
  readonly places: KeyedProviderSettings;
  readonly ai: {
    /** Null: it isn't asked. */
    readonly server: { readonly url: string; readonly model: string; readonly key: string | null } | null;
    readonly callsPerDay: number;
  };
  readonly news: {
    /** Null: it isn't asked. */
    readonly url: string | null;
    /** Between two calls of all processes together. */
    readonly secondsBetweenCalls: number;
  };
}

const CALLS = { from: 0, to: 1_000_000_000, integer: true };
const CALLS_PER_DAY = 1_000;
/** What the publisher of the news asks for. */
const SECONDS_BETWEEN_CALLS = 5;

const address = url('https|http');

export const PROVIDER_VARIABLES = {
  SEARCH_API_KEY: providerKey,
  SEARCH_API_URL: providerUrl('https://api.search.brave.com'),
  SEARCH_CALLS_PER_DAY: number(CALLS, CALLS_PER_DAY),
  PLACES_API_KEY: providerKey,
  PLACES_API_URL: providerUrl('https://places.googleapis.com'),
  PLACES_CALLS_PER_DAY: number(CALLS, CALLS_PER_DAY),
  AI_API_URL: address,
  AI_API_KEY: providerKey,
  AI_MODEL: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,200}$/, 'must be one word of visible ASCII characters')
    .optional(),
  AI_CALLS_PER_DAY: number(CALLS, CALLS_PER_DAY),
  NEWS_API_URL: address,
  NEWS_SECONDS_BETWEEN_CALLS: number({ from: 0, to: 3_600 }, SECONDS_BETWEEN_CALLS),
};

type Values = z.output<z.ZodObject<typeof PROVIDER_VARIABLES>>;

const withoutSlash = (text: string): string => withoutTrailing(text, '/');

/** @throws SettingsError */
function aiServer({ AI_API_URL: base, AI_API_KEY: key, AI_MODEL: model }: Values) {
  if (base === undefined) {
    if (key === undefined && model === undefined) return null;
    throw new SettingsError('AI_API_URL must be set where AI_API_KEY or AI_MODEL is');
  }
  if (model === undefined) throw new SettingsError('AI_MODEL must be set where AI_API_URL is');
  return { url: withoutSlash(base), model, key: key ?? null };
}

/** @throws SettingsError */
export const providerSettings = (values: Values): ProviderSettings => ({
  search: {
    key: values.SEARCH_API_KEY ?? null,
    url: values.SEARCH_API_URL,
    callsPerDay: values.SEARCH_CALLS_PER_DAY,
  },
  places: {
    key: values.PLACES_API_KEY ?? null,
    url: values.PLACES_API_URL,
    callsPerDay: values.PLACES_CALLS_PER_DAY,
  },
  ai: { server: aiServer(values), callsPerDay: values.AI_CALLS_PER_DAY },
  news: {
    url: values.NEWS_API_URL === undefined ? null : withoutSlash(values.NEWS_API_URL),
    secondsBetweenCalls: values.NEWS_SECONDS_BETWEEN_CALLS,
  },
});
