/**
 * Finds the premium options that this deployment can serve: those with a provider that its settings turn on
 * (Blocks 3.3). No other option can be enabled. An option whose provider was turned off later is refused.
 */
import type { Settings } from '../settings/settings.js';
import type { PremiumOption } from '../../packages/contract/src/options.js';

/** Token of a `ReadonlySet<PremiumOption>`. */
export const SERVED_OPTIONS = Symbol('SERVED_OPTIONS');

type Providers = Settings['providers'];

/** The premium options, each with the test that the settings turn on its provider. */
const PROVIDER_TESTS: readonly (readonly [PremiumOption, (providers: Providers) => boolean])[] = [
  ['web_search', ({ search }) => search.key !== null],
  ['google_business', ({ places }) => places.key !== null],
  ['ai', ({ ai }) => ai.server !== null],
];

export const servedOptions = ({ providers }: Pick<Settings, 'providers'>): ReadonlySet<PremiumOption> =>
  new Set(PROVIDER_TESTS.filter(([, isOn]) => isOn(providers)).map(([option]) => option));
