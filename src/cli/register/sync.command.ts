/** `register sync`: published files, from their publishers' sites into editions in force. */
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
import type { ProgramCommand } from '../command-line.js';
import { untilSignal } from './signals.js';
import { KEPT, sourceList, SyncBars, syncTable } from './sync-shown.js';

interface SyncOptions {
  source?: readonly SourceName[];
  keep?: number;
  dryRun?: boolean;
  every?: number;
}

export function syncCommand(register: ProgramCommand): void {
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
    .does(async (cli, { source: sources, keep = KEPT, dryRun = false, every }: SyncOptions) => {
      if (dryRun && every !== undefined) words.wrong('--dry-run looks once: leave --every out.');
      const bars = new SyncBars(cli);
      const { onDownload, onImport } = bars;
      const request = {
        ...(sources !== undefined && { sources }),
        ...{ keep, signal: untilSignal(cli), onDownload, onImport },
        onSynced: (outcome) => {
          bars.stop();
          if (every !== undefined) cli.out.message(wordsOf(outcome));
        },
      } satisfies Omit<SyncRequest, 'dryRun'>;
      const operator = await cli.operator();
      const summary = await (
        every === undefined
          ? syncRegister(operator, { ...request, dryRun })
          : keepSynced(operator, { ...request, every })
      ).finally(() => bars.stop());
      // One that runs on tells failures as they come, and register status has them.
      if (every === undefined && summary.sources.some((outcome) => isFailure(outcome, sources !== undefined)))
        cli.checkFailed();
      cli.out.document(summary, () => syncTable(summary.sources));
    });
}

const wordsOf = ({ source: name, outcome, edition, detail }: SyncOutcome): string =>
  [`${name}: ${outcome.replaceAll('_', ' ')}`, ...[edition ?? detail ?? []].flat()].join(', ');
