/** The command `register sync`: loads published files from their publishers' sites and puts them in force. */
import { registerContext } from '../../operator/editions/register-context.js';
import { Register } from '../../../packages/enrichment/src/index.js';
import * as args from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';
import { abortOnSignal } from './end-signal.js';
import { KEPT_EDITIONS, asSources, SyncProgress, outcomeLines } from './sync-progress.js';

export function addRegisterSyncCommand(register: ProgramCommand): void {
  register
    .command('sync')
    .description("fetches the newest editions from their publishers' sites and puts them in force")
    .option('--source <list>', `some of ${Register.SYNCED_SOURCES.join(', ')} (default: all)`, asSources)
    .option(
      '--keep <count>',
      `editions of a source to keep (default: ${KEPT_EDITIONS})`,
      args.asWholeNumber(1, 1_000),
    )
    .option('--dry-run', 'only shows what it would fetch, with size and licence')
    .option('--every <time>', 'repeats until SIGTERM or SIGINT: 24h, 6h', args.asMilliseconds)
    .does(async (cli, { source: sources, keep = KEPT_EDITIONS, dryRun = false, every }) => {
      if (dryRun && every !== undefined) args.refuseArgument('--dry-run runs once. Leave out --every.');
      const progress = new SyncProgress(cli, dryRun || every !== undefined || !cli.out.hasTerminal);
      const { onDownload, onImport, onLook, onSynced } = progress;
      const request = {
        ...(sources !== undefined && { sources }),
        ...{ keep, signal: abortOnSignal(cli), onDownload, onImport, onSynced },
        ...(every === undefined && { onLook }),
      } satisfies Omit<Register.SyncRequest, 'dryRun'>;
      const operator = await cli.operator();
      const summary = await (
        every === undefined
          ? Register.syncRegister(registerContext(operator), { ...request, dryRun })
          : Register.keepSynced(registerContext(operator), { ...request, every })
      ).finally(() => progress.stop());
      // A repeated sync shows failures when they happen; register status lists them.
      if (
        every === undefined &&
        summary.sources.some((outcome) => Register.isFailure(outcome, sources !== undefined))
      )
        cli.markFailed();
      cli.out.document(summary, () => outcomeLines(summary.sources));
    });
}
