/** `register sync`: published files, from their publishers' sites into editions in force. */
import type { Command } from 'commander';
import {
  isFailure,
  SYNCED_SOURCES,
  syncRegister,
  type SyncOutcome,
  type SyncRequest,
} from '../../operator/register/sync/sync-register.js';
import { keepSynced } from '../../operator/register/sync/keep-synced.js';
import type { SourceName } from '../../sources/index.js';
import * as words from '../arguments.js';
import type { Cli, Run } from '../command-line.js';
import { operatorOf } from '../operator.js';
import { counted, table, type Progress } from '../output.js';
import { untilSignal } from './signals.js';

interface SyncOptions {
  source?: readonly SourceName[];
  keep?: number;
  dryRun?: boolean;
  every?: number;
}

const source = words.oneOf(SYNCED_SOURCES, 'a source that is synced');
const sourceList = (text: string): readonly SourceName[] => [...new Set(text.split(',').map(source))];
const KEPT = 2;

export function syncCommand(register: Command, run: Run): void {
  register
    .command('sync')
    .description("fetches the newest editions from their publishers' sites and puts them in force")
    .option('--source <list>', `of ${SYNCED_SOURCES.join(', ')} (default: all)`, sourceList)
    .option(
      '--keep <count>',
      `editions of a source that stay (default: ${KEPT})`,
      words.wholeNumber(1, 1_000),
    )
    .option('--dry-run', 'only says what it would fetch, how large, and under which licence')
    .option('--every <time>', 'looks again until SIGTERM or SIGINT: 24h, 6h', words.duration)
    .action(
      run(async (cli, { source: sources, keep = KEPT, dryRun = false, every }: SyncOptions) => {
        if (dryRun && every !== undefined) words.wrong('--dry-run looks once: leave --every out.');
        const bars = new Bars(cli);
        const request = {
          ...(sources !== undefined && { sources }),
          ...{ keep, signal: untilSignal(cli) },
          onDownload: (name, bytes, total) => bars.update(`Fetching ${name}`, bytes, total),
          onImport: (name, { bytes, bytes_total }) => bars.update(`Importing ${name}`, bytes, bytes_total),
          onSynced: (outcome) => {
            bars.stop();
            if (every !== undefined) cli.out.message(wordsOf(outcome));
          },
        } satisfies Omit<SyncRequest, 'dryRun'>;
        const operator = await operatorOf(cli);
        const summary = await (
          every === undefined
            ? syncRegister(operator, { ...request, dryRun })
            : keepSynced(operator, { ...request, every })
        ).finally(() => bars.stop());
        // One that runs on tells failures as they come, and register status has them.
        if (
          every === undefined &&
          summary.sources.some((outcome) => isFailure(outcome, sources !== undefined))
        )
          cli.checkFailed();
        cli.out.document(summary, () => table(summary.sources, COLUMNS));
      }),
    );
}

const wordsOf = ({ source: name, outcome, edition, detail }: SyncOutcome): string =>
  [`${name}: ${outcome.replaceAll('_', ' ')}`, ...[edition ?? detail ?? []].flat()].join(', ');

/** One bar at a time. */
class Bars {
  private label = '';
  private bar: Progress | null = null;

  constructor(private readonly cli: Pick<Cli, 'out'>) {}

  update(label: string, bytes: number, total: number): void {
    if (label !== this.label) {
      this.stop();
      this.label = label;
      this.bar = this.cli.out.progress(label, megabytes(total), 'MB');
    }
    this.bar?.update(megabytes(bytes), Math.max(megabytes(total), megabytes(bytes)));
  }

  stop(): void {
    this.bar?.stop();
    this.bar = null;
    this.label = '';
  }
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

const sizeOf = ({ bytes }: SyncOutcome): string =>
  bytes === undefined ? '' : bytes === null ? 'not told' : `${counted(Math.ceil(bytes / 1_000))} kB`;

const COLUMNS = {
  source: ({ source: name }: SyncOutcome) => name,
  outcome: ({ outcome }: SyncOutcome) => outcome.replaceAll('_', ' '),
  'as of': ({ as_of = '' }: SyncOutcome) => as_of,
  files: ({ files }: SyncOutcome) => (files === undefined ? '' : files.length),
  size: sizeOf,
  '': ({ edition, detail, licence }: SyncOutcome) => detail ?? edition ?? licence ?? '',
};
