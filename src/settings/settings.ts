/** Reads the settings of a process (Contract 7.1), once at the start, from the environment and `.env`. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'tldts';
import { z } from 'zod';
import { errorCode, errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { isPublicAddress } from '../../packages/platform/src/http-client/public-address.js';
import { keptSecret } from '../../packages/platform/src/secrets/kept-secret.js';
import type { KeyId } from '../../packages/contract/src/ids.js';
import type { PortChoice } from '../../packages/platform/src/http/listening.js';
import { LOG_LEVELS } from '../../packages/platform/src/telemetry/logger.js';
import type { TracingSettings } from '../../packages/platform/src/telemetry/tracer.js';
import { OPERATOR_NAME } from '../streams/operators/operator-role.js';
import { parsedUrl } from '../../packages/words/src/hosts/parsed-url.js';
import { SettingsError, settingsErrorText, withoutBlanks, type Variables } from './settings-error.js';
import {
  OPENID_VARIABLES,
  openIdSettings,
  type OpenIdSettings,
  PASSKEY_VARIABLES,
  passkeySettings,
  type PasskeySettings,
} from './sign-in-settings.js';
import {
  addressRanges,
  baseUrl,
  defaultText,
  number,
  orNull,
  origin,
  readTable,
  secret,
  setting,
  url,
  variablesOf,
  type ValuesOf,
} from './setting-forms.js';
import { BODY_VARIABLES, bodyLimits } from './body-settings.js';
import {
  REGISTER_SETTINGS,
  PROVIDER_SETTINGS,
  providerSettings,
  type ProviderSettings,
  PUBLISHER_SETTINGS,
} from './source-settings.js';
import { SITE_SETTINGS } from './site-settings.js';
import type { SettingName } from './setting-texts.js';
import {
  witnesses,
  TIMESTAMP_SETTINGS,
  timestampSettings,
  type TimestampSettings,
  SIGNING_KEY_VARIABLES,
  signingKeys,
} from './signing-settings.js';
import { TRACING_SETTINGS, tracingSettings } from './tracing-settings.js';

export { SettingsError };

/** The roles of a process where ROLES is unset. One more role, `sync`, fetches the files of publishers. */
export const DEFAULT_ROLES = ['api', 'worker', 'projector', 'console'] as const;
export const ROLES = [...DEFAULT_ROLES, 'sync'] as const;
export type Role = (typeof ROLES)[number];

const rolesForm = z
  .string()
  .default(DEFAULT_ROLES.join(','))
  .transform((text) => text.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(ROLES, `must be a list of ${ROLES.join(', ')}`)).min(1))
  .transform((list) => [...new Set(list)]);

const operatorForm = z
  .string()
  .trim()
  .regex(OPERATOR_NAME, 'must be a name of 1 to 100 letters, digits and ._@+-')
  .optional()
  .transform((name) => name ?? systemUser());

/** Returns the name of the user that the process runs as. In a container that user may have no name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

const PORT_RANGE = { from: 0, to: 65_535, integer: true };
const rowsForm = number({ from: 1, to: 1_000_000_000, integer: true }, 2_000_000);

/** The settings that depend on one variable. `setting-texts.ts` describes each. */
const SINGLE_SETTINGS = {
  /** 0: any free port. */
  port: setting('PORT', number(PORT_RANGE, 3000)),
  host: setting('HOST', z.string().default('127.0.0.1')),
  consoleHost: setting('CONSOLE_HOST', z.string().default('127.0.0.1')),
  /** The URL of the console, without a closing slash; null: browsers reach it where it listens. */
  consoleUrl: setting('CONSOLE_URL', orNull(origin)),
  trustedProxies: setting('TRUSTED_PROXIES', addressRanges),
  /** By default only this machine is admitted, because `/metrics` needs no key and shows business figures. */
  metricsHost: setting('METRICS_HOST', z.string().default('127.0.0.1')),
  drainSeconds: setting('DRAIN_SECONDS', number({ from: 0, to: 600 }, 0)),
  /** The URL of the API, without a closing slash; null: the address that the service listens on. */
  publicUrl: setting('PUBLIC_URL', baseUrl),
  /** An absolute path. */
  dataDir: setting(
    'DATA_DIR',
    z
      .string()
      .default('./data')
      .transform((path) => resolve(path)),
  ),
  /** Null: embedded in `dataDir`. */
  eventStoreUrl: setting(
    'EVENT_STORE_URL',
    orNull(url('esdb\\+discover|kurrentdb\\+discover|esdb|kurrentdb')),
  ),
  eventStreamPrefix: setting(
    'EVENT_STREAM_PREFIX',
    z
      .string()
      .regex(/^[A-Za-z0-9_.]{1,40}$/, 'must be at most 40 letters, digits, _ and .')
      .default(''),
  ),
  /** Null: embedded in `dataDir`. */
  mongodbUrl: setting('MONGODB_URL', orNull(url('mongodb\\+srv|mongodb'))),
  roles: setting('ROLES', rolesForm),
  workers: setting('WORKERS', number({ from: 1, to: 64, integer: true }, 1)),
  syncEveryHours: setting('SYNC_EVERY_HOURS', number({ from: 1, to: 8_760 }, 24)),
  /** Days from the end of a job to the erasure of its rows. */
  resultRetentionDays: setting('RESULT_RETENTION_DAYS', number({ from: 0, to: 36_500 }, 30)),
  resolveTimeoutSeconds: setting('RESOLVE_TIMEOUT_SECONDS', number({ from: 0.001, to: 3_600 }, 30)),
  liveDeadlineSeconds: setting('LIVE_DEADLINE_SECONDS', number({ from: 0.001, to: 86_400 }, 600)),
  readingsDays: setting('READINGS_DAYS', number({ from: 0, to: 30 }, 30)),
  intakeWaitSeconds: setting('INTAKE_WAIT_SECONDS', number({ from: 0.001, to: 600 }, 15)),
  maxOpenRows: setting('MAX_OPEN_ROWS', rowsForm),
  maxUnbilledRowsPerDay: setting('MAX_UNBILLED_ROWS_PER_DAY', rowsForm),
  maxOpenResolves: setting('MAX_OPEN_RESOLVES', number({ from: 1, to: 1_000_000, integer: true }, 1_000)),
  registerApi: REGISTER_SETTINGS,
  publishers: PUBLISHER_SETTINGS,
  sites: SITE_SETTINGS,
  providers: PROVIDER_SETTINGS,
  tracing: TRACING_SETTINGS,
  witnesses: setting('WITNESSES', witnesses),
  timestamps: TIMESTAMP_SETTINGS,
  operator: setting('OPERATOR', operatorForm),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  ),
};

type SingleValues = Omit<ValuesOf<typeof SINGLE_SETTINGS>, 'providers' | 'timestamps' | 'tracing'>;

type DerivedValues = Readonly<ReturnType<typeof signingKeys> & ReturnType<typeof bodyLimits>>;

export interface Settings extends SingleValues, DerivedValues {
  /** Days for which the rows of single keys are kept. Only a sandbox sets it. */
  readonly retentionDaysByKey?: Readonly<Record<KeyId, number>>;
  readonly consolePort: PortChoice;
  /** Port of `/metrics`, `/healthz` and `/readyz`; null: the process serves none of them. */
  readonly metricsPort: PortChoice | null;
  /** Issuer through which operators may sign in; null: passwords only. */
  readonly openId: OpenIdSettings | null;
  /** Settings of passkeys; null: passkeys can't be bound to the console's address. */
  readonly passkeys: PasskeySettings | null;
  readonly providers: ProviderSettings;
  /** Null: nothing is traced. */
  readonly tracing: TracingSettings | null;
  /** Null: no authority stamps checkpoints. */
  readonly timestamps: TimestampSettings | null;
  readonly keyHashSecret: string;
  readonly cursorSecret: string;
}

/** The variables of settings that depend on several variables. */
const COMBINED = z.object({
  CONSOLE_PORT: number(PORT_RANGE, 3001),
  METRICS_PORT: number(PORT_RANGE, 9464),
  ...OPENID_VARIABLES,
  ...PASSKEY_VARIABLES,
  ...BODY_VARIABLES,
  ...SIGNING_KEY_VARIABLES,
  KEY_HASH_SECRET: secret,
  CURSOR_SECRET: secret,
} satisfies Partial<Record<SettingName, z.ZodType>>);

const ENVIRONMENT = COMBINED.extend(variablesOf(SINGLE_SETTINGS));

/** The secrets in the compose files, which everybody can read, begin with this text. */
const EXAMPLE_SECRET = 'for-development-only';

/** Returns true if the URL's host is a public IP address or a name under a public suffix. */
function isPublic(address: string | null): boolean {
  const host = address === null ? null : parsedUrl(address)?.hostname;
  return host != null && (isPublicAddress(host.replace(/^\[|\]$/g, '')) || parse(host).isIcann === true);
}

/** The variables of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(ENVIRONMENT.shape);

/** The default of each setting as text; null if it has none or `setting-texts.ts` states it. */
export const SETTING_DEFAULTS: Readonly<Record<string, string | null>> = Object.fromEntries(
  Object.entries(ENVIRONMENT.shape).map(([name, form]) => [name, defaultText(form)]),
);

/** Returns the path itself or its nearest existing ancestor, if that is a file; null if it is a folder. */
function fileAt(path: string): string | null {
  if (!existsSync(path)) return fileAt(dirname(path));
  return statSync(path).isDirectory() ? null : path;
}

/** Reads the settings. Only with EVENT_STORE_URL is a missing secret an error. @throws SettingsError */
export function settingsFrom(environment: Variables): Settings {
  const variables = withoutBlanks(environment);
  const parsed = ENVIRONMENT.safeParse(variables);
  if (!parsed.success) throw new SettingsError(settingsErrorText(parsed.error.issues, variables));
  const values = COMBINED.parse(variables);
  const singleSettings = readTable(SINGLE_SETTINGS, parsed.data);
  const { consoleUrl, dataDir, eventStoreUrl, publicUrl } = singleSettings;
  const blockingFile = fileAt(dataDir);
  if (blockingFile !== null) throw new SettingsError(`DATA_DIR must be a folder (${blockingFile} is a file)`);
  const portFor = (name: 'CONSOLE_PORT' | 'METRICS_PORT'): PortChoice => ({
    port: values[name],
    elsewhere: variables[name] === undefined,
  });
  const addresses = { PUBLIC_URL: publicUrl, CONSOLE_URL: consoleUrl };
  const publicSetting = Object.entries(addresses).find(([, address]) => isPublic(address))?.[0];
  const secretFor = (name: 'KEY_HASH_SECRET' | 'CURSOR_SECRET'): string => {
    const secretText = values[name];
    if (secretText?.startsWith(EXAMPLE_SECRET) === true && publicSetting !== undefined)
      throw new SettingsError(
        `${name} is the example that everybody can read: ${publicSetting} is public, so make one`,
      );
    if (secretText !== undefined) return secretText;
    if (eventStoreUrl !== null)
      throw new SettingsError(`${name} must be set where EVENT_STORE_URL is: all processes need the same`);
    try {
      return keptSecret(dataDir, name.toLowerCase().replaceAll('_', '-'));
    } catch (error) {
      throw new SettingsError(`DATA_DIR can't be used (${dataDir}): ${errorMessage(error)}`);
    }
  };
  return {
    ...singleSettings,
    consolePort: portFor('CONSOLE_PORT'),
    metricsPort: values.METRICS_PORT === 0 ? null : portFor('METRICS_PORT'),
    openId: openIdSettings(values, consoleUrl),
    passkeys: passkeySettings(values, consoleUrl),
    ...bodyLimits(values),
    providers: providerSettings(singleSettings.providers),
    tracing: tracingSettings(singleSettings.tracing),
    timestamps: timestampSettings(singleSettings.timestamps),
    ...signingKeys(values, { dataDir, eventStoreUrl }),
    keyHashSecret: secretFor('KEY_HASH_SECRET'),
    cursorSecret: secretFor('CURSOR_SECRET'),
  };
}

function readDotEnv(directory: string): Variables {
  try {
    return parseEnv(readFileSync(resolve(directory, '.env'), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw new SettingsError(`.env can't be read: ${errorMessage(error)}`);
  }
}

/** Returns the settings. The environment wins over `.env` in the working directory. @throws SettingsError */
export const loadSettings = (environment: Variables = process.env, directory = process.cwd()): Settings =>
  settingsFrom({ ...readDotEnv(directory), ...environment });
