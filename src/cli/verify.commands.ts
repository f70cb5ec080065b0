/** `verify`: every invariant over the whole log, beside a running server or without one. */
import type { Command } from 'commander';
import { renderVerify } from '../investigate/verify/render-verify.js';
import { verifyLog } from '../investigate/verify/verify-log.js';
import type { Run } from './command-line.js';
import { openServices } from './services.js';

export function verifyCommand(program: Command, run: Run): void {
  program
    .command('verify')
    .description('checks the eight invariants over the whole log; 1 and the offenders where one is broken')
    .action(
      run(async (cli) => {
        const { stores, models } = await openServices(cli);
        const progress = cli.out.progress('verify', 0, 'events');
        const report = await verifyLog({
          eventStore: stores.eventStore,
          readModels: models,
          onProgress: (events) => progress.update(events, events),
        });
        progress.stop();
        if (!report.ok) cli.checkFailed();
        cli.out.document(report, () => renderVerify(report));
      }),
    );
}
