/** `verify`: every invariant over the whole log, beside a running server or without one. */
import type { Command } from 'commander';
import { renderVerify } from '../investigate/verify/render-verify.js';
import { verifyService } from '../operator/verify/verify-service.js';
import { errorMessage } from '../platform/errors/error-code.js';
import type { Run } from './command-line.js';
import { operatorOf } from './operator.js';

export function verifyCommand(program: Command, run: Run): void {
  program
    .command('verify')
    .description('checks the nine invariants over the whole log; 1 and the offenders where one is broken')
    .action(
      run(async (cli) => {
        const progress = cli.out.progress('verify', 0, 'events');
        const report = await verifyService(await operatorOf(cli), {
          onProgress: (events) => progress.update(events, events),
          onBehind: (lane, error) =>
            cli.out.message(`The ${lane} lane is compared as far as it is: ${errorMessage(error)}`),
        });
        progress.stop();
        if (!report.ok) cli.checkFailed();
        cli.out.document(report, () => renderVerify(report));
      }),
    );
}
