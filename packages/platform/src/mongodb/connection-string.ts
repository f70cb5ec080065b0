/** MONGODB_URL in the driver's form, with our options; refused in one line that shows no password. */
import type { MongoClientOptions } from 'mongodb';
import { StoreUnavailableError } from '../event-store/event-store.js';

export interface MongoTarget {
  readonly url: string;
  readonly database: string;
  readonly options: MongoClientOptions;
}

const DEFAULT_DATABASE = 'company_data';

/** Milliseconds; the URL may set each of them instead. */
const PATIENCE = {
  /** The driver's own 30 s would let a request hang. Calls that repeat wait for a new primary anyway. */
  serverSelectionTimeoutMS: 2_000,
  connectTimeoutMS: 2_000,
  /** A frozen server is given up after so long. On a healthy server no call of ours takes nearly as long. */
  socketTimeoutMS: 10_000,
  /** Our own work that waits for a connection is busy; the server isn't lost. Less than any call may take. */
  waitQueueTimeoutMS: 10_000,
} as const;

/** The URL can't change these: the ports' promises rest on them. */
const SETTLED: MongoClientOptions = {
  appName: 'company-data',
  readPreference: 'primary',
  readConcern: { level: 'majority' },
  writeConcern: { w: 'majority', journal: true },
  retryReads: true,
  retryWrites: true,
  promoteBuffers: true,
  ignoreUndefined: true,
  // A monitor that polls may lose its server for ever (driver 7.8).
  serverMonitoringMode: 'stream',
};

/** @throws StoreUnavailableError with the one line to show */
export function mongoTarget(given: string): MongoTarget {
  const url = given.trim();
  if (!/^mongodb(\+srv)?:\/\//.test(url)) refuse('must begin with mongodb:// or mongodb+srv://');
  const [, path = ''] = /^[^:]+:\/\/[^/?]*\/([^?]*)/.exec(url) ?? [];
  const named = optionNames(url);
  if (named.has('timeoutms'))
    refuse("has timeoutMS, which changes what the driver's errors mean: set socketTimeoutMS instead");
  const patience = Object.entries(PATIENCE).filter(([name]) => !named.has(name.toLowerCase()));
  return {
    url,
    database: databaseOf(path),
    options: { ...SETTLED, ...Object.fromEntries(patience) },
  };
}

const refuse = (trouble: string): never => {
  throw new StoreUnavailableError(`MONGODB_URL ${trouble}`);
};

/** In lower case: the driver accepts any case. */
const optionNames = (url: string): ReadonlySet<string> =>
  new Set(
    (/\?([^?]*)$/.exec(url)?.[1] ?? '').split('&').map((pair) => pair.split('=', 1)[0]?.toLowerCase() ?? ''),
  );

function databaseOf(path: string): string {
  const name = decoded(path);
  if (name === '') return DEFAULT_DATABASE;
  // Names that servers on every system accept.
  if (!/^[A-Za-z0-9_-]{1,63}$/.test(name))
    refuse('must name a database of at most 63 letters, digits, _ and -, or none');
  return name;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return refuse('has a % in the name of its database that is not followed by two hexadecimal digits');
  }
}
