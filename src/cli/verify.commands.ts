/** The command `verify`: checks every invariant over the log, beside a running server or without one. */
import { parseAsOf, type AsOf } from '../billing/usage/rebuild/as-of.js';
import { verifySheet } from '../verify/verify.sheet.js';
import { readKeptFile } from '../operator/verify/kept-seal.js';
import { verifyService } from '../operator/verify/verify-service.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { refuseArgument } from './arguments.js';
import type { ProgramCommand } from './command-line.js';

export function verifyCommand(program: ProgramCommand): void {
  program
    .command('verify')
    .description(
      'checks the eleven invariants, the seals and the log of heads; exits with 1 if one is broken',
    )
    .option('--since <position>', 'only events after this position of the log', asPosition)
    .option(
      '--checkpoint <file>',
      'compare with what was kept elsewhere: an earlier verify --json, or a checkpoint of the log of heads',
    )
    .does(async (cli, { since, checkpoint }) => {
      const onBehind = (lane: string, error: unknown) =>
        cli.out.message(`The ${lane} lane is compared up to its position: ${errorMessage(error)}`);
      const options = {
        ...(since !== undefined && { since }),
        ...(checkpoint !== undefined && readKeptFile(checkpoint)),
      };
      const operator = await cli.operator();
      const report = await cli.out.withProgress('verify', 'events', (update) =>
        verifyService(operator, { onProgress: (events) => update(events, events), onBehind }, options),
      );
      if (!report.ok) cli.markFailed();
      cli.out.sheet(report, verifySheet);
    });
}

type Position = Extract<AsOf, { kind: 'position' }>['position'];

function asPosition(text: string): Position {
  const asOf = parseAsOf(text);
  return asOf?.kind === 'position' ? asOf.position : refuseArgument(`${text} is not a position of the log.`);
}
