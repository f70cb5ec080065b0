/**
 * Finds the premium options that this deployment can serve: those with a provider that its settings turn on
 * (Blocks 3.3). No other option can be enabled. An option whose provider was turned off later is refused.
 */
import { LiveSources } from '../../packages/enrichment/src/index.js';
import type { Settings } from '../settings/settings.js';
import type { PremiumOption } from '../../packages/contract/src/options.js';

/** Token of a `ReadonlySet<PremiumOption>`. */
export const SERVED_OPTIONS = Symbol('SERVED_OPTIONS');

/** The options that are built, and the provider that each needs. */
const NEEDS: readonly (readonly [PremiumOption, LiveSources.ProviderName])[] = [
  ['web_search', 'search_provider'],
  ['google_business', 'listing_provider'],
  ['ai', 'ai_provider'],
];

export const servedOptions = ({ providers }: Pick<Settings, 'providers'>): ReadonlySet<PremiumOption> =>
  new Set(NEEDS.filter(([, provider]) => LiveSources.isOn(providers, provider)).map(([option]) => option));
