/** The sheet of the sources: their editions, their failed fetches, and the state of live sources. */
import type { LiveSources, Register } from '../../../packages/enrichment/src/index.js';
import { cell, sheetTable, type SheetColumns, type Sheet } from '../../../packages/words/src/sheet/sheet.js';

const isLive = (
  status: Register.SourceEdition | LiveSources.LiveSourceStatus,
): status is LiveSources.LiveSourceStatus => 'live' in status;

export const sourcesSheet = (
  sources: readonly (Register.SourceEdition | LiveSources.LiveSourceStatus)[],
  failures: readonly Register.SyncFailure[],
): Sheet => ({
  title: 'Editions',
  sentences: ['The sources of answers: imported published files, and live sources.'],
  table: sheetTable(
    sources.flatMap((status) => (isLive(status) ? [] : [status])),
    EDITION_COLUMNS,
    { none: 'No register is loaded yet: company-data register import loads one.' },
  ),
  parts: [
    { title: 'Not fetched', table: sheetTable(failures, FAILURE_COLUMNS) },
    { title: 'Asked live', table: sheetTable(sources.filter(isLive), LIVE_SOURCE_COLUMNS) },
  ],
});

const EDITION_COLUMNS: SheetColumns<Register.SourceEdition> = {
  source: ({ source }) => source,
  'as of': ({ as_of }) => as_of,
  state: ({ active, stale, unread, outdated_by }) => [
    active ? cell.badge('in force', 'good') : cell.badge('earlier'),
    active && stale ? [' ', cell.badge('stale', 'bad')] : '',
    unread === undefined ? '' : [' ', cell.badge(`can't be read here: ${unread}`, 'bad')],
    outdated_by === undefined
      ? ''
      : [' ', cell.badge(`made before ${outdated_by.join(', ')}: register cohorts`, 'bad')],
  ],
  'days old': ({ age_days }) => age_days,
  rows: ({ rows }) => rows,
  edition: ({ edition }) => cell.code(edition),
};

const FAILURE_COLUMNS: SheetColumns<Register.SyncFailure> = {
  source: ({ source }) => source,
  'looked at': ({ looked_at }) => cell.time(looked_at),
  'failed in a row': ({ failures }) => failures,
  why: ({ sync_failure }) => cell.client(sync_failure.detail),
};

const LIVE_SOURCE_COLUMNS: SheetColumns<LiveSources.LiveSourceStatus> = {
  source: ({ source }) => source,
  state: ({ on }) => (on ? cell.badge('asked live', 'good') : cell.badge('off')),
  'requests left': ({ allowance_left }) => allowance_left,
  'answered last': ({ last_success }) => cell.time(last_success),
  'failed last': ({ last_failure }) =>
    last_failure == null ? 'never' : [cell.time(last_failure.at), ' ', cell.client(last_failure.why)],
};
