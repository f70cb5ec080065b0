/**
 * Finds the premium options that this deployment can serve: those with a provider that its settings turn on
 * (Blocks 3.3). No other option can be enabled. An option whose provider was turned off later is refused.
 */
import { isOn } from '../live/providers/provider-forms.js';
import type { ProviderName } from '../live/providers/provider.js';
import type { Settings } from '../settings/settings.js';
import type { PremiumOption } from '../shared/options.js';

/** Token of a `ReadonlySet<PremiumOption>`. */
export const SERVED_OPTIONS = Symbol('SERVED_OPTIONS');

/** The options that are built, and the provider that each needs. */
const NEEDS: readonly (readonly [PremiumOption, ProviderName])[] = [
  ['web_search', 'search_provider'],
  ['google_business', 'listing_provider'],
  ['ai', 'ai_provider'],
];

export const servedOptions = ({ providers }: Pick<Settings, 'providers'>): ReadonlySet<PremiumOption> =>
  new Set(NEEDS.filter(([, provider]) => isOn(providers, provider)).map(([option]) => option));
