/** Checks the keys for other services, and names what can't be asked without them. */
import type { Settings } from '../../settings/settings.js';
import { type SourceName, sourceNamed } from '../../../packages/enrichment/src/index.js';
import { doubtful, passed, type Finding } from './finding.js';

type KeySettings = Pick<Settings, 'publishers' | 'registerApi' | 'providers'>;

function isKeyed(source: SourceName): boolean {
  const { finder } = sourceNamed(source);
  return finder !== undefined && 'keyed' in finder;
}

/** @param wantedSources sources whose published files are to be fetched */
export function keysCheck(
  { publishers, registerApi, providers }: KeySettings,
  wantedSources: readonly SourceName[] = [],
): Finding {
  const unfetchable = publishers.landRegistryKey === null ? wantedSources.filter(isKeyed) : [];
  if (unfetchable.length > 0)
    return doubtful(
      'keys',
      `HMLR_API_KEY is not set: ${unfetchable.join(', ')} can't be fetched`,
      'Open an account at HM Land Registry, accept the licences, and set its key.',
    );
  const keys = {
    REGISTER_API_KEY: registerApi.key,
    REGISTER_STREAM_KEY: registerApi.streamKey,
    HMLR_API_KEY: publishers.landRegistryKey,
    SEARCH_API_KEY: providers.search.key,
    PLACES_API_KEY: providers.places.key,
  };
  const unset = Object.entries(keys).flatMap(([name, key]) => (key === null ? [name] : []));
  return passed('keys', unset.length === 0 ? 'all are set' : `not set, and so not used: ${unset.join(', ')}`);
}
