/** Shows the progress and the results of a sync. */
import {
  SYNCED_SOURCES,
  type SyncOutcome,
  type SyncRequest,
} from '../../operator/register/sync/sync-register.js';
import * as args from '../arguments.js';
import type { Cli } from '../command-line.js';
import { thousands } from '../../shared/text/formats.js';
import { table, type Progress } from '../output.js';

/** The number of editions of a source that are kept by default. */
export const KEPT_EDITIONS = 2;

export const asSources = args.asListOf(SYNCED_SOURCES, 'a source that is synced');

/** Shows the progress bars of a sync, one at a time. */
export class SyncBars {
  private label = '';
  private bar: Progress | null = null;

  constructor(private readonly cli: Pick<Cli, 'out'>) {}

  readonly onDownload: SyncRequest['onDownload'] = (name, bytes, total) =>
    this.update(`Fetching ${name}`, bytes, total);

  readonly onImport: SyncRequest['onImport'] = (name, { bytes, bytes_total }) =>
    this.update(`Importing ${name}`, bytes, bytes_total);

  stop(): void {
    this.bar?.stop();
    this.bar = null;
    this.label = '';
  }

  private update(label: string, bytes: number, total: number): void {
    if (label !== this.label) {
      this.stop();
      this.label = label;
      this.bar = this.cli.out.progress(label, megabytes(total), 'MB');
    }
    this.bar?.update(megabytes(bytes), Math.max(megabytes(total), megabytes(bytes)));
  }
}

/** Rounds bytes to megabytes, for progress bars. */
export const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

const sizeOf = ({ bytes }: SyncOutcome): string =>
  bytes === undefined ? '' : bytes === null ? 'unknown' : `${thousands(Math.ceil(bytes / 1_000))} kB`;

export const syncTable = (outcomes: readonly SyncOutcome[]): readonly string[] => table(outcomes, COLUMNS);

const COLUMNS = {
  source: ({ source: name }: SyncOutcome) => name,
  outcome: ({ outcome }: SyncOutcome) => outcome.replaceAll('_', ' '),
  'as of': ({ as_of = '' }: SyncOutcome) => as_of,
  files: ({ files }: SyncOutcome) => (files === undefined ? '' : files.length),
  size: sizeOf,
  '': ({ edition, detail, licence }: SyncOutcome) => detail ?? edition ?? licence ?? '',
};
