/** Checks the editions of published files: in force, age, and failed fetches. */
import { countText } from '../../../packages/words/src/text/formats.js';
import {
  EditionFiles,
  SOURCE_NAMES,
  type SourceName,
  sourceNamed,
} from '../../../packages/enrichment/src/index.js';
import { doubtful, passed, failed, type Finding } from './finding.js';

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
