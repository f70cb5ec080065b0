/** The settings of a sandbox beside its folder and its address. */
import { SettingsError } from '../settings/settings-error.js';

/** Stands before every stream of a sandbox's log, and in the stamp of its stores: no service opens them. */
export const SANDBOX_PREFIX = 'sandbox.';

/** Seconds after which a resolve answers with what there is. */
export const RESOLVE_SECONDS = 5;
/** Seconds after which a block that is still pending is given up. */
export const DEADLINE_SECONDS = 15;
/** Megabytes of the largest body. */
const BODY_MB = 32;

export const SANDBOX_SETTINGS: Readonly<Record<string, string>> = {
  METRICS_PORT: '0',
  CONSOLE_PORT: '0',
  LOG_LEVEL: 'warn',
  OPERATOR: 'sandbox',
  RESOLVE_TIMEOUT_SECONDS: String(RESOLVE_SECONDS),
  LIVE_DEADLINE_SECONDS: String(DEADLINE_SECONDS),
  MAX_BODY_MB: String(BODY_MB),
};

/**
 * @throws SettingsError where the settings name the log of a sandbox: nothing of it may pass for a service's
 */
export function refuseSandbox({
  eventStreamPrefix,
  dataDir,
}: {
  eventStreamPrefix: string;
  dataDir: string;
}): void {
  if (eventStreamPrefix === SANDBOX_PREFIX)
    throw new SettingsError(
      `EVENT_STREAM_PREFIX '${SANDBOX_PREFIX}' is that of a sandbox, whose log (DATA_DIR ${dataDir}) is no service's: start company-data sandbox`,
    );
}
