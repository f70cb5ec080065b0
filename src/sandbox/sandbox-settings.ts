/** The settings of a sandbox, without its folder and its address. */
import { SettingsError } from '../settings/settings-error.js';
import type { Settings } from '../settings/settings.js';

/** The prefix of all streams of a sandbox. The stamp of its stores has it too, so no service opens them. */
export const SANDBOX_PREFIX = 'sandbox.';

/** The seconds after which a resolve answers, with blocks that are still pending. */
export const RESOLVE_SECONDS = 5;
/** The seconds after which a pending block is answered `not_found`. */
export const DEADLINE_SECONDS = 15;
export const SANDBOX_SETTINGS: Readonly<Record<string, string>> = {
  METRICS_PORT: '0',
  CONSOLE_PORT: '0',
  LOG_LEVEL: 'warn',
  OPERATOR: 'sandbox',
  RESOLVE_TIMEOUT_SECONDS: String(RESOLVE_SECONDS),
  LIVE_DEADLINE_SECONDS: String(DEADLINE_SECONDS),
  MAX_BODY_MB: '32',
};

type LogSettings = Pick<Settings, 'eventStreamPrefix' | 'dataDir'>;

/** @throws SettingsError where the settings name a sandbox's log, which must not pass for a service's */
export function refuseSandbox({ eventStreamPrefix, dataDir }: LogSettings): void {
  if (eventStreamPrefix === SANDBOX_PREFIX)
    throw new SettingsError(
      `EVENT_STREAM_PREFIX '${SANDBOX_PREFIX}' is that of a sandbox, whose log (DATA_DIR ${dataDir}) is no service's: start company-data sandbox`,
    );
}
