/**
 * EVENT_STORE_URL as the client takes it. What the client would let pass silently, or complain of on the console with
 * the whole text, password included, is refused here with one line that doesn't show it.
 */
import type { Credentials } from '@eventstore/db-client';
import { StoreUnavailableError } from '../event-store.js';
import { withoutTrailing } from '../../../shared/text/trailing.js';

export interface ConnectionTarget {
  /** In the client's own scheme. */
  readonly url: string;
  /**
   * For every call: with credentials an append is a call of its own. Without them the client sends all appends of the
   * process over one shared stream, where an error of one caller reaches all others.
   */
  readonly credentials: Credentials;
}

const OPTIONS = [
  'connectionName',
  'defaultDeadline',
  'discoveryInterval',
  'gossipTimeout',
  'keepAliveInterval',
  'keepAliveTimeout',
  'maxDiscoverAttempts',
  'nodePreference',
  'tls',
  'tlsCAFile',
  'userCertFile',
  'userKeyFile',
] as const;

/** Without effect in this client, or never used: left out of what it is given. */
const IGNORED = ['throwOnAppendFailure', 'tlsVerifyCert'];

/** Milliseconds after which an append or deletion without an answer counts as unknown and is repeated. */
const DEFAULT_DEADLINE_MS = 5_000;

/** What the client makes of a server without TLS: nothing is sent. It only has to be there. */
const NOBODY: Credentials = { username: 'nobody', password: 'nobody' };

const flat = (name: string): string => name.trim().toLowerCase().replace(/[_-]/g, '');

/** @throws StoreUnavailableError with the one line to show */
export function connectionTarget(given: string): ConnectionTarget {
  const url = given.trim().replace(/^kurrentdb(?=(\+discover)?:\/\/)/, 'esdb');
  if (!/^esdb(\+discover)?:\/\//.test(url)) refuse('must begin with esdb:// or kurrentdb://');
  const options = optionsOf(url);
  const credentials = credentialsOf(url) ?? (options.get('tls') === 'false' ? NOBODY : noUser());
  const hosts = withoutTrailing(url.replace(/\?[^?]*$/, ''), '/');
  return { url: `${hosts}?${[...options].map((pair) => pair.join('=')).join('&')}`, credentials };
}

const refuse = (trouble: string): never => {
  throw new StoreUnavailableError(`EVENT_STORE_URL ${trouble}`);
};

const noUser = (): never =>
  refuse('names no user, which a server with TLS asks for: esdb://user:password@host:2113');

/** By the client's own names, so that what it is given holds nothing it would complain of. */
function optionsOf(url: string): ReadonlyMap<string, string> {
  const named = new Map(OPTIONS.map((name) => [flat(name), name]));
  const options = new Map<string, string>([['defaultDeadline', String(DEFAULT_DEADLINE_MS)]]);
  for (const pair of (/\?([^?]*)$/.exec(url)?.[1] ?? '').split('&')) {
    const [key = '', value = ''] = pair.split(/=(.*)/s);
    if (key === '' || IGNORED.some((name) => flat(name) === flat(key))) continue;
    const name =
      named.get(flat(key)) ?? refuse(`has an option that isn't one: ${key} (${OPTIONS.join(', ')})`);
    options.set(name, value);
  }
  return options;
}

/** Cut out exactly as the client does. */
function credentialsOf(url: string): Credentials | undefined {
  const found = /^[^:]+:\/\/([^:]+:[^@]+)@/.exec(url)?.[1];
  if (found === undefined) return undefined;
  const [username = '', password = ''] = found.trim().split(':');
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return refuse('has a user or password whose % is not followed by two hexadecimal digits');
  }
}
