/** The command `serve`: runs the service until a signal ends it. */
import { NotDone } from '../../packages/platform/src/errors/refusal.js';
import type { CommandGroup } from './command-line.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { UnusablePlaceError } from '../../packages/platform/src/http/listening.js';
import { createLogger, type Logger } from '../../packages/platform/src/telemetry/logger.js';
import { EditionFiles } from '../../packages/enrichment/src/index.js';
import { SettingsError } from '../settings/settings-error.js';
import { refuseSandbox } from '../sandbox/sandbox-settings.js';
import { END_SIGNALS, untilEndSignal } from './register/end-signal.js';

/** A supervisor and the terminal may both send the same signal. Signals within this time count as one. */
const SAME_SIGNAL_MS = 1_000;
/**
 * After DRAIN_SECONDS and this time the process is ended. All roles have drained by then, unless one hangs.
 */
const EXTRA_DRAIN_MS = 40_000;

/** From now on a second signal, or the time limit, ends the process undrained. Nothing accepted is lost. */
function armForcedEnd(logger: Logger, drainSeconds: number): void {
  const firstSignalAt = performance.now();
  const end = (reason: string): void => {
    logger.error(reason);
    process.exit(1);
  };
  for (const signal of END_SIGNALS) {
    process.on(signal, () => {
      if (performance.now() - firstSignalAt > SAME_SIGNAL_MS) end('a second signal came: not drained');
    });
  }
  setTimeout(() => end('not drained in time'), drainSeconds * 1_000 + EXTRA_DRAIN_MS).unref();
}

/**
 * Returns the error of a failed start. An unusable address is a wrong setting; other failures may be
 * temporary.
 */
const startError = (error: unknown): Error =>
  error instanceof Error && error.name === UnusablePlaceError.name
    ? new SettingsError(error.message)
    : new NotDone('not_started', errorMessage(error));

export const serveCommand: CommandGroup = (program) => {
  program
    .command('serve')
    .description('starts the roles (ROLES) and runs until SIGTERM or SIGINT, then drains and exits 0')
    .does(async (cli) => {
      const settings = cli.settings();
      refuseSandbox(settings);
      const logger = createLogger(settings);
      // A signal during the start lets the start finish, then stops the service.
      const whenEnded = untilEndSignal().then((signal) => {
        logger.info({ signal }, 'stopping');
        armForcedEnd(logger, settings.drainSeconds);
      });
      for (const unreadEdition of EditionFiles.unreadEditions(settings.dataDir))
        logger.warn(unreadEdition, EditionFiles.unreadWords(unreadEdition));
      // Loaded here, because help needs only the description.
      const { serve } = await import('../processes/serve.js');
      const service = await serve(settings, logger).catch((error: unknown) => {
        throw startError(error);
      });
      const { roles } = settings;
      const stateText = service.url === null ? `running ${roles.join(', ')}` : `listening on ${service.url}`;
      const { url, consoleUrl: console_url, metricsUrl: metrics_url } = service;
      cli.out.document({ url, console_url, metrics_url, roles }, () => [
        `company-data ${stateText} (${roles.join(', ')})`,
        ...(console_url === null ? [] : [`the operator's console is at ${console_url}`]),
        ...(metrics_url === null ? [] : [`metrics, health and readiness are at ${metrics_url}`]),
      ]);
      await whenEnded;
      await service.stop();
    });
};
