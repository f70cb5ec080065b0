/** `verify`: every invariant over the whole log or from a checkpoint on, beside a running server or without one. */
import { parseAsOf, type AsOf } from '../billing/usage/rebuild/as-of.js';
import { verifySheet } from '../verify/verify.sheet.js';
import { verifyService } from '../operator/verify/verify-service.js';
import { errorMessage } from '../platform/errors/error-code.js';
import { wrong } from './arguments.js';
import type { ProgramCommand } from './command-line.js';

export function verifyCommand(program: ProgramCommand): void {
  program
    .command('verify')
    .description('checks the eleven invariants over the whole log; 1 and the offenders where one is broken')
    .option('--since <position>', 'only events behind this position: where the last run ended', position)
    .does(async (cli, { since }: { since?: Position }) => {
      const progress = cli.out.progress('verify', 0, 'events');
      const hearers = {
        onProgress: (events: number) => progress.update(events, events),
        onBehind: (lane: string, error: unknown) =>
          cli.out.message(`The ${lane} lane is compared as far as it is: ${errorMessage(error)}`),
      };
      const report = await verifyService(await cli.operator(), hearers, since);
      progress.stop();
      if (!report.ok) cli.checkFailed();
      cli.out.sheet(report, () => verifySheet(report));
    });
}

type Position = Extract<AsOf, { kind: 'position' }>['position'];

function position(text: string): Position {
  const asOf = parseAsOf(text);
  return asOf?.kind === 'position' ? asOf.position : wrong(`${text} is no position of the log.`);
}
