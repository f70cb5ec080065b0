/** Checks the editions of published files (in force, age, failed fetches), and keys for other services. */
import { countText } from '../../../packages/words/src/text/formats.js';
import type { SourceName } from '../../../packages/enrichment/src/index.js';
import { EditionFiles, SOURCE_NAMES, sourceNamed } from '../../../packages/enrichment/src/index.js';
import { doubtful, passed, failed, type Finding } from './finding.js';
import type { Settings } from '../../settings/settings.js';

/** Returns true if the source can be fetched without a key. */
function isSynced(source: SourceName): boolean {
  const { finder } = sourceNamed(source);
  return finder !== undefined && !('not_published' in finder) && finder.keyed !== true;
}

const fetchCommand = (source: SourceName): string =>
  isSynced(source)
    ? `company-data register sync --source ${source}`
    : source === 'cohorts'
      ? 'company-data register cohorts'
      : `company-data register import --source ${source} FILE...`;

export interface EditionInForce {
  readonly source: SourceName;
  readonly age_days: number;
  readonly stale: boolean;
}

/**
 * Checks the ages of editions. Without an edition of companies no row is matched. Without another source, the
 * blocks of that source answer a reason.
 */
export function agesCheck(inForce: readonly EditionInForce[]): Finding[] {
  const missing = SOURCE_NAMES.filter(
    (name) => isSynced(name) && inForce.every(({ source }) => source !== name),
  );
  if (missing.includes('companies'))
    return [failed('editions', 'no edition of companies is in force', fetchCommand('companies'))];
  const staleEditions = inForce.filter((edition) => edition.stale);
  const findings = [
    ...staleEditions.map(({ source, age_days }) =>
      doubtful('editions', `${source} is ${countText(age_days, 'day')} old`, fetchCommand(source)),
    ),
    ...(missing.length === 0
      ? []
      : [
          doubtful(
            'editions',
            `not loaded: ${missing.join(', ')}`,
            `company-data register sync --source ${missing.join(',')}`,
          ),
        ]),
  ];
  return findings.length > 0
    ? findings
    : [passed('editions', `${inForce.length} sources have one in force, none too old`)];
}

export function editionChecks(dataDir: string): Finding[] {
  const outdated = EditionFiles.cohortsOutdatedBy(dataDir);
  return [
    ...agesCheck(EditionFiles.agesInForce(dataDir)),
    ...EditionFiles.unreadInWords(dataDir).map((words) =>
      failed('editions', words, 'company-data register upgrade'),
    ),
    ...(outdated.length === 0
      ? []
      : [
          doubtful(
            'editions',
            `cohorts are older than ${outdated.join(', ')}`,
            'company-data register cohorts',
          ),
        ]),
    ...SOURCE_NAMES.flatMap((source) => {
      const failure = EditionFiles.syncNoteOf(dataDir, source)?.failure ?? null;
      return failure === null ? [] : [doubtful('sync', `${source}: ${failure.detail}`, fetchCommand(source))];
    }),
  ];
}

type KeySettings = Pick<Settings, 'publishers' | 'registerApi' | 'providers'>;

function isKeyed(source: SourceName): boolean {
  const { finder } = sourceNamed(source);
  return finder !== undefined && 'keyed' in finder;
}

/** Names what can't be asked without a key. @param wantedSources sources whose files are to be fetched */
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
