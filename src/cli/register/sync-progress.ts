/** Shows the progress and the results of a sync of published files. */
import { Register } from '../../../packages/enrichment/src/index.js';
import * as args from '../arguments.js';
import type { Cli } from '../command-line.js';
import type { SheetColumns } from '../../../packages/words/src/sheet/sheet.js';
import { thousands } from '../../../packages/words/src/text/formats.js';
import { tableLines, type Progress } from '../output.js';

/** The number of editions of a source that are kept by default. */
export const KEPT_EDITIONS = 2;

export const asSources = args.asListOf(Register.SYNCED_SOURCES, 'a source that is synced');

/** Shows the progress of a sync by one bar at a time, or by lines about each source. */
export class SyncProgress {
  private label = '';
  private bar: Progress | null = null;

  /** @param writesLines true for lines; the default on a terminal is a bar */
  constructor(
    private readonly cli: Pick<Cli, 'out'>,
    private readonly writesLines = !cli.out.hasTerminal,
  ) {}

  readonly onLook: NonNullable<Register.SyncRequest['onLook']> = (name, { number, of }) => {
    if (this.writesLines) this.cli.out.message(`Looking for ${name}, source ${number} of ${of}`);
  };

  readonly onSynced: Register.SyncRequest['onSynced'] = (outcome) => {
    this.stop();
    if (this.writesLines) this.cli.out.message(outcomeText(outcome));
  };

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

const outcomeText = ({ source: name, outcome, edition, detail }: Register.SyncOutcome): string =>
  [`${name}: ${outcome.replaceAll('_', ' ')}`, ...[edition ?? detail ?? []].flat()].join(', ');

const sizeText = ({ bytes }: Register.SyncOutcome): string =>
  bytes === undefined ? '' : bytes === null ? 'unknown' : `${thousands(Math.ceil(bytes / 1_000))} kB`;

export const outcomeLines = (outcomes: readonly Register.SyncOutcome[]): readonly string[] =>
  tableLines(outcomes, OUTCOME_COLUMNS);

const OUTCOME_COLUMNS: SheetColumns<Register.SyncOutcome> = {
  source: ({ source }) => source,
  outcome: ({ outcome }) => outcome.replaceAll('_', ' '),
  'as of': ({ as_of = '' }) => as_of,
  files: ({ files }) => (files === undefined ? '' : files.length),
  size: sizeText,
  '': ({ edition, detail, licence }) => detail ?? edition ?? licence ?? '',
};
