/** `serve`: the service itself, until a signal ends it. */
import { NotDone } from '../operator/refusal.js';
import type { CommandGroup } from './command-line.js';
import { errorMessage } from '../platform/errors/error-code.js';
import { UnusablePlaceError } from '../platform/http/listening.js';
import { createLogger, type Logger } from '../platform/telemetry/logger.js';
import { unreadWords } from '../sources/kit/editions/readable-edition.js';
import { unreadEditions } from '../sources/kit/editions/register-status.js';
import { SettingsError } from '../settings/settings-error.js';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
/** A supervisor and the terminal may both pass one signal on: only a later one is meant as a second. */
const SAME_SIGNAL_MS = 1_000;
/** Beside DRAIN_SECONDS, longer than all roles may take to drain, one after the other: something hangs. */
const DRAIN_LIMIT_MS = 40_000;

const untilSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, resolve);
  });

/** From now on a second signal, or too long a time, ends the process as it is: nothing that was accepted is lost. */
function endAnyway(logger: Logger, drainSeconds: number): void {
  const told = performance.now();
  const end = (why: string): void => {
    logger.error(why);
    process.exit(1);
  };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (performance.now() - told > SAME_SIGNAL_MS) end('told twice to stop: not drained');
    });
  }
  setTimeout(() => end('not drained in time'), drainSeconds * 1_000 + DRAIN_LIMIT_MS).unref();
}

/** A place that can't be listened at is a wrong setting, also where a role's own thread says so; the rest may pass. */
const notStarted = (error: unknown): Error =>
  error instanceof Error && error.name === UnusablePlaceError.name
    ? new SettingsError(error.message)
    : new NotDone('not_started', errorMessage(error));

export const serveCommand: CommandGroup = (program) => {
  program
    .command('serve')
    .description('starts the roles (ROLES) and runs until SIGTERM or SIGINT, then drains and exits 0')
    .does(async (cli) => {
      const settings = cli.settings();
      const logger = createLogger(settings);
      // Also where it comes amid the start, which then goes on to its end.
      const ended = untilSignal().then((signal) => {
        logger.info({ signal }, 'stopping');
        endAnyway(logger, settings.drainSeconds);
      });
      for (const unread of unreadEditions(settings.dataDir)) logger.warn(unread, unreadWords(unread));
      // Only the description is needed where help is asked for.
      const { serve } = await import('../processes/serve.js');
      const serving = await serve(settings, logger).catch((error: unknown) => {
        throw notStarted(error);
      });
      const { roles } = settings;
      const where = serving.url === null ? `running ${roles.join(', ')}` : `listening on ${serving.url}`;
      const { url, consoleUrl: console_url, metricsUrl: metrics_url } = serving;
      cli.out.document({ url, console_url, metrics_url, roles }, () => [
        `company-data ${where} (${roles.join(', ')})`,
        ...(console_url === null ? [] : [`the operator's console is at ${console_url}`]),
        ...(metrics_url === null ? [] : [`metrics, health and readiness are at ${metrics_url}`]),
      ]);
      await ended;
      await serving.stop();
    });
};
