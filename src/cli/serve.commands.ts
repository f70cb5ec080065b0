/** `serve`: the service itself, until a signal ends it. */
import { CommandFailure } from './failure.js';
import type { CommandGroup } from './command-line.js';
import { errorMessage } from '../platform/error-code.js';
import { createLogger } from '../platform/telemetry/logger.js';
import { serve } from '../serve/serve.js';

const untilSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });

export const serveCommand: CommandGroup = (program, run) => {
  program
    .command('serve')
    .description('starts the roles (ROLES) and runs until SIGTERM or SIGINT, then drains and exits 0')
    .action(
      run(async (cli) => {
        const settings = cli.settings();
        const logger = createLogger(settings);
        const ended = untilSignal();
        const serving = await serve(settings, logger).catch((error: unknown) => {
          throw new CommandFailure('not_started', errorMessage(error));
        });
        const { roles } = settings;
        const where = serving.url === null ? `running ${roles.join(', ')}` : `listening on ${serving.url}`;
        cli.out.document({ url: serving.url, roles }, () => `company-data ${where} (${roles.join(', ')})`);
        logger.info({ signal: await ended }, 'stopping');
        await serving.stop();
      }),
    );
};
