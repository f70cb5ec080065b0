/** The command `register follow`: keeps editions current from the register's streams until a signal. */
import { Register } from '../../../packages/enrichment/src/index.js';
import type { SheetColumns } from '../../../packages/words/src/sheet/sheet.js';
import * as args from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';
import { tableLines } from '../output.js';
import { FollowHealth } from './follow-health.js';
import { abortOnSignal } from './end-signal.js';

const asSources = args.asListOf(Register.FOLLOWED_SOURCES, 'a source that can be followed');

export function addFollowCommand(register: ProgramCommand): void {
  register
    .command('follow')
    .description("keeps editions current from the public register's streams, until SIGTERM or SIGINT")
    .option('--source <list>', `some of ${Register.FOLLOWED_SOURCES.join(', ')} (default: all)`, asSources)
    .option('--every <time>', 'how often a new edition is made: 6h, 30m (default: 1d)', args.asMilliseconds)
    .option('--restart', 'continues from now, after whole files were imported')
    .does(async (cli, { source: sources = Register.FOLLOWED_SOURCES, every = DAY_MS, restart = false }) => {
      const settings = cli.settings();
      const health = await FollowHealth.open(settings);
      cli.runAtEnd(() => health.close());
      if (health.url !== null) cli.out.message(`metrics, health and readiness are at ${health.url}`);
      const summary = await Register.followRegister(settings, {
        sources,
        every,
        restart,
        signal: abortOnSignal(cli),
        report: (text) => cli.out.message(text),
        onBegin: (streams) => health.start(streams),
      });
      if (summary.streams.some(({ ending }) => ending === 'snapshot_needed')) cli.markFailed();
      cli.out.document(summary, ({ streams }) => tableLines(streams, STREAM_COLUMNS));
    });
}

const DAY_MS = 86_400_000;

const STREAM_COLUMNS: SheetColumns<Register.FollowedStream> = {
  stream: ({ stream }) => stream,
  source: ({ source }) => source,
  ended: ({ ending }) => ending.replace('_', ' '),
  timepoint: ({ timepoint }) => timepoint ?? '-',
  events: ({ events }) => events,
  waiting: ({ waiting }) => waiting,
};
