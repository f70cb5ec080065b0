/** Checks the editions of published files: in force, age, and failed fetches. */
import { countText } from '../../../packages/words/src/text/formats.js';
import {
  EditionFiles,
  SOURCE_NAMES,
  type SourceName,
  sourceNamed,
} from '../../../packages/enrichment/src/index.js';
import { doubtful, passed, failed, type Finding } from './finding.js';

/** Returns true if anybody can fetch the source, without a key. */
function isSynced(source: SourceName): boolean {
  const { finder } = sourceNamed(source);
  return finder !== undefined && !('not_published' in finder) && finder.keyed !== true;
}

const fetching = (source: SourceName): string =>
  isSynced(source)
    ? `company-data register sync --source ${source}`
    : source === 'cohorts'
      ? 'company-data register cohorts'
      : `company-data register import --source ${source} FILE...`;

export interface InForce {
  readonly source: SourceName;
  readonly age_days: number;
  readonly stale: boolean;
}

/**
 * Checks the ages of editions. No row is matched without companies; without another source its blocks give a
 * reason.
 */
export function agesCheck(inForce: readonly InForce[]): Finding[] {
  const missing = SOURCE_NAMES.filter(
    (name) => isSynced(name) && inForce.every(({ source }) => source !== name),
  );
  if (missing.includes('companies'))
    return [failed('editions', 'no edition of companies is in force', fetching('companies'))];
  const stale = inForce.filter((each) => each.stale);
  const troubles = [
    ...stale.map(({ source, age_days }) =>
      doubtful('editions', `${source} is ${countText(age_days, 'day')} old`, fetching(source)),
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
  return troubles.length > 0
    ? troubles
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
      return failure === null ? [] : [doubtful('sync', `${source}: ${failure.detail}`, fetching(source))];
    }),
  ];
}
