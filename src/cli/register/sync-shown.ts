/** Shows the progress and the results of a sync. */
import { Register } from '../../../packages/enrichment/src/index.js';
import * as args from '../arguments.js';
import type { Cli } from '../command-line.js';
import { thousands } from '../../../packages/words/src/text/formats.js';
import { table, type Progress } from '../output.js';

/** The number of editions of a source that are kept by default. */
export const KEPT_EDITIONS = 2;

export const asSources = args.asListOf(Register.SYNCED_SOURCES, 'a source that is synced');

/** Shows the progress bars of a sync, one at a time. */
export class SyncBars {
  private label = '';
  private bar: Progress | null = null;

  constructor(private readonly cli: Pick<Cli, 'out'>) {}

  readonly onDownload: Register.SyncRequest['onDownload'] = (name, bytes, total) =>
    this.update(`Fetching ${name}`, bytes, total);

  readonly onImport: Register.SyncRequest['onImport'] = (name, { bytes, bytes_total }) =>
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

const sizeOf = ({ bytes }: Register.SyncOutcome): string =>
  bytes === undefined ? '' : bytes === null ? 'unknown' : `${thousands(Math.ceil(bytes / 1_000))} kB`;

export const syncTable = (outcomes: readonly Register.SyncOutcome[]): readonly string[] =>
  table(outcomes, COLUMNS);

const COLUMNS = {
  source: ({ source: name }: Register.SyncOutcome) => name,
  outcome: ({ outcome }: Register.SyncOutcome) => outcome.replaceAll('_', ' '),
  'as of': ({ as_of = '' }: Register.SyncOutcome) => as_of,
  files: ({ files }: Register.SyncOutcome) => (files === undefined ? '' : files.length),
  size: sizeOf,
  '': ({ edition, detail, licence }: Register.SyncOutcome) => detail ?? edition ?? licence ?? '',
};
