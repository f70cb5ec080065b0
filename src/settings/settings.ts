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
import { LOG_LEVELS } from '../platform/telemetry/logger.js';
import type { TracingSettings } from '../platform/telemetry/tracer.js';
import { OPERATOR_NAME } from '../shared/operator-role.js';
import { parsedUrl } from '../shared/web-hosts/parsed-url.js';
import { complaintOf, SettingsError, withoutBlanks, type Environment } from './complaint.js';
import { OPENID_VARIABLES, openIdSettings, type OpenIdSettings } from './openid-settings.js';
import {
  MEGABYTE,
  addressRanges,
  baseUrl,
  number,
  orNull,
  origin,
  readBy,
  secret,
  setting,
  url,
  variablesOf,
  type Read,
} from './setting-forms.js';
import { PASSKEY_VARIABLES, passkeySettings, type PasskeySettings } from './passkey-settings.js';
import { REGISTER } from './register-settings.js';
import { PUBLISHERS } from './publisher-settings.js';
import { PROVIDERS, providerSettings, type ProviderSettings } from './provider-settings.js';
import { SITES } from './site-settings.js';
import { TRACING, tracingSettings } from './tracing-settings.js';
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
  .optional()
  .transform((name) => name ?? systemUser());

/** The user that the process runs as; in a container there may be none with a name. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}

const port = { from: 0, to: 65_535, integer: true };
const rows = number({ from: 1, to: 1_000_000_000, integer: true }, 2_000_000);

/** Settings that are what their variable says. */
const PLAIN = {
  /** 0: any free port. */
  port: setting('PORT', number(port, 3000)),
  host: setting('HOST', z.string().default('127.0.0.1')),
  /** Of the operator's console. */
  consoleHost: setting('CONSOLE_HOST', z.string().default('127.0.0.1')),
  /** Where browsers reach the console, without a closing slash; null: where it listens, as far as is known. */
  consoleUrl: setting('CONSOLE_URL', orNull(origin)),
  /** Addresses and ranges of proxies whose word on where a request comes from is taken. */
  trustedProxies: setting('TRUSTED_PROXIES', addressRanges),
  /** It is asked for no key, and tells how much is done: this machine alone by default. */
  metricsHost: setting('METRICS_HOST', z.string().default('127.0.0.1')),
  /** How long requests are still taken after SIGTERM, while `/readyz` says 503. */
  drainSeconds: setting('DRAIN_SECONDS', number({ from: 0, to: 600 }, 0)),
  /** Base of links, without a closing slash; null: the address that the service listens on. */
  publicUrl: setting('PUBLIC_URL', baseUrl),
  /** Absolute. */
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
  /** Before the name of every stream of the log. */
  eventStreamPrefix: setting(
    'EVENT_STREAM_PREFIX',
    z
      .string()
      .regex(/^[A-Za-z0-9_.]{1,40}$/, 'must be at most 40 letters, digits, _ and .')
      .default(''),
  ),
  /** Null: embedded in `dataDir`. */
  mongodbUrl: setting('MONGODB_URL', orNull(url('mongodb\\+srv|mongodb'))),
  roles: setting('ROLES', roles),
  /** Workers in a process with that role, each in a thread of its own. */
  workers: setting('WORKERS', number({ from: 1, to: 64, integer: true }, 1)),
  /** Between two looks of the role `sync` at a publisher's site, at the least. */
  syncEveryHours: setting('SYNC_EVERY_HOURS', number({ from: 1, to: 8_760 }, 24)),
  /** Days from the end of a job to the erasure of its rows; fractions allowed. */
  resultRetentionDays: setting('RESULT_RETENTION_DAYS', number({ from: 0, to: 36_500 }, 30)),
  resolveTimeoutSeconds: setting('RESOLVE_TIMEOUT_SECONDS', number({ from: 0.001, to: 3_600 }, 30)),
  liveDeadlineSeconds: setting('LIVE_DEADLINE_SECONDS', number({ from: 0.001, to: 86_400 }, 600)),
  /** Days for which what was read live is kept and served again; fractions allowed. */
  readingsDays: setting('READINGS_DAYS', number({ from: 0, to: 30 }, 30)),
  /** How long a submission waits for room before it is answered `intake_busy`. */
  intakeWaitSeconds: setting('INTAKE_WAIT_SECONDS', number({ from: 0.001, to: 600 }, 15)),
  /** Rows of an account that may be unfinished at once. */
  maxOpenRows: setting('MAX_OPEN_ROWS', rows),
  /** Rows of an account that may be finished without a unit in a UTC day. */
  maxUnbilledRowsPerDay: setting('MAX_UNBILLED_ROWS_PER_DAY', rows),
  /** Resolves of a key that may be under way at once in one process. */
  maxOpenResolves: setting('MAX_OPEN_RESOLVES', number({ from: 1, to: 1_000_000, integer: true }, 1_000)),
  registerApi: REGISTER,
  publishers: PUBLISHERS,
  sites: SITES,
  providers: PROVIDERS,
  tracing: TRACING,
  /** The name under which the command line acts; recorded with all that it does. */
  operator: setting('OPERATOR', operator),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  ),
};

export interface Settings extends Omit<Read<typeof PLAIN>, 'providers' | 'tracing'> {
  /** Of the operator's console. */
  readonly consolePort: PortChoice;
  /** Where a process tells how it is; null: nowhere. */
  readonly metricsPort: PortChoice | null;
  /** Where operators may sign in to the console beside a password; null: nowhere. */
  readonly openId: OpenIdSettings | null;
  /** Null: the console has no address that passkeys can be bound to. */
  readonly passkeys: PasskeySettings | null;
  /** Of one request body, after decompression too. */
  readonly maxBodyBytes: number;
  /** Of all large submissions that are read or taken in at once. */
  readonly maxBodiesBytes: number;
  /** The same of one account. */
  readonly maxAccountBodiesBytes: number;
  readonly providers: ProviderSettings;
  /** Null: nothing is traced. */
  readonly tracing: TracingSettings | null;
  readonly statementKey: StatementKeySettings;
  readonly keyHashSecret: string;
  readonly cursorSecret: string;
}

/** 0: as `bodyLimits` has it. */
const megabytesOfBodies = number({ from: 0, to: 65_536 }, 0);

/** Settings that follow from several variables. */
const TOGETHER = z.object({
  CONSOLE_PORT: number(port, 3001),
  METRICS_PORT: number(port, 9464),
  ...OPENID_VARIABLES,
  ...PASSKEY_VARIABLES,
  MAX_BODY_MB: number({ from: 0.001, to: 1_024 }, 256),
  MAX_BODIES_MB: megabytesOfBodies,
  MAX_ACCOUNT_BODIES_MB: megabytesOfBodies,
  ...STATEMENT_KEY_VARIABLES,
  KEY_HASH_SECRET: secret,
  CURSOR_SECRET: secret,
});

const ENVIRONMENT = TOGETHER.extend(variablesOf(PLAIN));

/** Of the secrets that stand in the compose files. */
const EXAMPLE = 'for-development-only';

/** Under an address or a name that the internet knows. */
function isPublic(address: string | null): boolean {
  const host = address === null ? null : parsedUrl(address)?.hostname;
  return host != null && (isPublicAddress(host.replace(/^\[|\]$/g, '')) || parse(host).isIcann === true);
}

/** Unset, an account has room for the largest body and a quarter more, and the process for half more. */
function bodyLimits(
  values: z.output<typeof TOGETHER>,
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
  const values = TOGETHER.parse(environment);
  const plain = readBy(PLAIN, parsed.data);
  const { consoleUrl, dataDir, eventStoreUrl, publicUrl } = plain;
  const file = fileAt(dataDir);
  if (file !== null) throw new SettingsError(`DATA_DIR must be a folder (${file} is a file)`);
  const portFor = (name: 'CONSOLE_PORT' | 'METRICS_PORT'): PortChoice => ({
    port: values[name],
    elsewhere: environment[name] === undefined,
  });
  const places = { PUBLIC_URL: publicUrl, CONSOLE_URL: consoleUrl };
  const publicPlace = Object.entries(places).find(([, address]) => isPublic(address))?.[0];
  const secretFor = (name: 'KEY_HASH_SECRET' | 'CURSOR_SECRET'): string => {
    const given = values[name];
    const open = given?.startsWith(EXAMPLE) === true ? publicPlace : undefined;
    if (open !== undefined)
      throw new SettingsError(
        `${name} is the example that everybody can read: ${open} is public, so make one`,
      );
    if (given !== undefined) return given;
    if (eventStoreUrl !== null) {
      throw new SettingsError(`${name} must be set where EVENT_STORE_URL is: all processes need the same`);
    }
    return inDataDir(dataDir, () => keptSecret(dataDir, name.toLowerCase().replaceAll('_', '-')));
  };
  return {
    ...plain,
    consolePort: portFor('CONSOLE_PORT'),
    metricsPort: values.METRICS_PORT === 0 ? null : portFor('METRICS_PORT'),
    openId: openIdSettings(values, consoleUrl),
    passkeys: passkeySettings(values, consoleUrl),
    ...bodyLimits(values),
    providers: providerSettings(plain.providers),
    tracing: tracingSettings(plain.tracing),
    statementKey: statementKeySettings(values, { dataDir, eventStoreUrl }),
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
