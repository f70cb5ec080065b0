/** The command `register follow`: keeps editions current from the register's streams until a signal. */
import { FOLLOWED_SOURCES } from '../../operator/register/follow/followed-streams.js';
import { followRegister, type FollowedStream } from '../../operator/register/follow/follow-register.js';
import type { SourceName } from '../../sources/index.js';
import * as args from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';
import { table } from '../output.js';
import { FollowHealth } from './follow-health.js';
import { abortOnSignal } from './end-signal.js';

interface FollowOptions {
  source?: readonly SourceName[];
  every?: number;
  restart?: boolean;
}

const asSources = args.asListOf(FOLLOWED_SOURCES, 'a source that can be followed');

export function followCommand(register: ProgramCommand): void {
  register
    .command('follow')
    .description("keeps editions current from the public register's streams, until SIGTERM or SIGINT")
    .option('--source <list>', `some of ${FOLLOWED_SOURCES.join(', ')} (default: all)`, asSources)
    .option('--every <time>', 'how often a new edition is made: 6h, 30m (default: 1d)', args.asDuration)
    .option('--restart', 'continues from now, after whole files were imported')
    .does(
      async (cli, { source: sources = FOLLOWED_SOURCES, every = DAY_MS, restart = false }: FollowOptions) => {
        const settings = cli.settings();
        const health = await FollowHealth.open(settings);
        cli.atEnd(() => health.close());
        if (health.url !== null) cli.out.message(`metrics, health and readiness are at ${health.url}`);
        const summary = await followRegister(settings, {
          sources,
          every,
          restart,
          signal: abortOnSignal(cli),
          report: (text) => cli.out.message(text),
          onBegin: (streams) => health.start(streams),
        });
        if (summary.streams.some(({ ending }) => ending === 'snapshot_needed')) cli.checkFailed();
        cli.out.document(summary, () => table(summary.streams, COLUMNS));
      },
    );
}

const DAY_MS = 86_400_000;

const COLUMNS = {
  stream: ({ stream }: FollowedStream) => stream,
  source: ({ source: name }: FollowedStream) => name,
  ended: ({ ending }: FollowedStream) => ending.replace('_', ' '),
  timepoint: ({ timepoint }: FollowedStream) => timepoint ?? '-',
  events: ({ events }: FollowedStream) => events,
  waiting: ({ waiting }: FollowedStream) => waiting,
};
