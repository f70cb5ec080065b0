/** `verify`: every invariant over the whole log, beside a running server or without one. */
import type { Command } from 'commander';
import { renderVerify } from '../investigate/verify/render-verify.js';
import { verifyLog } from '../investigate/verify/verify-log.js';
import { errorMessage } from '../platform/errors/error-code.js';
import type { Cli, Run } from './command-line.js';
import type { Services } from './services.js';
import { openServices } from './services.js';

export function verifyCommand(program: Command, run: Run): void {
  program
    .command('verify')
    .description('checks the eight invariants over the whole log; 1 and the offenders where one is broken')
    .action(
      run(async (cli) => {
        const services = await openServices(cli);
        const { stores, models } = services;
        await catchUp(cli, services);
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

/** Without a running server the figures and pages may be far behind; a lane that can't go on is compared as it stands. */
async function catchUp(cli: Cli, services: Services): Promise<void> {
  for (const lane of ['billing', 'pages'] as const) {
    await services.upToDate(lane).catch((error: unknown) => {
      cli.out.message(`The ${lane} lane is compared as far as it is: ${errorMessage(error)}`);
    });
  }
}
