/** The settings of a process (Contract 7.1): read once at start, from the environment and `.env`. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'tldts';
import { z } from 'zod';
import { errorCode, errorMessage } from '../platform/errors/error-code.js';
import { isPublicAddress } from '../platform/http-client/public-address.js';
import { keptSecret } from '../platform/secrets/kept-secret.js';
import type { PortChoice } from '../platform/http/listening.js';
import { LOG_LEVELS, type LogLevel } from '../platform/telemetry/logger.js';
import type { TracingSettings } from '../platform/telemetry/tracer.js';
import { OPERATOR_NAME } from '../shared/operator-role.js';
import { withoutTrailing } from '../shared/text/trailing.js';
import { parsedUrl } from '../shared/web-hosts/parsed-url.js';
import { complaintOf, withoutBlanks, type Environment } from './complaint.js';
import { OPENID_VARIABLES, openIdSettings, type OpenIdSettings } from './openid-settings.js';
import { MEGABYTE, addressRanges, number, origin, secret, url } from './setting-forms.js';
import { SettingsError } from './settings-error.js';
import { REGISTER_VARIABLES, registerApi, type RegisterApiSettings } from './register-settings.js';
import { PUBLISHER_VARIABLES, publisherSettings, type PublisherSettings } from './publisher-settings.js';
import { PROVIDER_VARIABLES, providerSettings, type ProviderSettings } from './provider-settings.js';
import { SITE_VARIABLES, siteSettings, type SiteSettings } from './site-settings.js';
import { TRACING_VARIABLES, tracingSettings } from './tracing-settings.js';
import {
  STATEMENT_KEY_VARIABLES,
  statementKeySettings,
  type StatementKeySettings,
} from './statement-key-settings.js';

export { SettingsError };

/** What a process does unless it is told; the further role asks publishers' sites on its own. */
export const DEFAULT_ROLES = ['api', 'worker', 'projector', 'console'] as const;
export const ROLES = [...DEFAULT_ROLES, 'sync'] as const;
export type Role = (typeof ROLES)[number];

export interface Settings {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  /** Of the operator's console. */
  readonly consolePort: PortChoice;
  readonly consoleHost: string;
  /** Where browsers reach the console, without a closing slash; null: where it listens, as far as is known. */
  readonly consoleUrl: string | null;
  /** Addresses and ranges of proxies whose word on where a request comes from is taken. */
  readonly trustedProxies: readonly string[];
  /** Where a process tells how it is; null: nowhere. */
  readonly metricsPort: PortChoice | null;
  /** It is asked for no key, and tells how much is done: this machine alone by default. */
  readonly metricsHost: string;
  /** Where operators may sign in to the console beside a password; null: nowhere. */
  readonly openId: OpenIdSettings | null;
  /** Base of links, without a closing slash; null: the address that the service listens on. */
  readonly publicUrl: string | null;
  /** Absolute. */
  readonly dataDir: string;
  /** How long requests are still taken after SIGTERM, while `/readyz` says 503. */
  readonly drainSeconds: number;
  /** Null: embedded in `dataDir`. */
  readonly eventStoreUrl: string | null;
  /** Null: embedded in `dataDir`. */
  readonly mongodbUrl: string | null;
  readonly roles: readonly Role[];
  /** Workers in a process with that role, each in a thread of its own. */
  readonly workers: number;
  /** Between two looks of the role `sync` at a publisher's site, at the least. */
  readonly syncEveryHours: number;
  /** Days from the end of a job to the erasure of its rows; fractions allowed. */
  readonly resultRetentionDays: number;
  readonly resolveTimeoutSeconds: number;
  readonly liveDeadlineSeconds: number;
  /** Days for which what was read live is kept and served again; fractions allowed. */
  readonly readingsDays: number;
  /** Of one request body, after decompression too. */
  readonly maxBodyBytes: number;
  /** Of all large submissions that are read or taken in at once. */
  readonly maxBodiesBytes: number;
  /** The same of one account. */
  readonly maxAccountBodiesBytes: number;
  /** How long a submission waits for room before it is answered `intake_busy`. */
  readonly intakeWaitSeconds: number;
  /** Rows of an account that may be unfinished at once. */
  readonly maxOpenRows: number;
  /** Rows of an account that may be finished without a unit in a UTC day. */
  readonly maxUnbilledRowsPerDay: number;
  /** Resolves of a key that may be under way at once in one process. */
  readonly maxOpenResolves: number;
  readonly registerApi: RegisterApiSettings;
  readonly publishers: PublisherSettings;
  readonly sites: SiteSettings;
  readonly providers: ProviderSettings;
  /** Null: nothing is traced. */
  readonly tracing: TracingSettings | null;
  readonly logLevel: LogLevel;
  /** The name under which the command line acts; recorded with all that it does. */
  readonly operator: string;
  readonly statementKey: StatementKeySettings;
  readonly keyHashSecret: string;
  readonly cursorSecret: string;
}

const roles = z
  .string()
  .default(DEFAULT_ROLES.join(','))
  .transform((text) => text.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(ROLES, `must be a list of ${ROLES.join(', ')}`)).min(1))
  .transform((list) => [...new Set(list)]);

const operator = z
  .string()
  .trim()
  .regex(OPERATOR_NAME, 'must be a name of 1 to 100 letters, digits and ._@+-')
  .optional();

/** The user that the process runs as; in a container there may be none with a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

/** 0: as `bodyLimits` has it. */
const megabytesOfBodies = number({ from: 0, to: 65_536 }, 0);

const ENVIRONMENT = z.object({
  PORT: number({ from: 0, to: 65_535, integer: true }, 3000),
  HOST: z.string().default('127.0.0.1'),
  CONSOLE_PORT: number({ from: 0, to: 65_535, integer: true }, 3001),
  CONSOLE_HOST: z.string().default('127.0.0.1'),
  CONSOLE_URL: origin,
  TRUSTED_PROXIES: addressRanges,
  METRICS_PORT: number({ from: 0, to: 65_535, integer: true }, 9464),
  METRICS_HOST: z.string().default('127.0.0.1'),
  DRAIN_SECONDS: number({ from: 0, to: 600 }, 0),
  ...OPENID_VARIABLES,
  PUBLIC_URL: url('https|http').transform((text) => (text === undefined ? null : withoutTrailing(text, '/'))),
  DATA_DIR: z.string().default('./data'),
  EVENT_STORE_URL: url('esdb\\+discover|kurrentdb\\+discover|esdb|kurrentdb'),
  MONGODB_URL: url('mongodb\\+srv|mongodb'),
  ROLES: roles,
  WORKERS: number({ from: 1, to: 64, integer: true }, 1),
  SYNC_EVERY_HOURS: number({ from: 1, to: 8_760 }, 24),
  RESULT_RETENTION_DAYS: number({ from: 0, to: 36_500 }, 30),
  RESOLVE_TIMEOUT_SECONDS: number({ from: 0.001, to: 3_600 }, 30),
  LIVE_DEADLINE_SECONDS: number({ from: 0.001, to: 86_400 }, 600),
  READINGS_DAYS: number({ from: 0, to: 30 }, 30),
  MAX_BODY_MB: number({ from: 0.001, to: 1_024 }, 256),
  MAX_BODIES_MB: megabytesOfBodies,
  MAX_ACCOUNT_BODIES_MB: megabytesOfBodies,
  INTAKE_WAIT_SECONDS: number({ from: 0.001, to: 600 }, 15),
  MAX_OPEN_ROWS: number({ from: 1, to: 1_000_000_000, integer: true }, 2_000_000),
  MAX_UNBILLED_ROWS_PER_DAY: number({ from: 1, to: 1_000_000_000, integer: true }, 2_000_000),
  MAX_OPEN_RESOLVES: number({ from: 1, to: 1_000_000, integer: true }, 1_000),
  ...REGISTER_VARIABLES,
  ...PUBLISHER_VARIABLES,
  ...SITE_VARIABLES,
  ...PROVIDER_VARIABLES,
  ...TRACING_VARIABLES,
  OPERATOR: operator,
  ...STATEMENT_KEY_VARIABLES,
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  KEY_HASH_SECRET: secret,
  CURSOR_SECRET: secret,
});

/** Of the secrets that stand in the compose files. */
const EXAMPLE = 'for-development-only';

/** Under an address or a name that the internet knows. */
function isPublic(publicUrl: string | null): boolean {
  const host = publicUrl === null ? null : parsedUrl(publicUrl)?.hostname;
  return host != null && (isPublicAddress(host.replace(/^\[|\]$/g, '')) || parse(host).isIcann === true);
}

/** Unset, an account has room for the largest body and a quarter more, and the process for half more. */
function bodyLimits(
  values: z.output<typeof ENVIRONMENT>,
): Pick<Settings, 'maxBodyBytes' | 'maxBodiesBytes' | 'maxAccountBodiesBytes'> {
  const { MAX_BODY_MB: one, MAX_BODIES_MB: ofAll, MAX_ACCOUNT_BODIES_MB: ofAccount } = values;
  const all = ofAll || Math.max(one * 1.5, ofAccount);
  const account = ofAccount || Math.min(one * 1.25, all);
  if (account < one) throw new SettingsError(`MAX_ACCOUNT_BODIES_MB must be at least MAX_BODY_MB (${one})`);
  if (all < account)
    throw new SettingsError(`MAX_BODIES_MB must be at least MAX_ACCOUNT_BODIES_MB (${account})`);
  const [maxBodyBytes, maxBodiesBytes, maxAccountBodiesBytes] = [one, all, account].map((megabytes) =>
    Math.floor(megabytes * MEGABYTE),
  ) as [number, number, number];
  return { maxBodyBytes, maxBodiesBytes, maxAccountBodiesBytes };
}

/** Every variable that is read, by its name. */
export const SETTING_NAMES: readonly string[] = Object.keys(ENVIRONMENT.shape);

export type { Environment };

/** What is done in the data directory; where that can't be, the setting is named. */
function inDataDir<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new SettingsError(`DATA_DIR can't be used (${dataDir}): ${errorMessage(error)}`);
  }
}

/** What stands at this path, or at the nearest above it that is there, where that is no folder; null where it is one. */
function fileAt(path: string): string | null {
  if (!existsSync(path)) return fileAt(dirname(path));
  return statSync(path).isDirectory() ? null : path;
}

/**
 * Settings from these variables alone. Secrets that are unset are made once and kept in the data directory.
 * @throws SettingsError
 */
export function settingsFrom(variables: Environment): Settings {
  const environment = withoutBlanks(variables);
  const parsed = ENVIRONMENT.safeParse(environment);
  if (!parsed.success) throw new SettingsError(complaintOf(parsed.error.issues, environment));
  const values = parsed.data;
  const consoleUrl = values.CONSOLE_URL ?? null;
  const dataDir = resolve(values.DATA_DIR);
  const file = fileAt(dataDir);
  if (file !== null) throw new SettingsError(`DATA_DIR must be a folder (${file} is a file)`);
  const portFor = (name: 'CONSOLE_PORT' | 'METRICS_PORT'): PortChoice => ({
    port: values[name],
    elsewhere: environment[name] === undefined,
  });
  const secretFor = (name: 'KEY_HASH_SECRET' | 'CURSOR_SECRET'): string => {
    const given = values[name];
    if (given?.startsWith(EXAMPLE) === true && isPublic(values.PUBLIC_URL))
      throw new SettingsError(
        `${name} is the example that everybody can read: PUBLIC_URL is public, so make one`,
      );
    if (given !== undefined) return given;
    if (values.EVENT_STORE_URL !== undefined) {
      throw new SettingsError(`${name} must be set where EVENT_STORE_URL is: all processes need the same`);
    }
    return inDataDir(dataDir, () => keptSecret(dataDir, name.toLowerCase().replaceAll('_', '-')));
  };
  return {
    port: values.PORT,
    host: values.HOST,
    consolePort: portFor('CONSOLE_PORT'),
    consoleHost: values.CONSOLE_HOST,
    consoleUrl,
    trustedProxies: values.TRUSTED_PROXIES,
    metricsPort: values.METRICS_PORT === 0 ? null : portFor('METRICS_PORT'),
    metricsHost: values.METRICS_HOST,
    drainSeconds: values.DRAIN_SECONDS,
    openId: openIdSettings(values, consoleUrl),
    publicUrl: values.PUBLIC_URL,
    dataDir,
    eventStoreUrl: values.EVENT_STORE_URL ?? null,
    mongodbUrl: values.MONGODB_URL ?? null,
    roles: values.ROLES,
    workers: values.WORKERS,
    syncEveryHours: values.SYNC_EVERY_HOURS,
    resultRetentionDays: values.RESULT_RETENTION_DAYS,
    resolveTimeoutSeconds: values.RESOLVE_TIMEOUT_SECONDS,
    liveDeadlineSeconds: values.LIVE_DEADLINE_SECONDS,
    readingsDays: values.READINGS_DAYS,
    ...bodyLimits(values),
    intakeWaitSeconds: values.INTAKE_WAIT_SECONDS,
    maxOpenRows: values.MAX_OPEN_ROWS,
    maxUnbilledRowsPerDay: values.MAX_UNBILLED_ROWS_PER_DAY,
    maxOpenResolves: values.MAX_OPEN_RESOLVES,
    registerApi: registerApi(values),
    publishers: publisherSettings(values),
    sites: siteSettings(values),
    providers: providerSettings(values),
    tracing: tracingSettings(values),
    logLevel: values.LOG_LEVEL,
    operator: values.OPERATOR ?? systemUser(),
    statementKey: statementKeySettings(values, dataDir),
    keyHashSecret: secretFor('KEY_HASH_SECRET'),
    cursorSecret: secretFor('CURSOR_SECRET'),
  };
}

function dotEnv(directory: string): Environment {
  try {
    return parseEnv(readFileSync(resolve(directory, '.env'), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw new SettingsError(`.env can't be read: ${errorMessage(error)}`);
  }
}

/**
 * Settings of this process: the environment wins over `.env` in the working directory.
 * @throws SettingsError
 */
export const loadSettings = (environment: Environment = process.env, directory = process.cwd()): Settings =>
  settingsFrom({ ...dotEnv(directory), ...environment });
